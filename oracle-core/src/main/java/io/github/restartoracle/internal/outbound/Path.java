package io.github.restartoracle.internal.outbound;

import io.github.restartoracle.internal.attempt.Attempt;
import io.github.restartoracle.internal.attempt.PathResources;
import io.github.restartoracle.internal.pending.PathPolicy;
import io.github.restartoracle.internal.pending.PendingSet;
import io.github.restartoracle.internal.sequence.AnswerHabit;
import io.github.restartoracle.internal.window.SharedWindow;
import io.github.restartoracle.status.Backlog;
import io.github.restartoracle.status.PathName;
import io.github.restartoracle.status.PathStatus;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * One path: an RM source and a destination address, its oracle, its unacknowledged messages and their attempts. It decides
 * which attempt is dispatched and when; the {@linkplain Act acts} that follow are carried out by others.
 *
 * <p>Thread-safe by its own lock. No call blocks while the lock is held, and listeners are called only after it was
 * released.
 */
public final class Path<P> {
    /** The interval of the periodic check while messages wait to be dispatched, even if no event is known to be due. */
    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final PathName name;
    private final PathSettings settings;
    private final PathResources resources;
    private final PendingSet<Message<P>> pending;
    private final SendWindow<P> window;
    private final Outcomes<P> outcomes;
    private final Timeouts<P> timeouts;
    private final Parking<P> parking;
    private final Explanation<P> explanation;

    // The parts that its sequences use too.
    final Changes<P> changes;
    final SequenceEnds<P> ends;
    final Removal<P> removal;
    final SequenceLoss<P> loss;
    final Transmissions<P> transmissions;
    final Acknowledging<P> acknowledging;
    final Suspension<P> suspension;
    final AnswerHabit habit = new AnswerHabit();

    private int sequences;
    private boolean closed;
    private long lookedNanos;

    /**
     * Creates a path without messages.
     *
     * @param settings its configuration
     * @param resources the resources that its attempts share
     * @param shared the room that all paths share
     * @param payloads knows the contents of messages
     * @param carryOut carries out the acts
     */
    public Path(
            PathName name,
            PathSettings settings,
            PathResources resources,
            SharedWindow shared,
            Payloads<P> payloads,
            Consumer<Act<P>> carryOut) {
        this.name = name;
        this.settings = settings;
        this.resources = resources;
        this.changes = new Changes<>(this::follow, carryOut);
        PathPolicy policy = new PathPolicy(
                settings.oracles().pathOracle(),
                settings.maxAttempts(),
                mistake -> changes.act(new Act.TellMistake<>(mistake)));
        this.pending = new PendingSet<>(policy);
        Flight<P> flight = new Flight<>(
                settings,
                shared,
                new SharedWindow.Claim(resources, this::proceed),
                next -> changes.act(new Act.PassOnRoom<>(next)));
        this.window = new SendWindow<>(settings, pending, flight);
        this.outcomes = new Outcomes<>(changes, payloads);
        this.ends = new SequenceEnds<>(changes);
        this.removal = new Removal<>(settings, pending, window, outcomes, ends);
        this.loss = new SequenceLoss<>(changes, payloads, outcomes, removal, ends);
        this.transmissions = new Transmissions<>(policy, resources, changes, pending, window, outcomes, removal, loss);
        this.timeouts = new Timeouts<>(settings, pending, window, outcomes, removal, transmissions);
        this.acknowledging = new Acknowledging<>(name, pending, removal, loss, outcomes);
        this.parking = new Parking<>(changes, () -> closed, removal, outcomes);
        this.suspension = new Suspension<>(pending, window);
        this.explanation = new Explanation<>(settings, pending, window, outcomes);
    }

    /** {@return the name, endpoint and address} */
    public PathName name() {
        return name;
    }

    /** {@return the configuration} */
    public PathSettings settings() {
        return settings;
    }

    /** {@return the resources that its attempts share} */
    public PathResources resources() {
        return resources;
    }

    /** {@return the messages that wait for their sequence to be created} */
    public Parking<P> parking() {
        return parking;
    }

    /** Dispatches the messages that may go now, and sets the timer; called after each change. */
    private void follow(long nowNanos) {
        ends.proceed();
        transmissions.proceed(nowNanos);
        window.flight().passOnSharedRoom();
        lookedNanos = nowNanos;
        long delayNanos = nanosUntilDue(nowNanos);
        if (delayNanos != Long.MAX_VALUE) {
            changes.act(new Act.WakeUp<>(delayNanos));
        }
    }

