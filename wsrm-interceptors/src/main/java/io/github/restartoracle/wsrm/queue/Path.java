package io.github.restartoracle.wsrm.queue;

import io.github.restartoracle.oracle.RetransmissionOracle;
import io.github.restartoracle.pending.Due;
import io.github.restartoracle.pending.Echo;
import io.github.restartoracle.pending.Pending;
import io.github.restartoracle.pending.PendingSet;
import io.github.restartoracle.pending.RestartTimer;
import io.github.restartoracle.pending.SampleUse;
import io.github.restartoracle.wsrm.attempt.Attempt;
import io.github.restartoracle.wsrm.attempt.Phase;
import java.time.Clock;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One path: an RM source and a destination address, its oracle, its unacknowledged messages and their attempts. It decides
 * which attempt leaves and when; {@link Dispatch} makes it leave.
 *
 * <p>Thread-safe by its own lock. Nothing blocks while the lock is held, and no listener is called.
 */
final class Path implements RestartTimer.Timed {
    /** Makes attempts leave; called with the path's lock held, so it must return at once. */
    interface Dispatch {
        /** Sends an attempt of a message from another thread, and tells the path when it has ended. */
        void launch(Outgoing message, Attempt attempt, long dueNanos);

        /** Something will be due in so many nanoseconds. */
        void dueIn(long delayNanos);

        /** A message was given up; its reason is set. */
        void gaveUp(Outgoing message);
    }

    /** What happened to the messages of an acknowledgement. */
    record Settled(Outgoing message, int attempts, SampleUse use) {}

    final String endpoint;
    final String address;
    final PathSettings settings;

    private final Object lock = new Object();
    private final Dispatch dispatch;
    private final PendingSet<Outgoing> pending;
    private final InFlight inFlight;
    private final Map<SampleUse, Long> samples = new EnumMap<>(SampleUse.class);
    private int unacknowledged;
    private long restarts;
    private long rejectedAcknowledgements;

    Path(String endpoint, String address, PathSettings settings, Dispatch dispatch) {
        this.endpoint = endpoint;
        this.address = address;
        this.settings = settings;
        this.dispatch = dispatch;
        this.pending = new PendingSet<>(settings.oracles().oracle());
        this.inFlight = new InFlight(settings.maxInFlight());
    }

    /** Runs an action on the sequences of this path under its lock. */
    <T> T locked(Supplier<T> action) {
        synchronized (lock) {
            return action.get();
        }
    }

    /** A captured message; its first attempt leaves on {@link #depart}. */
    void add(Outgoing message) {
        synchronized (lock) {
            message.sequence.add(message);
            unacknowledged++;
        }
    }

    /** The first attempt of a message is due. */
    void depart(Outgoing message, long nowNanos) {
        synchronized (lock) {
            message.dueNanos = nowNanos;
            leaveOrWait(message, nowNanos);
            announceNextDue(nowNanos);
        }
    }

    /**
     * The first attempt of a message is made by the chain that captured it.
     *
     * @return the attempt, for the chain to end
     */
    Attempt departInPlace(Outgoing message, long nowNanos) {
        synchronized (lock) {
            message.pending = pending.add(message, nowNanos);
            Attempt attempt = started(message, 1);
            // Nobody knows how far it is, and nobody can stop it.
            attempt.advance(Phase.CONNECTED);
            announceNextDue(nowNanos);
            return attempt;
        }
    }

    /** A message of an earlier life, which was sent once at least. */
    void recover(Outgoing message, long nowNanos) {
        synchronized (lock) {
            add(message);
            message.pending = pending.recover(message, 1, nowNanos);
            suspendIfSequenceIs(message);
            announceNextDue(nowNanos);
        }
    }

    @Override
    public long nanosUntilDue(long nowNanos) {
        synchronized (lock) {
            return pending.nanosUntilDue(nowNanos);
        }
    }

    @Override
    public void expire(long nowNanos) {
        synchronized (lock) {
            List<Outgoing> due = new ArrayList<>();
            pending.expire(nowNanos, new Due<>() {
                @Override
                public void restart(Pending<Outgoing> restarted) {
                    throw new IllegalStateException("told without the time");
                }

                @Override
                public void restart(Pending<Outgoing> restarted, long dueNanos) {
                    Outgoing message = restarted.message();
                    message.dueNanos = dueNanos;
                    due.add(message);
                }

                @Override
                public void giveUp(Pending<Outgoing> exhausted) {
                    Path.this.giveUp(
                            exhausted.message(), "no acknowledgement after " + exhausted.attempts() + " transmissions");
                }
            });
            for (Outgoing message : due) {
                restarts++;
                leaveOrWait(message, nowNanos);
            }
        }
    }

