package io.github.restartoracle.internal.inbound;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The receiving side of one sequence as a state machine. It decides which message is accepted, when each is delivered, and
 * which step follows the end of an attempt. Each event returns the {@linkplain Act acts} that are due.
 *
 * <p>In order, the lowest message is delivered if no lower one is missing, and the others wait. The position in order is
 * not stored: a message that was accepted and is not here was delivered. So the position survives if the accepted numbers
 * and the undelivered messages survive. When the sequence has ended, no message comes that is missing: those behind it are
 * delivered without it.
 *
 * <p>Not thread-safe, except {@link #withheld}.
 */
public final class Inbound<P> {
    private final boolean inOrder;
    private final Assurance assurance;
    private final AcceptedNumbers accepted;
    private final Deliveries<P> messages;
    private final WaitingRequests requests = new WaitingRequests();
    /** The messages here that are acknowledged, and that a crash would lose. */
    private final Set<Long> withheld = ConcurrentHashMap.newKeySet();
    /** The time of the check that was announced; null if there is none. */
    private @Nullable Long plannedNanos;

    private long missedWakeUps;
    private boolean suspended;
    private boolean closed;
    /** True while it is being noted that the sequence has ended. */
    private boolean ending;

    /**
     * Creates the state of a sequence without messages.
     *
     * @param inOrder true if messages are delivered in the order of their numbers, one at a time
     * @param threads the number of deliveries at a time, 1 or more
     * @param accepted the messages that are acknowledged
     */
    public Inbound(boolean inOrder, Assurance assurance, int threads, AcceptedNumbers accepted) {
        this.inOrder = inOrder;
        this.assurance = assurance;
        this.messages = new Deliveries<>(inOrder, threads);
        this.accepted = accepted;
    }

    /**
     * Decides on a message that has come. If its request is answered after the delivery, it has to come in order.
     *
     * @param after the lower number of the message of its caller behind which it is to be delivered; any other means none
     */
    public ArrivalDecision decide(long number, long after, Received.Kind kind) {
        Received<P> present = messages.get(number);
        if (present != null && present.state() == ReceivedState.ARRIVED) {
            return ArrivalDecision.BUSY;
        }
        if (present != null || accepted.contains(number)) {
            return assurance.deliversCopy(kind, inOrder, present != null)
                    ? ArrivalDecision.BESIDE
                    : ArrivalDecision.COPY;
        }
        if (ending || accepted.isClosed() || number > accepted.last()) {
            return ArrivalDecision.CLOSED;
        }
        if (kind != Received.Kind.ONE_WAY) {
            return isTurnOf(number) ? ArrivalDecision.NEW : ArrivalDecision.EARLY;
        }
        if (after < number && isAwaited(after)) {
            return ArrivalDecision.EARLY;
        }
        return assurance.skips() && inOrder && number < accepted.highest() ? ArrivalDecision.LATE : ArrivalDecision.NEW;
    }

    /** Returns whether the first delivery of a message has not ended; false in order, or while no delivery begins. */
    private boolean isAwaited(long number) {
        if (inOrder || suspended || closed || number < 1) {
            return false;
        }
        Received<P> present = messages.get(number);
        return present == null ? !accepted.contains(number) : present.isUntried();
    }

    /**
     * Adds a message that has come and is {@linkplain ArrivalDecision#NEW new}, if there is room for it.
     *
     * @param kind the way in which it is delivered for the first time; only one-way messages need room
     * @param room has its cost taken until it leaves or is given up
     * @param cost the heap that it may take, bytes, more than 0
     * @return the message, ARRIVED; next comes {@link #accepted} or {@link #leave}; null if there is no room
     */
    public @Nullable Received<P> arrive(long number, P content, Received.Kind kind, Room room, long cost) {
        boolean needsRoom = kind == Received.Kind.ONE_WAY;
        if (needsRoom && !room.take(cost, isNeeded(number))) {
            return null;
        }
        Received<P> message = Received.arrived(number, content, kind);
        if (needsRoom) {
            message.takes(room, cost);
        }
        messages.add(message);
        return message;
    }

    /** Returns whether the request of a message may be answered after its delivery: one that waits is answered first. */
    public boolean mayAnswerLast(long number) {
        return !suspended && isTurnOf(number);
    }

    /**
     * Withholds the acknowledgement of a message, ARRIVED or GONE, that a crash would lose, until {@link #acknowledge}, the end of
     * its first delivery, or the {@link #end} of the sequence. To be called before its number is acknowledged.
     */
    public void withhold(Received<P> message) {
        if (message.state() != ReceivedState.GONE) {
            withheld.add(message.number());
        }
    }

    /** Withholds an acknowledgement no longer: its message is stored, or its source has waited so long that a copy came. */
    public void acknowledge(long number) {
        withheld.remove(number);
    }

    /** {@return the numbers whose acknowledgement is withheld; other threads may read them} */
    public Set<Long> withheld() {
        return Collections.unmodifiableSet(withheld);
    }

    /** Adds a message that another process has accepted, unless it is here. It is delivered after the next event. */
    public void recover(long number, P content, long nowNanos) {
        if (messages.get(number) == null) {
            messages.add(Received.recovered(number, content, nowNanos));
        }
    }

    /**
     * Records that a message, ARRIVED or GONE, was stored and acknowledged, or, if it is tentative, that its request goes on to
     * deliver it.
     */
    public List<Act<P>> accepted(Received<P> message, long nowNanos) {
        if (message.state() != ReceivedState.GONE) {
            messages.become(message, ReceivedState.ACCEPTED);
        }
        return look(nowNanos);
    }

    /** Records that the request of a message, ACCEPTED or GONE, has left it to be delivered by another thread. */
    public List<Act<P>> handedOver(Received<P> message, long nowNanos) {
        if (message.state() != ReceivedState.GONE) {
            message.due(nowNanos);
            messages.become(message, ReceivedState.WAITING);
        }
        return look(nowNanos);
    }

    /**
     * Records that an attempt to deliver a message has ended.
     *
     * @param message RUNNING or ACCEPTED; GONE if its sequence was stopped
     * @param policy the policy if the service has refused it
     */
    public List<Act<P>> ended(Received<P> message, Outcome outcome, RedeliveryPolicy policy, long nowNanos) {
        return switch (outcome.kind()) {
            case DELIVERED -> leave(message, Act.End.SETTLED, nowNanos);
            case TAKEN -> leave(message, Act.End.ABANDONED, nowNanos);
            case UNNOTED, FAILED, UNTRIED ->
                message.kind() == Received.Kind.TENTATIVE
                        ? leave(message, Act.End.ABANDONED, nowNanos)
                        : goOn(message, outcome, policy, nowNanos);
        };
    }

    private List<Act<P>> goOn(Received<P> message, Outcome outcome, RedeliveryPolicy policy, long nowNanos) {
        if (message.state() != ReceivedState.GONE) {
            acknowledge(message.number());
            if (outcome.kind() == Outcome.Kind.UNNOTED) {
                message.due(nowNanos);
                messages.become(message, ReceivedState.DELIVERED);
            } else {
                messages.become(message, message.failed(outcome, policy, nowNanos));
            }
        }
        return look(nowNanos);
    }

    /** Records that it is noted that a message, GIVING_UP or GONE, is given up. */
    public List<Act<P>> givenUp(Received<P> message, long nowNanos) {
        List<Act<P>> acts = new ArrayList<>();
        if (message.state() != ReceivedState.GONE) {
            messages.become(message, ReceivedState.GIVEN_UP);
            remove(message);
            acts.add(new Act.ListGivenUp<>(message));
        }
        return proceed(acts, nowNanos);
    }

    /**
     * Postpones an act for a message, RUNNING, NOTING, GIVING_UP or GONE, that could not be carried out, for a reason that is not
     * the service's. The act follows again after a second.
     */
    public List<Act<P>> postponed(Received<P> message, long nowNanos) {
        if (message.state() != ReceivedState.GONE) {
            message.pause(nowNanos);
            messages.become(message, message.state().notBegun());
        }
        return look(nowNanos);
    }

    /** Removes a message in any state. Has no effect if it has left. */
    public List<Act<P>> leave(Received<P> message, Act.End end, long nowNanos) {
        List<Act<P>> acts = new ArrayList<>();
        leave(message, end, acts);
        return proceed(acts, nowNanos);
    }

    /** Delivers a message of this sequence, GIVEN_UP, again, because an operator wants so. */
    public List<Act<P>> retry(Received<P> message, long nowNanos) {
        message.retry(nowNanos);
        messages.add(message);
        messages.become(message, ReceivedState.WAITING);
        return look(nowNanos);
    }

    /** Returns the acts that have become due because time has passed. */
    public List<Act<P>> look(long nowNanos) {
        if (isPlannedBy(nowNanos)) {
            plannedNanos = null;
        }
        return proceed(new ArrayList<>(), nowNanos);
    }

    /** Looks without having announced it: a missed wake-up delays a message until then instead of for ever. */
    public List<Act<P>> watch(long nowNanos) {
        Received<P> next = next();
        if (next != null && next.dueNanos() - nowNanos <= 0 && !isPlannedBy(nowNanos)) {
            missedWakeUps++;
        }
        return proceed(new ArrayList<>(), nowNanos);
    }

    private boolean isPlannedBy(long nowNanos) {
        return plannedNanos != null && plannedNanos - nowNanos <= 0;
    }

    /** {@return the number of times that {@link #watch} has found what {@link #look} should have found} */
    public long missedWakeUps() {
        return missedWakeUps;
    }

    /** Suspends the deliveries until {@link #resume}. */
    public void suspend() {
        suspended = true;
    }

    /** Resumes the deliveries. */
    public List<Act<P>> resume(long nowNanos) {
        suspended = false;
        return look(nowNanos);
    }

    /**
     * Begins the end of the sequence: no message is accepted until {@link #endNoted}, nor after it if the end was noted. All
     * accepted messages are to be acknowledged.
     *
     * @return false if a message is being accepted, so that the accepted ones cannot be told yet
     */
    public boolean end() {
        for (Received<P> message : messages.all()) {
            if (message.state() == ReceivedState.ARRIVED || message.kind() == Received.Kind.TENTATIVE) {
                return false;
            }
        }
        ending = true;
        withheld.clear();
        return true;
    }

    /** Records that the end is {@linkplain AcceptedNumbers#isClosed noted}, or could not be noted. */
    public void endNoted() {
        ending = false;
    }

    /** Ends the deliveries of this process; the ends of earlier deliveries are still noted. */
    public void close() {
        closed = true;
    }

    /**
     * Removes all messages, because the sequence belongs to another process or its endpoint is closed; requests that wait
     * go on.
     */
    public List<Act<P>> stop() {
        List<Act<P>> acts = new ArrayList<>();
        for (Received<P> message : messages.all()) {
            leave(message, Act.End.ABANDONED, acts);
        }
        requests.takeDue((number, request) -> true).forEach(request -> acts.add(new Act.Resume<>(request)));
        suspended = false;
        return acts;
    }

    /** {@return the requests that wait until {@link Act.Resume}} */
    public WaitingRequests requests() {
        return requests;
    }

    /** Returns whether the thread of a request may deliver its message; true without order. */
    public boolean isTurnOf(long number) {
        return !inOrder || (messages.isLowest(number) && reached() >= number - 1);
    }

    /** Returns whether others wait for a message, or will: in order, the one that is to be delivered next is needed. */
    boolean isNeeded(long number) {
        return inOrder && !assurance.skips() && isTurnOf(number);
    }

    /** Returns a message that has come and has not left; null if it is not here. */
    public @Nullable Received<P> get(long number) {
        return messages.get(number);
    }

    /** {@return the messages that are here, lowest number first, a snapshot} */
    public Collection<Received<P>> all() {
        return messages.all();
    }

    /** {@return true if no state of this sequence needs to be kept} */
    public boolean isEmpty() {
        return messages.isEmpty() && requests.isEmpty() && !suspended && !ending;
    }

    /** {@return true if deliveries are suspended} */
    public boolean isSuspended() {
        return suspended;
    }

    /** Returns the time since which the messages here wait, in order, for one that has not come, and for no other reason. */
    public OptionalLong heldSince() {
        return messages.heldSince(reached());
    }

    /** {@return true if messages are here that do not wait for one that has not come} */
    public boolean hasDeliveries() {
        return !messages.isEmpty() && heldSince().isEmpty();
    }

    /** Returns whether work is being done, or is to be done now; false if all messages here wait. */
    public boolean isBusy(long nowNanos) {
        Received<P> next = next();
        return messages.isWorking() || (next != null && next.dueNanos() - nowNanos <= 0);
    }

    /** Returns the number up to which no gap matters. */
    private long reached() {
        return !inOrder || assurance.skips() || accepted.isClosed() ? Long.MAX_VALUE : accepted.contiguous();
    }

    private @Nullable Received<P> next() {
        return messages.next(suspended || closed ? 0 : reached());
    }

    /** Returns the acts that are due; called after each change. */
    private List<Act<P>> proceed(List<Act<P>> acts, long nowNanos) {
        Received<P> next = next();
        while (next != null && next.dueNanos() - nowNanos <= 0) {
            messages.become(next, next.state().begun());
            acts.add(Act.Work.on(next));
            next = next();
        }
        requests.takeDue((number, request) ->
                        !decide(number, request.after(), request.kind()).isPending())
                .forEach(request -> acts.add(new Act.Resume<>(request)));
        if (next != null && (plannedNanos == null || plannedNanos - next.dueNanos() > 0)) {
            plannedNanos = next.dueNanos();
            acts.add(new Act.LookAt<>(next.dueNanos()));
        }
        return acts;
    }

    private void leave(Received<P> message, Act.End end, List<Act<P>> acts) {
        if (message.state() != ReceivedState.GONE) {
            messages.become(message, ReceivedState.GONE);
            remove(message);
            acts.add(new Act.Release<>(message, end));
        }
    }

    private void remove(Received<P> message) {
        messages.remove(message);
        acknowledge(message.number());
        message.giveBackRoom();
    }
}