    /** Runs an action under the lock, so that the states of messages can be read; it reads only, and must not block. */
    public <T> T locked(Supplier<T> action) {
        return changes.read(action);
    }

    /** Records that an answer of the destination with an HTTP status has brought an acknowledgement. */
    public void acknowledgedWith(int status, long nowNanos) {
        changes.make(nowNanos, () -> transmissions.emptyAnswers().acknowledged(status, nowNanos));
    }

    /** Registers a sequence that uses this path until it has {@linkplain #left left}; returns false if the path is closed. */
    boolean join() {
        return changes.read(() -> {
            sequences += closed ? 0 : 1;
            return !closed;
        });
    }

    /** Closes the path if no sequence and no message uses it; returns true if it is closed then. */
    public boolean closeIfIdle() {
        return changes.read(() -> closed |= sequences == 0 && outcomes.open() == 0);
    }

    /** Records that a sequence does not use this path any more; to be called under the lock. */
    void left() {
        sequences--;
    }

    /** Adds a captured message, of which no attempt is dispatched yet; returns false if its sequence was closed meanwhile. */
    public boolean add(Message<P> message, long nowNanos) {
        return changes.read(() -> {
            if (message.sequence().isClosed()) {
                return false;
            }
            message.sequence().messages().add(message);
            outcomes.begin(message, nowNanos);
            return true;
        });
    }

    /**
     * Gives a captured message another number, because calls before it have failed or have overtaken it.
     *
     * @param number its number in the sequence, 1 or more
     * @return false if it has that number already
     */
    public boolean renumber(Message<P> message, long number) {
        return changes.read(() -> {
            boolean differs = message.number() != number;
            if (differs) {
                message.sequence().messages().renumber(message, number);
            }
            return differs;
        });
    }

    /** Records that the destination takes no part in the sequence of a message any more. */
    public void forsake(Message<P> message) {
        changes.read(() -> message.sequence().forsake());
    }

    /**
     * Begins the first transmission of a captured message, which is due.
     *
     * @return the attempt, which the caller makes and reports; empty if the message waits: an {@link Act.Transmit} follows
     */
    public Optional<Attempt> transmit(Message<P> message, long nowNanos) {
        return changes.make(nowNanos, () -> firstAttempt(message, nowNanos));
    }

    private Optional<Attempt> firstAttempt(Message<P> message, long nowNanos) {
        if (message.state() != MessageState.CAPTURED || loss.move(message, nowNanos)) {
            return Optional.empty();
        }
        message.firstDue(nowNanos);
        return Optional.ofNullable(transmissions.offer(message, nowNanos));
    }

    /** Begins the first transmission of a captured message in the chain of a caller that waits for the answer and reports. */
    public Attempt transmitInPlace(Message<P> message, long nowNanos) {
        return changes.make(nowNanos, () -> {
            message.firstDue(nowNanos);
            return transmissions.dispatch(message, nowNanos);
        });
    }

    /**
     * Begins a first transmission as {@link #transmitInPlace}, unless calls of its caller are to be transmitted before it.
     *
     * @return the attempt, for the chain to report; empty if the message waits: an {@link Act.Transmit} follows
     */
    public Optional<Attempt> transmitInTurn(Message<P> message, long nowNanos) {
        return changes.make(nowNanos, () -> {
            message.firstDue(nowNanos);
            return transmissions.holds(message, nowNanos)
                    ? Optional.empty()
                    : Optional.of(transmitInPlace(message, nowNanos));
        });
    }

    /**
     * Records that the only transmission of a captured message is the answer on the connection of a request. It is not followed.
     */
    public void answer(Message<P> message, long nowNanos) {
        changes.make(nowNanos, () -> outcomes.answering(message));
    }

    /** Takes over a captured message that was transmitted in an earlier process; its timeout counts from now. */
    public void recover(Message<P> message, long nowNanos) {
        changes.make(nowNanos, () -> {
            outcomes.left(message);
            pending.recover(message, 1, nowNanos);
            message.recovered(nowNanos);
            if (message.sequence().isSuspended()) {
                pending.suspend(message);
                message.become(MessageState.SUSPENDED);
            } else if (message.isForsaken()) {
                loss.recovered(message, nowNanos);
            }
        });
    }

    /** Takes over a captured message that was given up in an earlier process; it may have arrived all the same. */
    public void recoverGivenUp(Message<P> message, String reason, long nowNanos) {
        changes.make(nowNanos, () -> {
            outcomes.left(message);
            message.recoveredGivenUp(nowNanos);
            outcomes.givenUpBefore(message, reason);
            ends.without(message);
        });
    }