    /** The attempt has ended, whatever the outcome. */
    void ended(Outgoing message, Attempt attempt, long nowNanos) {
        synchronized (lock) {
            boolean freedPlace = inFlight.remove(attempt);
            OutboundSequence sequence = message.sequence;
            message.attempts.remove(attempt);
            if (attempt.phase() == Phase.FAILED && !message.settled && neverRestarts(message)) {
                giveUp(message, "the transmission failed (" + attempt.cause() + ") and the oracle does not restart");
            }
            if (sequence.departing == attempt) {
                sequence.departing = null;
            }
            if (sequence.inOrder) {
                departLowest(sequence, nowNanos);
            } else if (message.waiting && message.attempts.isEmpty()) {
                leaveOrWait(message, nowNanos);
            }
            if (freedPlace) {
                for (Outgoing next = inFlight.next(); next != null; next = inFlight.next()) {
                    leaveOrWait(next, nowNanos);
                }
            }
            announceNextDue(nowNanos);
        }
    }

    /** The transmission leaves the source now: samples count from here, not from when a thread was asked for. */
    boolean dispatched(Outgoing message, Attempt attempt, long nowNanos) {
        synchronized (lock) {
            if (message.settled || message.pending == null) {
                return false;
            }
            message.pending.dispatched(attempt.number(), nowNanos);
            return true;
        }
    }

    /**
     * Applies an acknowledgement.
     *
     * @param ranges lower and upper bounds in turn
     * @param highestSent the highest number that was sent
     * @param arrivedNanos when the acknowledgement arrived
     * @param echoes what the destination says of the transmission that arrived, by message number; null where it says
     *     nothing
     * @return the messages acknowledged for the first time
     * @throws IllegalArgumentException if the acknowledgement is not sound; nothing was changed
     */
    List<Settled> acknowledge(
            OutboundSequence sequence,
            long[] ranges,
            long highestSent,
            long arrivedNanos,
            LongFunction<@Nullable Echo> echoes) {
        synchronized (lock) {
            String defect = AcknowledgedRanges.defect(ranges, Math.max(highestSent, sequence.highestNumber()));
            if (defect != null) {
                rejectedAcknowledgements++;
                throw new IllegalArgumentException(defect);
            }
            List<Settled> settled = new ArrayList<>(1);
            for (Outgoing message : sequence.acknowledge(ranges)) {
                int attempts = message.attemptsMade();
                SampleUse use = sample(message, arrivedNanos, echoes.apply(message.number));
                samples.merge(use, 1L, Long::sum);
                settle(message);
                settled.add(new Settled(message, attempts, use));
            }
            announceNextDue(arrivedNanos);
            return settled;
        }
    }

    private SampleUse sample(Outgoing message, long nowNanos, @Nullable Echo echo) {
        boolean withheld = message.sequence.mayHaveBeenWithheld(message, nowNanos);
        Pending<Outgoing> entry = message.pending;
        if (entry == null) {
            return SampleUse.NONE;
        }
        if (echo != null) {
            return pending.acknowledge(entry, nowNanos, echo);
        }
        if (withheld) {
            pending.remove(entry);
            return SampleUse.NONE;
        }
        return pending.acknowledge(entry, nowNanos);
    }

    /** Takes messages out without an acknowledgement: an operator purged them, or their source stopped. */
    List<Outgoing> drop(OutboundSequence sequence) {
        synchronized (lock) {
            List<Outgoing> all = sequence.removeAll();
            all.forEach(this::settle);
            return all;
        }
    }

    void suspend(OutboundSequence sequence) {
        synchronized (lock) {
            sequence.suspended = true;
            sequence.ascending().forEach(this::suspendIfSequenceIs);
        }
    }

    void resume(OutboundSequence sequence, long nowNanos) {
        synchronized (lock) {
            sequence.suspended = false;
            for (Outgoing message : sequence.ascending()) {
                if (message.pending != null && !message.waiting) {
                    pending.resume(message.pending, nowNanos);
                }
            }
            announceNextDue(nowNanos);
        }
    }

    /** Tries a message again that was given up, with all its attempts before it. */
    boolean retry(Outgoing message, long nowNanos) {
        synchronized (lock) {
            if (message.settled || message.givenUp == null) {
                return false;
            }
            message.givenUp = null;
            message.pending = null;
            depart(message, nowNanos);
            return true;
        }
    }

    PathStatus status(long nowNanos) {
        synchronized (lock) {
            return new PathStatus(
                    endpoint,
                    address,
                    settings.oracleName(),
                    unacknowledged,
                    inFlight.size(),
                    pending.oracle().timeoutNanos(1),
                    pending.nanosUntilDue(nowNanos),
                    restarts,
                    Map.copyOf(samples),
                    rejectedAcknowledgements);
        }
    }

    private void leaveOrWait(Outgoing message, long nowNanos) {
        if (message.settled) {
            return;
        }
        if (hasToWait(message)) {
            message.waiting = true;
            if (message.pending != null) {
                // It is not transmitted yet, so its timeout must not run.
                pending.suspend(message.pending);
            }
            return;
        }
        leave(message, nowNanos);
    }

