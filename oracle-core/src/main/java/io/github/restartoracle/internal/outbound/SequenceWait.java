package io.github.restartoracle.internal.outbound;

import io.github.restartoracle.status.MessageId;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The calls of one client to one address that wait for a sequence, and the steps that are taken for them, one after the other:
 * a sequence that has ended is closed, a message gets its number, or a sequence is created for a caller that waits for it.
 *
 * <p>No message gets a number before the sequences that have ended are closed. Messages that had a number in another sequence, or
 * in an earlier process, go before those that had none. While steps fail, the pauses between them grow from
 * {@value #FIRST_PAUSE_MILLIS} to {@value #LONGEST_PAUSE_MILLIS} ms.
 *
 * <p>Not thread-safe; confined to the lock of its owner.
 *
 * @param <P> the content of a message
 * @param <C> the callers that wait for a moment, instead of leaving a message that waits
 */
public final class SequenceWait<P, C> {
    private static final long FIRST_PAUSE_MILLIS = 250;
    private static final long LONGEST_PAUSE_MILLIS = 4_000;

    /** A message that waits, and the number of failed transmissions of requests for a sequence before its wait began. */
    private record Parked<P>(Message<P> message, long failuresBefore) {
        MessageId former() {
            return Objects.requireNonNull(message.former());
        }
    }

    /**
     * A step to be taken. Its outcome is told by {@link #done} or {@link #failed}, or by {@link #resumes} for a pause.
     *
     * @param <P> the content of a message
     * @param <C> the callers that wait for a moment
     */
    public sealed interface Step<P, C> {
        /** A sequence is closed that has ended without a message. Its destination has failed to do so that many times in turn. */
        record End<P, C>(Message<P> gap, int faults) implements Step<P, C> {}

        /** A message gets its number, in a sequence that is created if there is none. */
        record GiveNumber<P, C>(Message<P> message) implements Step<P, C> {}

        /** A sequence is created, unless there is one. */
        record Create<P, C>(C caller) implements Step<P, C> {}

        /** No step may be taken for a time. */
        record Pause<P, C>(long nanos) implements Step<P, C> {}
    }

    /**
     * A message that has waited for as long as it may.
     *
     * @param message the message, which waits no longer
     * @param limit the limit that it has reached, for a person to read
     */
    public record Overdue<P>(Message<P> message, String limit) {}

    /** The position of a call behind those that were accepted before it. */
    public enum Turn {
        /** The call is the next. */
        NOW,
        /** Others come first. */
        LATER,
        /** Others come first, and wait for a sequence that cannot be created. */
        UNKNOWN
    }

    private final Deque<Message<P>> endings = new ArrayDeque<>(0);
    private final Deque<Parked<P>> former = new ArrayDeque<>();
    private final Deque<Parked<P>> parked = new ArrayDeque<>();
    private final Deque<C> callers = new ArrayDeque<>();
    /** The number of messages that have left {@link #parked}. */
    private long passed;

    /** The number of times in turn that a destination has failed to close the first sequence. */
    private int endingFaults;

    private int reserved;
    private long failures;
    private long pauseMillis = FIRST_PAUSE_MILLIS;
    private boolean settled;
    private boolean down;
    private boolean created;
    private boolean working;
    private boolean paused;
    private boolean closed;

    /** Creates an empty wait: no message and no caller. */
    public SequenceWait() {}

    /** {@return whether a call need not wait for others, or for the end of a sequence} */
    public boolean isFree() {
        return endings.isEmpty() && first() == null;
    }

    /** {@return whether {@link #close} was called} */
    public boolean isClosed() {
        return closed;
    }

    /** {@return whether a sequence was created once} */
    public boolean hasCreated() {
        return created;
    }

    /**
     * Returns whether errors of configuration are not told to callers any more, because there was a sequence once, or because
     * the destination was down.
     *
     * @return false while callers wait for the outcome of the first attempt to create a sequence
     */
    public boolean isSettled() {
        return settled;
    }

    private @Nullable Parked<P> first() {
        return former.isEmpty() ? parked.peek() : former.peek();
    }

    /** {@return the messages that wait, in their order} */
    public List<Message<P>> messages() {
        return Stream.concat(former.stream(), parked.stream())
                .map(Parked::message)
                .toList();
    }

    /**
     * Lets a caller wait for a sequence for a moment, unless others wait for one that cannot be created.
     *
     * @param caller the caller
     * @return false if it is not to wait
     */
    public boolean enter(C caller) {
        return !closed && !(settled && (down || !isFree())) && callers.add(caller);
    }

    /**
     * Ends the wait of a caller.
     *
     * @param caller the caller; no effect if it does not wait
     */
    public void leave(C caller) {
        callers.remove(caller);
    }

    /**
     * Ends the waits of the callers that take a failure.
     *
     * @param refused returns whether a caller has taken the failure
     * @return whether any has
     */
    public boolean refuse(Predicate<C> refused) {
        return callers.removeIf(refused);
    }

    /** {@return the number of messages that have waited so far, for {@link #turn}} */
    public long accepted() {
        return passed + parked.size();
    }

    /**
     * Returns whether it is the turn of a call that does not wait here itself.
     *
     * @param before the number of messages that were {@linkplain #accepted accepted} before it
     * @return its turn at this moment
     */
    public Turn turn(long before) {
        if (closed || (former.isEmpty() && endings.isEmpty() && passed >= before)) {
            return Turn.NOW;
        }
        return down ? Turn.UNKNOWN : Turn.LATER;
    }

    /**
     * Reserves the place of a message, which is stored before it waits, because a call that is refused must not be in a store.
     *
     * @param most the maximum number of messages that wait
     * @return false if so many wait, or if all waits have ended
     */
    public boolean reserve(int most) {
        boolean free = !closed && former.size() + parked.size() + reserved < most;
        reserved += free ? 1 : 0;
        return free;
    }

    /** Frees a place that was reserved. */
    public void release() {
        reserved--;
    }

    /**
     * Has a message wait in the place that was reserved for it.
     *
     * @param message a message without a number
     */
    public void add(Message<P> message) {
        reserved--;
        parked.add(new Parked<>(message, failures));
    }

    /**
     * Has messages wait that were accepted before, however many wait already.
     *
     * @param messages messages without a number; those that had one go before those that had none
     */
    public void addAgain(List<Message<P>> messages) {
        List<Parked<P>> numbered = new ArrayList<>(messages.size());
        for (Message<P> message : messages) {
            (message.former() == null ? parked : numbered).add(new Parked<>(message, failures));
        }
        if (!numbered.isEmpty()) {
            MoveOrder.insert(former, numbered, Parked::former);
        }
    }

    /**
     * Has a sequence closed before any other step.
     *
     * @param gap the message without which it has ended
     */
    public void end(Message<P> gap) {
        endings.add(gap);
    }

    /**
     * Records that somebody waits; steps are taken from now on.
     *
     * @return false if they are taken already
     */
    public boolean begins() {
        boolean begins = !working && !closed;
        working |= begins;
        return begins;
    }

    /**
     * Returns the next step.
     *
     * @param nowNanos the time on the clock of the paths
     * @return null if there is none until somebody waits again
     */
    public @Nullable Step<P, C> next(long nowNanos) {
        Step<P, C> next = closed ? null : step(nowNanos);
        working = next != null;
        paused = next instanceof Step.Pause;
        return next;
    }

    private @Nullable Step<P, C> step(long nowNanos) {
        if (!endings.isEmpty()) {
            return new Step.End<>(endings.element(), endingFaults);
        }
        Parked<P> first = first();
        if (first != null) {
            long waitNanos = first.message().moveWaitNanos(nowNanos);
            return waitNanos > 0 ? new Step.Pause<>(waitNanos) : new Step.GiveNumber<>(first.message());
        }
        C caller = callers.peek();
        return caller == null ? null : new Step.Create<>(caller);
    }

    /**
     * Ends a pause.
     *
     * @return true if steps are to be taken again
     */
    public boolean resumes() {
        boolean resumes = paused && !closed;
        paused = false;
        return resumes;
    }

    /**
     * Records that the destination has created a sequence.
     *
     * @param nowNanos the time
     */
    public void created(long nowNanos) {
        created = true;
        paths().forEach(path -> path.parking().created(nowNanos));
    }

    private Stream<Path<P>> paths() {
        return messages().stream().map(Message::path).distinct();
    }

    /**
     * Records that a step was taken.
     *
     * @param step a step that {@link #next} has returned
     * @return the callers whose waits end
     */
    public List<C> done(Step<P, C> step) {
        if (step instanceof Step.End<P, C> end) {
            endings.remove(end.gap());
            endingFaults = 0;
        } else if (step instanceof Step.GiveNumber<P, C> served
                && !remove(served.message(), former)
                && remove(served.message(), parked)) {
            passed++;
        }
        pauseMillis = FIRST_PAUSE_MILLIS;
        return settle(false);
    }

    /** Removes a message, which is near the front. */
    private static <P> boolean remove(Message<P> message, Deque<Parked<P>> from) {
        for (Iterator<Parked<P>> each = from.iterator(); each.hasNext(); ) {
            if (each.next().message().equals(message)) {
                each.remove();
                return true;
            }
        }
        return false;
    }

    /**
     * Records whether a sequence can be created.
     *
     * @param isDown true if the last attempt has failed, or takes long
     * @return the callers whose waits end
     */
    public List<C> settle(boolean isDown) {
        settled = true;
        down = isDown;
        return callers();
    }

    private List<C> callers() {
        List<C> ended = List.copyOf(callers);
        callers.clear();
        return ended;
    }

    /** Records that a sequence could be created apart from the steps. */
    public void up() {
        down = false;
    }

    /**
     * Records that a step has failed; it is taken again after a pause.
     *
     * @param transmissions the number of transmissions of the request for a sequence
     * @param faulted true if the destination has answered with a fault of its own
     * @param maxAttempts the maximum number of these transmissions for a message, 0 for no limit
     * @param giveUpAfter the longest wait of a message, zero for no limit
     * @param nowNanos the time on the clock of the paths
     * @return the messages that have waited for as long as they may, which are the first
     */
    public List<Overdue<P>> failed(
            int transmissions, boolean faulted, int maxAttempts, Duration giveUpAfter, long nowNanos) {
        failures += transmissions;
        endingFaults = endings.isEmpty() || !faulted ? 0 : endingFaults + 1;
        List<Overdue<P>> overdue = new ArrayList<>(0);
        for (Parked<P> next = first(); next != null; next = first()) {
            String limit = limit(next, maxAttempts, giveUpAfter, nowNanos);
            if (limit == null) {
                break;
            }
            passed += former.isEmpty() ? 1 : 0;
            (former.isEmpty() ? parked : former).remove();
            overdue.add(new Overdue<>(next.message(), limit));
        }
        return overdue;
    }

    private @Nullable String limit(Parked<P> waiting, int maxAttempts, Duration giveUpAfter, long nowNanos) {
        if (maxAttempts > 0 && failures - waiting.failuresBefore() >= maxAttempts) {
            return "no sequence after max-attempts attempts to create one";
        }
        long waitedNanos = nowNanos - waiting.message().path().locked(waiting.message()::sinceNanos);
        return !giveUpAfter.isZero() && waitedNanos >= giveUpAfter.toNanos()
                ? "no sequence within give-up-after"
                : null;
    }

    /**
     * Tells the paths of the messages that wait why there is no sequence.
     *
     * @param reason the reason, for a person to read
     */
    public void problem(String reason) {
        paths().forEach(path -> path.parking().failed(reason));
    }

    /** {@return the pause after a step that has failed, which is longer after the next; {@link #resumes} ends it} */
    public Step.Pause<P, C> pause() {
        long millis = pauseMillis;
        pauseMillis = Math.min(2 * pauseMillis, LONGEST_PAUSE_MILLIS);
        paused = true;
        return new Step.Pause<>(TimeUnit.MILLISECONDS.toNanos(millis));
    }

    /**
     * Ends all waits.
     *
     * @return the callers whose waits end; the {@link #messages} stay
     */
    public List<C> close() {
        closed = true;
        endings.clear();
        return callers();
    }
}