    /** Returns the time until a message is due; 0 or less if one is, {@link Long#MAX_VALUE} for never. */
    public long nanosUntilDue(long nowNanos) {
        return changes.read(() -> Math.min(nanosUntilKnown(nowNanos), nanosUntilLook(nowNanos)));
    }

    /** Returns the time until a restart is due, or until a waiting message may be dispatched. */
    private long nanosUntilKnown(long nowNanos) {
        return Math.min(pending.nanosUntilDue(nowNanos), window.nanosUntilRoom(nowNanos, lookedNanos));
    }

    /** Returns the time until the periodic check, which limits the cost of a missed wake-up to a delay. */
    private long nanosUntilLook(long nowNanos) {
        return window.waitingOrHeld() == 0 ? Long.MAX_VALUE : Math.max(0, lookedNanos + LOOK_NANOS - nowNanos);
    }

    /** Handles the messages that are due; by now there may be none. */
    public void expire(long nowNanos) {
        changes.make(nowNanos, () -> {
            boolean known = nanosUntilKnown(nowNanos) <= 0;
            // PassOnRoom may have found no thread.
            window.flight().takeSharedRoom();
            boolean overdue = timeouts.expire(nowNanos);
            int dispatched = transmissions.proceed(nowNanos);
            if (!known && !overdue) {
                outcomes.missedWakeUps(dispatched);
            }
        });
    }

    /** Dispatches the messages that waited for the room that other paths have made. */
    private void proceed(long nowNanos) {
        changes.make(nowNanos, window.flight()::takeSharedRoom);
    }

    /** Gives up a message and abandons its attempts that have not connected; returns false if it is resolved already. */
    public boolean giveUp(Message<P> message, String reason, long nowNanos) {
        return changes.make(nowNanos, () -> {
            boolean unresolved = message.isUnresolved();
            if (unresolved) {
                removal.giveUpForGood(message, reason, nowNanos);
            }
            return unresolved;
        });
    }

    /**
     * Retries a message that was given up; the numbers of its transmissions go on. One that never got a number is parked again, and
     * one whose destination takes no part in its sequence any more moves to another.
     *
     * @return false if it is not given up
     */
    public boolean retry(Message<P> message, long nowNanos) {
        return changes.make(nowNanos, () -> {
            if (message.state() != MessageState.GIVEN_UP) {
                return false;
            }
            if (loss.move(message, nowNanos)) {
                return true;
            }
            message.retry(nowNanos);
            outcomes.beginAgain(message, nowNanos);
            if (message.isNumbered()) {
                transmissions.transmit(message, transmissions.offer(message, nowNanos));
            } else {
                changes.act(new Act.Park<>(List.of(message)));
            }
            return true;
        });
    }

    /** Takes out a message, which is not transmitted any more; returns false if it is out already. */
    public boolean withdraw(Message<P> message, long nowNanos) {
        return changes.make(nowNanos, () -> removal.withdraw(message, nowNanos));
    }

    /** {@return the messages that were given up and not acknowledged since, in the order in which they were given up} */
    public Collection<Message<P>> givenUp() {
        return changes.read(outcomes::givenUp);
    }

    /** {@return the work that is still to be done, counts at this moment} */
    public Backlog backlog() {
        return changes.read(outcomes::backlog);
    }

    /** {@return the state of a message, a snapshot} */
    public MessageStatus status(Message<P> message, long nowNanos) {
        return changes.read(() -> MessageStatus.of(message, pending.timeoutNanos(message, nowNanos)));
    }

    /**
     * Returns the reason for which a message is not acknowledged yet.
     *
     * @return a sentence for people: what the message waits for, since when, and until when at the latest if that is known
     */
    public String whyWaiting(Message<P> message, long nowNanos) {
        return changes.read(() -> explanation.of(message, nowNanos));
    }

    /** {@return the time since the oldest attempt in flight was dispatched, in nanoseconds; 0 if there is none} */
    public long longestInFlightNanos(long nowNanos) {
        return changes.read(() -> window.flight().longestNanos(nowNanos));
    }

    /** {@return the state; a snapshot} */
    public PathStatus status(long nowNanos) {
        return changes.read(() -> outcomes.status(
                name, settings, resources, pending, window, explanation.ofTheOldest(nowNanos), nowNanos));
    }
}
