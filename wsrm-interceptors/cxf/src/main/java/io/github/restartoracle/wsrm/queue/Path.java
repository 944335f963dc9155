package io.github.restartoracle.wsrm.queue;

import io.github.restartoracle.oracle.RetransmissionOracle;
import io.github.restartoracle.pending.Echo;
import io.github.restartoracle.pending.PendingSet;
import io.github.restartoracle.pending.RestartTimer;
import io.github.restartoracle.wsrm.attempt.Attempt;
import io.github.restartoracle.wsrm.attempt.PermanentFailure;
import io.github.restartoracle.wsrm.attempt.Phase;
import io.github.restartoracle.wsrm.event.Delivery;
import java.util.ArrayList;
import java.util.List;
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
    final String endpoint;
    final String address;
    final PathSettings settings;

    private final Object lock = new Object();
    private final Dispatch dispatch;
    private final PendingSet<Outgoing> pending;
    private final Turns turns;
    private final Launches launches;
    private final Samples samples;
    private final Silence silence = new Silence();
    private final Ends ends;
    private int sequences;
    private boolean closed;
    private long restarts;
    private long rejectedAcknowledgements;

    /** Whether the lock is held for a change; attempts that are abandoned there end there. */
    private boolean changing;

    Path(String endpoint, String address, PathSettings settings, Places places, Dispatch dispatch) {
        this.endpoint = endpoint;
        this.address = address;
        this.settings = settings;
        this.dispatch = dispatch;
        GuardedOracle oracle = new GuardedOracle(settings.oracles().oracle());
        this.pending = new PendingSet<>(oracle);
        this.samples = new Samples(pending, oracle);
        this.turns = new Turns(settings.maxInFlight(), places);
        this.ends = new Ends(pending, turns, silence, dispatch, settings.abandonAcknowledged());
        this.launches = new Launches(pending, turns, dispatch, settings.clock());
    }

    /** Runs an action on the sequences of this path under its lock. */
    <T> T locked(Supplier<T> action) {
        synchronized (lock) {
            return action.get();
        }
    }

    /** Makes a change as a whole; only then does anything leave whose turn it has become. */
    private <T> T changed(long nowNanos, Supplier<T> action) {
        synchronized (lock) {
            if (changing) {
                return action.get();
            }
            changing = true;
            try {
                T result = action.get();
                for (Outgoing next = turns.next(); next != null; next = turns.next()) {
                    launches.launchOrWait(next, nowNanos);
                }
                long delayNanos = pending.nanosUntilDue(nowNanos);
                if (delayNanos != Long.MAX_VALUE) {
                    dispatch.dueIn(delayNanos);
                }
                return result;
            } finally {
                changing = false;
            }
        }
    }

    private void change(long nowNanos, Runnable action) {
        changed(nowNanos, () -> {
            action.run();
            return lock;
        });
    }

    /** A sequence uses this path until it is closed; false if the path is closed. */
    boolean join() {
        synchronized (lock) {
            sequences += closed ? 0 : 1;
            return !closed;
        }
    }

    /** Closes the path if no sequence uses it; true if it is closed then. */
    boolean closeIfIdle() {
        synchronized (lock) {
            closed |= sequences == 0;
            return closed;
        }
    }

    private void close(OutboundSequence sequence) {
        if (!sequence.closed) {
            sequence.closed = true;
            sequences--;
        }
    }

    /**
     * A captured message; its first attempt leaves on {@link #depart}.
     *
     * @return false if its sequence has left the queue meanwhile
     */
    boolean add(Outgoing message) {
        synchronized (lock) {
            if (message.sequence.closed) {
                return false;
            }
            message.sequence.add(message);
            ends.begin();
            silence.begin(settings.clock().nanoTime());
            return true;
        }
    }

    /** The first attempt of a message is due; false if it has to wait. */
    boolean depart(Outgoing message, long nowNanos) {
        return changed(nowNanos, () -> {
            if (message.pending == null && !message.waiting) {
                message.firstDue(nowNanos);
                launches.launchOrWait(message, nowNanos);
            }
            return message.pending != null && !message.waiting;
        });
    }

    /**
     * The first attempt of a message is made by the chain that captured it.
     *
     * @return the attempt, for the chain to end
     */
    Attempt departInPlace(Outgoing message, long nowNanos) {
        return changed(nowNanos, () -> {
            message.firstDue(nowNanos);
            return launches.launchInPlace(message, nowNanos);
        });
    }

    /** The only attempt of a message is made by the chain that captured it, without anybody being told how it ends. */
    void departUnseen(Outgoing message) {
        synchronized (lock) {
            message.unseen = true;
            silence.end();
        }
    }

    /** A message of an earlier life, which was sent once at least. */
    void recover(Outgoing message, long nowNanos) {
        change(nowNanos, () -> {
            message.pending = pending.recover(message, 1, nowNanos);
            message.sinceNanos = nowNanos;
            launches.suspendIfSequenceIs(message);
        });
    }

    @Override
    public long nanosUntilDue(long nowNanos) {
        synchronized (lock) {
            return pending.nanosUntilDue(nowNanos);
        }
    }

    @Override
    public void expire(long nowNanos) {
        change(nowNanos, () -> {
            DueMessages due = new DueMessages(nowNanos, settings.giveUpAfter().toNanos());
            pending.expire(nowNanos, due);
            for (Outgoing message : due.exhausted) {
                ends.giveUp(message, "no acknowledgement after " + message.attemptsMade() + " transmissions");
            }
            for (Outgoing message : due.overdue) {
                launches.takeBack(message);
                ends.giveUp(
                        message,
                        "no acknowledgement within " + settings.giveUpAfter() + ", after " + message.attemptsMade()
                                + " transmissions");
            }
            restarts += due.restarts.size();
            due.restarts.forEach(message -> launches.launchOrWait(message, nowNanos));
        });
    }

    /** The attempt has ended, whatever the outcome. */
    void ended(Outgoing message, Attempt attempt, long nowNanos) {
        change(nowNanos, () -> {
            message.attempts.remove(attempt);
            turns.ended(message, attempt);
            if (attempt.phase() == Phase.FAILED && ends.areOpenFor(message)) {
                failed(message, attempt);
            }
        });
    }

    private void failed(Outgoing message, Attempt attempt) {
        if (PermanentFailure.isIn(attempt.cause())) {
            ends.giveUpForGood(message, "it was refused for good (" + attempt.cause() + ")");
        } else if (!message.waiting
                && message.attempts.isEmpty()
                && timeoutNanos(message) == RetransmissionOracle.NEVER) {
            ends.giveUp(message, "the transmission failed (" + attempt.cause() + ") and the oracle does not restart");
        }
    }

    /** The transport knows that no transmission will arrive. */
    void undeliverable(OutboundSequence sequence, long number, long order, String reason, long nowNanos) {
        change(nowNanos, () -> {
            Outgoing message = sequence.get(number, order);
            if (message != null && ends.areOpenFor(message)) {
                ends.giveUpForGood(message, reason);
            }
        });
    }

    /** The transmission leaves the source now: samples count from here, not from when a thread was asked for. */
    boolean dispatched(Outgoing message, Attempt attempt, long nowNanos) {
        synchronized (lock) {
            if (message.settled || message.pending == null) {
                return false;
            }
            int number = attempt.number() - message.earlierAttempts;
            if (number >= 1) {
                message.pending.dispatched(number, nowNanos);
            }
            return true;
        }
    }

    /**
     * Applies an acknowledgement.
     *
     * @param ranges lower and upper bounds in turn
     * @param highestSent the highest number that was sent
     * @param arrivedNanos when the acknowledgement arrived, for samples; that was some time ago
     * @param echoes what the destination says of the transmission that arrived, by message number; null where it says
     *     nothing
     * @return the messages acknowledged for the first time, and those that it covers without having been sent
     * @throws IllegalArgumentException if the acknowledgement is not sound; nothing was changed
     */
    Applied acknowledge(
            OutboundSequence sequence,
            long[] ranges,
            long highestSent,
            long arrivedNanos,
            LongFunction<@Nullable Echo> echoes) {
        return changed(settings.clock().nanoTime(), () -> {
            String defect = AcknowledgedRanges.defect(ranges, Math.max(highestSent, sequence.highestNumber()));
            if (defect != null) {
                rejectedAcknowledgements++;
                throw new IllegalArgumentException(defect);
            }
            List<Settled> settled = new ArrayList<>(1);
            List<Outgoing> neverSent = new ArrayList<>(0);
            for (Outgoing message : sequence.acknowledge(ranges, neverSent)) {
                Delivery delivery = samples.take(message, arrivedNanos, echoes.apply(message.number));
                ends.settle(message);
                settled.add(new Settled(message, delivery));
            }
            if (!settled.isEmpty()) {
                silence.broken(settings.clock().nanoTime());
            }
            rejectedAcknowledgements += neverSent.isEmpty() ? 0 : 1;
            return new Applied(settled, neverSent);
        });
    }

    /** Takes messages out without an acknowledgement: an operator purged them, or their source stopped. */
    List<Outgoing> drop(OutboundSequence sequence, long nowNanos) {
        return changed(nowNanos, () -> {
            List<Outgoing> all = sequence.removeAll();
            close(sequence);
            all.forEach(ends::settle);
            return all;
        });
    }

    /** Closes a sequence of which nothing is left in the queue; true if it is closed then. */
    boolean closeIfIdle(OutboundSequence sequence) {
        synchronized (lock) {
            if (sequence.size() == 0 && !sequence.suspended) {
                close(sequence);
            }
            return sequence.closed;
        }
    }

    void suspend(OutboundSequence sequence, long nowNanos) {
        change(nowNanos, () -> launches.suspend(sequence));
    }

    void resume(OutboundSequence sequence, long nowNanos) {
        change(nowNanos, () -> launches.resume(sequence, nowNanos));
    }

    /** Tries a message again that was given up; the numbers of its transmissions go on. */
    boolean retry(Outgoing message, long nowNanos) {
        return changed(nowNanos, () -> {
            if (message.settled || message.givenUp == null) {
                return false;
            }
            message.earlierAttempts = message.attemptsMade();
            message.givenUp = null;
            message.pending = null;
            message.dueNanos = nowNanos;
            message.sinceNanos = nowNanos;
            silence.begin(nowNanos);
            launches.launchOrWait(message, nowNanos);
            return true;
        });
    }

    /** Takes a message out that was given up; null if there is no such message. */
    @Nullable
    Outgoing discard(OutboundSequence sequence, long number) {
        synchronized (lock) {
            Outgoing message = sequence.get(number);
            return message != null && message.givenUp != null && withdraw(message) ? message : null;
        }
    }

    /** Takes a message out that must not be sent; false if it is out already. */
    boolean withdraw(Outgoing message) {
        synchronized (lock) {
            if (message.settled) {
                return false;
            }
            message.sequence.remove(message);
            ends.settle(message);
            return true;
        }
    }

    PathStatus status(long nowNanos) {
        synchronized (lock) {
            return new PathStatus(
                    endpoint,
                    address,
                    settings.oracleName(),
                    ends.open(),
                    silence.waiting(),
                    silence.nanos(nowNanos),
                    turns.inFlight(),
                    pending.oracle().timeoutNanos(1),
                    pending.nanosUntilDue(nowNanos),
                    restarts,
                    ends.giveUps(),
                    samples.counts(),
                    rejectedAcknowledgements,
                    pending.sizeByAttempt(),
                    pending.oracle().describe());
        }
    }

    /** What the oracle has learnt, to be kept; empty if there is nothing. */
    double[] learnt() {
        synchronized (lock) {
            return pending.oracle().snapshot();
        }
    }

    /** The state of a message for CXF's management views. */
    RetransmissionStatus retransmissionStatus(Outgoing message, long wallMillis) {
        synchronized (lock) {
            return RetransmissionStatus.of(
                    message,
                    timeoutNanos(message),
                    settings.maxAttempts(),
                    settings.clock().nanoTime(),
                    wallMillis);
        }
    }

    private long timeoutNanos(Outgoing message) {
        return pending.oracle().timeoutNanos(Math.max(1, message.attemptsMade() - message.earlierAttempts));
    }
}
