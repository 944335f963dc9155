package io.github.restartoracle.internal.call;

import io.github.restartoracle.internal.outbound.Message;
import io.github.restartoracle.internal.outbound.Path;
import io.github.restartoracle.status.MessageId;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The calls of one client to one address that wait for a sequence, and the steps that are taken for them, one after the other:
 * a sequence that has ended is closed, a message gets its number, or a sequence is created for a caller that waits for it.
 *
 * <p>No message gets a number before the sequences that have ended are closed. Messages that had a number in another sequence, or
 * in an earlier process, go before those that had none. While steps fail, the pauses between them grow from
 * {@value #FIRST_PAUSE_MILLIS} to {@value #LONGEST_PAUSE_MILLIS} ms; a caller that waits for the answer of the service ends a pause
 * once, since its failure is to be told soon.
 *
 * <p>Not thread-safe; confined to the lock of its owner.
 *
 * @param <C> the callers that wait, instead of leaving a message that waits
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
     * The reason why a step has failed.
     *
     * @param transmissions the number of transmissions of the request for a sequence, 0 or more
     * @param isFault true if the destination has answered with a fault of its own
     * @param isConfiguration true if no repetition can cure it
     */
    public record Failure(int transmissions, boolean isFault, boolean isConfiguration) {}

    private final Deque<Message<P>> endings = new ArrayDeque<>(0);
    private final Deque<Parked<P>> former = new ArrayDeque<>();
    private final Deque<Parked<P>> parked = new ArrayDeque<>();
    private final Callers<C> callers = new Callers<>();
    /** The number of messages that have left {@link #parked}. */
    private long passed;

    /** The number of times in turn that a destination has failed to close the first sequence. */
    private int endingFaults;

    private int reserved;
    private long failures;
    private long pauseMillis = FIRST_PAUSE_MILLIS;
    /** False while callers are told errors of configuration: no step was taken yet, and none has failed for another reason. */
    private boolean settled;

    private boolean down;
    private boolean created;
    private boolean working;
    /** The pause to be made, unless a caller's sequence is tried first. */
    private SequenceStep.@Nullable Pause<P, C> due;

    /** The pause that goes on. */
    private SequenceStep.@Nullable Pause<P, C> paused;

    private boolean closed;

    /** Creates an empty wait: no message and no caller. */
    public SequenceWait() {}

    /** {@return whether a call need not wait for others, or for the end of a sequence} */
    public boolean isFree() {
        return mayNumber() && first() == null;
    }

    /** {@return whether all sequences that have ended are closed, which may change before a sequence is created} */
    public boolean mayNumber() {
        return endings.isEmpty();
    }

    /** {@return whether {@link #close} was called} */
    public boolean isClosed() {
        return closed;
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
     * Lets a caller wait.
     *
     * @param patience the time for which it waits
     * @param before the number of messages that were {@linkplain #accepted accepted} before it
     * @return false if it is not to wait: all waits have ended, or it is brief and others wait, or cannot have a sequence
     */
    public boolean enter(C caller, Patience patience, long before) {
        boolean waits = !closed && (patience != Patience.BRIEF || !settled || (!down && isFree()));
        if (waits) {
            callers.add(caller, patience, before);
        }
        return waits;
    }

    /**
     * Ends the wait of a caller.
     *
     * @param caller the caller; no effect if it does not wait
     */
    public void leave(C caller) {
        callers.remove(caller);
    }

    /** {@return the number of messages that have waited so far, for {@link #isTurn}} */
    public long accepted() {
        return passed + parked.size();
    }

    /**
     * Returns whether a call that does not wait here itself goes before all that wait.
     *
     * @param before the number of messages that were {@linkplain #accepted accepted} before it
     * @return true if nothing comes first
     */
    public boolean isTurn(long before) {
        return mayNumber() && former.isEmpty() && passed >= before;
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
            MoveOrder.insert(
                    former, numbered, Parked::former, numbered.get(0).message().isLate());
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
        boolean begins = !closed && (!working || (paused != null && callers.hasNext()));
        if (begins) {
            working = true;
            // The caller may be gone before the next step.
            due = paused;
            paused = null;
        }
        return begins;
    }

    /**
     * Returns the next step.
     *
     * @param nowNanos the time on the clock of the paths
     * @return null if there is none until somebody waits again
     */
    public @Nullable SequenceStep<P, C> next(long nowNanos) {
        SequenceStep<P, C> next = closed ? null : step(nowNanos);
        due = null;
        working = next != null;
        paused = next instanceof SequenceStep.Pause<P, C> pause ? pause : null;
        return next;
    }

    private @Nullable SequenceStep<P, C> step(long nowNanos) {
        SequenceStep<P, C> trying = callers.next(before -> down || isTurn(before));
        if (trying != null) {
            return trying;
        }
        if (due != null) {
            return due;
        }
        if (!endings.isEmpty()) {
            return new SequenceStep.End<>(endings.element(), endingFaults);
        }
        Parked<P> first = first();
        if (first != null) {
            long waitNanos = first.message().moveWaitNanos(nowNanos);
            return waitNanos > 0 ? new SequenceStep.Pause<>(waitNanos) : new SequenceStep.GiveNumber<>(first.message());
        }
        return callers.first();
    }

    /**
     * Ends a pause.
     *
     * @param pause a step that {@link #next} has returned
     * @return true if steps are to be taken again
     */
    @SuppressWarnings("ReferenceEquality") // A later pause may be as long.
    public boolean resumes(SequenceStep.Pause<P, C> pause) {
        boolean resumes = paused == pause && !closed;
        if (resumes) {
            paused = null;
        }
        return resumes;
    }

    /** Records that the destination has created a sequence. */
    public void created(long nowNanos) {
        created = true;
        callers.created();
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
    public List<C> done(SequenceStep<P, C> step) {
        if (step instanceof SequenceStep.End<P, C> end) {
            endings.remove(end.gap());
            endingFaults = 0;
        } else if (step instanceof SequenceStep.GiveNumber<P, C> served
                && !remove(served.message(), former)
                && remove(served.message(), parked)) {
            passed++;
        } else if (step instanceof SequenceStep.Create) {
            callers.created();
        }
        pauseMillis = FIRST_PAUSE_MILLIS;
        settled = true;
        down = false;
        return callers.goOn(this::isTurn);
    }

    /** Removes a message, which is near the front. */
    private static <P> boolean remove(Message<P> message, Deque<Parked<P>> from) {
        return from.stream()
                .filter(each -> each.message().equals(message))
                .findFirst()
                .map(from::remove)
                .orElse(false);
    }

    /**
     * Records that the present step takes long.
     *
     * @return the callers whose waits end
     */
    public List<C> late() {
        settled = true;
        down = true;
        return callers.goOnAnyhow();
    }

    /**
     * Records that the present step fails for the time being.
     *
     * @param isConfiguration true if no repetition can cure it
     * @return the callers whose waits end, and no messages
     */
    public EndedWaits<P, C> troubled(boolean isConfiguration) {
        boolean forGood = isConfiguration && !settled;
        List<C> refused = callers.refused(created, forGood);
        return new EndedWaits<>(refused, forGood ? List.of() : late(), List.of());
    }

    /**
     * Records that a step has failed; it is taken again after a pause.
     *
     * @param step a step that {@link #next} has returned
     * @param failure the reason
     * @param maxAttempts the maximum number of transmissions of the request for a sequence for a message, 0 for no limit
     * @param giveUpAfter the longest wait of a message, zero for no limit
     * @param nowNanos the time on the clock of the paths
     * @return the callers and messages whose waits end
     */
    public EndedWaits<P, C> failed(
            SequenceStep<P, C> step, Failure failure, int maxAttempts, Duration giveUpAfter, long nowNanos) {
        failures += failure.transmissions();
        if (step instanceof SequenceStep.End) {
            endingFaults = failure.isFault() ? endingFaults + 1 : 0;
        }
        List<EndedWaits.Overdue<P>> overdue = overdue(maxAttempts, giveUpAfter, nowNanos);
        EndedWaits<P, C> ended = troubled(failure.isConfiguration() && !(step instanceof SequenceStep.End));
        if (!isFree() || !callers.isEmpty()) {
            due = new SequenceStep.Pause<>(TimeUnit.MILLISECONDS.toNanos(pauseMillis));
            pauseMillis = Math.min(2 * pauseMillis, LONGEST_PAUSE_MILLIS);
        }
        return new EndedWaits<>(ended.refused(), ended.goOn(), overdue);
    }

    private List<EndedWaits.Overdue<P>> overdue(int maxAttempts, Duration giveUpAfter, long nowNanos) {
        List<EndedWaits.Overdue<P>> overdue = new ArrayList<>(0);
        for (Parked<P> next = first(); next != null; next = first()) {
            String limit = limit(next, maxAttempts, giveUpAfter, nowNanos);
            if (limit == null) {
                break;
            }
            passed += former.isEmpty() ? 1 : 0;
            (former.isEmpty() ? parked : former).remove();
            overdue.add(new EndedWaits.Overdue<>(next.message(), limit));
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

    /**
     * Ends all waits.
     *
     * @return the callers whose waits end; the {@link #messages} stay
     */
    public List<C> close() {
        closed = true;
        endings.clear();
        return callers.end();
    }
}