    private boolean hasToWait(Outgoing message) {
        OutboundSequence sequence = message.sequence;
        boolean oneAtATime = message.inPlace || sequence.inOrder;
        boolean blocked = oneAtATime && !closeUnconnected(message);
        if (sequence.inOrder && (blocked || sequence.departing != null)) {
            sequence.waiting.put(message.number, message);
            return true;
        }
        if (blocked) {
            return true;
        }
        if (!inFlight.makeRoom()) {
            inFlight.await(message);
            return true;
        }
        return false;
    }

    /**
     * Where attempts of a message must not overlap, a restart takes the place of an attempt that has not connected.
     *
     * @return whether no attempt of the message is under way any more
     */
    private static boolean closeUnconnected(Outgoing message) {
        for (Attempt attempt : List.copyOf(message.attempts)) {
            if (!attempt.abandonUnlessConnected() && !attempt.phase().ended()) {
                return false;
            }
        }
        return true;
    }

    private void departLowest(OutboundSequence sequence, long nowNanos) {
        while (sequence.departing == null && !sequence.waiting.isEmpty()) {
            Outgoing lowest = sequence.waiting.pollFirstEntry().getValue();
            lowest.waiting = false;
            leaveOrWait(lowest, nowNanos);
            if (lowest.waiting) {
                return;
            }
        }
    }

    private void leave(Outgoing message, long nowNanos) {
        Pending<Outgoing> entry = message.pending;
        if (entry == null) {
            entry = pending.add(message, nowNanos);
            message.pending = entry;
        } else if (message.waiting) {
            pending.resume(entry, nowNanos);
        }
        message.waiting = false;
        Attempt attempt = started(message, entry.attempts());
        if (message.sequence.inOrder) {
            message.sequence.departing = attempt;
        }
        dispatch.launch(message, attempt, message.dueNanos);
    }

    private Attempt started(Outgoing message, int number) {
        Attempt attempt =
                new Attempt(number, a -> ended(message, a, settings.clock().nanoTime()));
        message.attempts.add(attempt);
        inFlight.add(attempt);
        suspendIfSequenceIs(message);
        return attempt;
    }

    private void suspendIfSequenceIs(Outgoing message) {
        if (message.sequence.suspended && message.pending != null) {
            pending.suspend(message.pending);
        }
    }

    private boolean neverRestarts(Outgoing message) {
        return message.attempts.isEmpty()
                && pending.oracle().timeoutNanos(Math.max(1, message.attemptsMade())) == RetransmissionOracle.NEVER;
    }

    /** The state of a message for CXF's management views. */
    RetransmissionStatus retransmissionStatus(Outgoing message, Clock wallClock) {
        synchronized (lock) {
            long nowNanos = settings.clock().nanoTime();
            Pending<Outgoing> entry = message.pending;
            int attempts = message.attemptsMade();
            long timeoutNanos = pending.oracle().timeoutNanos(Math.max(1, attempts));
            return new RetransmissionStatus(
                    attempts > 1 && entry != null ? wallMillis(wallClock, entry.lastDispatchedNanos(), nowNanos) : null,
                    entry != null && entry.isPending() && timeoutNanos != RetransmissionOracle.NEVER
                            ? wallMillis(wallClock, entry.lastDispatchedNanos() + timeoutNanos, nowNanos)
                            : null,
                    Math.max(0, attempts - 1),
                    settings.maxAttempts() - 1,
                    timeoutNanos == RetransmissionOracle.NEVER ? 0 : timeoutNanos / 1_000_000,
                    !message.attempts.isEmpty(),
                    message.sequence.suspended);
        }
    }

    private static long wallMillis(Clock wallClock, long nanos, long nowNanos) {
        return wallClock.millis() + (nanos - nowNanos) / 1_000_000;
    }

    private void giveUp(Outgoing message, String reason) {
        message.givenUp = reason;
        if (message.pending != null) {
            pending.remove(message.pending);
        }
        dispatch.gaveUp(message);
    }

    private void settle(Outgoing message) {
        message.settled = true;
        unacknowledged--;
        if (message.pending != null) {
            pending.remove(message.pending);
        }
        if (message.waiting && message.sequence.inOrder) {
            message.sequence.waiting.remove(message.number, message);
        }
        if (settings.abandonAcknowledged()) {
            // An attempt that has not connected cannot have brought the acknowledgement and would only arrive in vain.
            for (Attempt attempt : List.copyOf(message.attempts)) {
                attempt.abandonUnlessConnected();
            }
        }
    }

    private void announceNextDue(long nowNanos) {
        long delayNanos = pending.nanosUntilDue(nowNanos);
        if (delayNanos != Long.MAX_VALUE) {
            dispatch.dueIn(delayNanos);
        }
    }
}
