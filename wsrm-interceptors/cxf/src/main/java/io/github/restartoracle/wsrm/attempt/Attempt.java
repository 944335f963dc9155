package io.github.restartoracle.wsrm.attempt;

import io.github.restartoracle.time.NanoClock;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * One transmission of a message on its way. The queue makes it and puts it into the message under {@link #KEY}; a
 * transport that knows attempts {@linkplain #advance reports} each phase, registers {@linkplain #onAbandon how to close}
 * the connection, and returns from sending without waiting for the network. A transport that knows nothing of attempts
 * leaves it in {@link Phase#PREPARING}; the queue then ends it when sending returns.
 *
 * <p>Thread-safe. The close action and the listener run outside the lock, in the thread that caused them.
 */
public final class Attempt {
    /** The key of the attempt in an outgoing CXF message. */
    public static final String KEY = Attempt.class.getName();

    /**
     * The key of a flag in an outgoing CXF message: its attempt is not known when the conduit prepares for it, but will be in
     * the message when the conduit is closed. If it is not, nothing is sent.
     */
    public static final String EXPECTED = KEY + ".EXPECTED";

    /** The time of an attempt for which every connection is recent enough. */
    public static final long NEVER_STALE = Long.MIN_VALUE;

    /** The time of an attempt that wants a connection of its own, and says nothing of others. */
    public static final long ALWAYS_STALE = Long.MAX_VALUE;

    private static final AttemptListener NOBODY = new AttemptListener() {};

    private final int number;
    private final NanoClock clock;
    private final PathResources resources;
    private final long staleBeforeNanos;
    private final long dispatchedNanos;
    private final Object lock = new Object();
    private AttemptListener listener;
    private Phase phase = Phase.PREPARING;
    private Phase reached = Phase.PREPARING;
    private boolean tellsReceipt;
    private boolean responded;
    private long respondedNanos;
    private @Nullable Runnable close;
    private @Nullable IntConsumer race;
    private @Nullable Throwable cause;
    private Consumer<String> onUndeliverable = reason -> {};
    private volatile @Nullable Thread awaiting;

    /**
     * A transmission that is about to be prepared.
     *
     * @param number the transmission number of the message, 1 for the first
     * @param clock the clock of the phases
     * @param resources the resources of the path
     * @param staleBeforeNanos connections from which nothing was received since this time on the clock must not be used; {@link
     *     #NEVER_STALE} to use any, {@link #ALWAYS_STALE} to use none
     * @param listener told of the progress
     */
    public Attempt(
            int number, NanoClock clock, PathResources resources, long staleBeforeNanos, AttemptListener listener) {
        this.number = number;
        this.clock = Objects.requireNonNull(clock, "clock");
        this.resources = Objects.requireNonNull(resources, "resources");
        this.staleBeforeNanos = staleBeforeNanos;
        this.listener = Objects.requireNonNull(listener, "listener");
        this.dispatchedNanos = clock.nanoTime();
    }

    /**
     * Returns the attempt of an outgoing message.
     *
     * @param message the properties of a message in an outgoing chain
     * @return the attempt, or null if the message is not sent by the queue
     */
    public static @Nullable Attempt of(Map<String, Object> message) {
        return (Attempt) message.get(KEY);
    }

    /**
     * Tells if a message has an attempt or is {@linkplain #EXPECTED expected} to get one.
     *
     * @param message the properties of a message in an outgoing chain
     * @return true if the conduit should prepare for an attempt
     */
    public static boolean isExpected(Map<String, Object> message) {
        return message.get(KEY) != null || Boolean.TRUE.equals(message.get(EXPECTED));
    }

    /**
     * Returns the transmission number.
     *
     * @return 1 for the first transmission of a message
     */
    public int number() {
        return number;
    }

    /**
     * Returns the resources of the path.
     *
     * @return shared by all attempts of the path
     */
    public PathResources resources() {
        return resources;
    }

    /**
     * Returns the time at which the attempt was dispatched.
     *
     * @return nanoseconds on the clock of the attempt
     */
    public long dispatchedNanos() {
        return dispatchedNanos;
    }

    /**
     * Tells if a connection is too old to be trusted with this attempt: the silence that the attempt reacts to began after
     * the last sign of life from that connection.
     *
     * @param lastHeardNanos when something was last received on the connection, or when it was connected, on the clock
     * @return true if another connection must be used
     */
    public boolean distrusts(long lastHeardNanos) {
        return trustsNone() || (!trustsAny() && lastHeardNanos - staleBeforeNanos < 0);
    }

    /**
     * Tells if the attempt wants a connection of its own, however recent others are.
     *
     * @return true if {@link #distrusts} is true for any time; those connections may be good for others
     */
    public boolean trustsNone() {
        return staleBeforeNanos == ALWAYS_STALE;
    }

    /**
     * Tells if every connection is recent enough.
     *
     * @return true if {@link #distrusts} is false for any time
     */
    public boolean trustsAny() {
        return staleBeforeNanos == NEVER_STALE;
    }

    /**
     * Returns the later of two times before which connections are stale.
     *
     * @param oneNanos nanoseconds on the clock of attempts, or {@link #NEVER_STALE}
     * @param otherNanos likewise
     * @return the one that makes more connections stale
     */
    public static long later(long oneNanos, long otherNanos) {
        if (oneNanos == NEVER_STALE || otherNanos == NEVER_STALE) {
            return oneNanos == NEVER_STALE ? otherNanos : oneNanos;
        }
        return oneNanos - otherNanos < 0 ? otherNanos : oneNanos;
    }

    /**
     * Returns the progress of the attempt.
     *
     * @return the phase at this moment
     */
    public Phase phase() {
        synchronized (lock) {
            return phase;
        }
    }

    /**
     * Returns the last phase before the attempt failed or was abandoned.
     *
     * @return {@link #phase} if it has not
     */
    public Phase reached() {
        synchronized (lock) {
            return reached;
        }
    }

    /**
     * Tells if a transport has taken the attempt over.
     *
     * @return true once it has reported a phase or registered {@linkplain #onAbandon how to close} the connection, and when
     *     the attempt has ended
     */
    public boolean isTaken() {
        synchronized (lock) {
            return taken();
        }
    }

    private boolean taken() {
        return phase != Phase.PREPARING || close != null;
    }

    /**
     * Returns the time at which the transport's answer arrived.
     *
     * @return nanoseconds on the clock of the attempt; empty if no answer has arrived, or its transport does not tell
     */
    public OptionalLong respondedNanos() {
        synchronized (lock) {
            return responded ? OptionalLong.of(respondedNanos) : OptionalLong.empty();
        }
    }

    /**
     * Returns the cause of the failure.
     *
     * @return the cause if the phase is {@link Phase#FAILED}, null otherwise
     */
    public @Nullable Throwable cause() {
        synchronized (lock) {
            return cause;
        }
    }

    /**
     * The transport reached a phase. A report of an earlier phase changes nothing.
     *
     * @param next any phase but {@link Phase#FAILED} and {@link Phase#ABANDONED}
     * @return false if the attempt has ended, in which case the transport must stop and close what it holds
     */
    public boolean advance(Phase next) {
        if (next == Phase.FAILED || next == Phase.ABANDONED) {
            throw new IllegalArgumentException("use fail or abandon for " + next);
        }
        long nowNanos = clock.nanoTime();
        AttemptListener told;
        boolean ended;
        synchronized (lock) {
            if (phase.ended()) {
                return false;
            }
            if (next.compareTo(phase) <= 0) {
                return true;
            }
            phase = next;
            reached = next;
            if (next == Phase.RESPONDED) {
                responded = true;
                respondedNanos = nowNanos;
            }
            told = listener;
            ended = next.ended();
            if (ended) {
                forget();
            }
        }
        if (ended) {
            told.ended(this);
            wakeAwaiting();
            return true;
        }
        return tellAdvanced(told, next, nowNanos);
    }

    /** Tells the owner of a phase; returns false if the attempt has ended since, because the owner abandoned it. */
    private boolean tellAdvanced(AttemptListener told, Phase next, long nowNanos) {
        told.advanced(this, next, nowNanos);
        return !phase().ended();
    }

    /**
     * The answer asks for the same request once more, as a redirect does: the attempt connects again. Has no effect unless the
     * attempt was answered.
     *
     * @return false if the attempt has ended
     */
    public boolean connectAgain() {
        AttemptListener told;
        synchronized (lock) {
            if (phase != Phase.RESPONDED) {
                return !phase.ended();
            }
            phase = Phase.CONNECTING;
            reached = phase;
            told = listener;
        }
        return tellAdvanced(told, Phase.CONNECTING, clock.nanoTime());
    }

    /** The transport will tell when the next machine has {@linkplain Phase#RECEIVED confirmed} every byte. */
    public void tellReceipt() {
        synchronized (lock) {
            tellsReceipt = true;
        }
    }

    /**
     * Tells if the transport will report {@link Phase#RECEIVED}.
     *
     * @return false by default
     */
    public boolean tellsReceipt() {
        synchronized (lock) {
            return tellsReceipt;
        }
    }

    /**
     * A connection stands.
     *
     * @param tookNanos how long it took to set up, 0 or more
     */
    public void connected(long tookNanos) {
        told().connected(this, clock.nanoTime(), tookNanos);
    }

    /** The next machine has confirmed some more of the request. */
    public void progressed() {
        told().progressed(this, clock.nanoTime());
    }

    private AttemptListener told() {
        synchronized (lock) {
            return listener;
        }
    }

    /**
     * Registers how the transport opens one more connection for this attempt; replaces what was registered before.
     *
     * @param action takes how many connections may be open at once; closes the second oldest if there are as many already, and
     *     must not block
     */
    public void onRace(IntConsumer action) {
        synchronized (lock) {
            race = phase.ended() ? null : action;
        }
    }

    /**
     * Opens one more connection while the attempt connects; it is written over the first that stands. Has no effect once a
     * connection stands.
     *
     * @param mostConnections how many may be open at once, 1 or more
     * @return false if the transport cannot, or a connection stands
     */
    public boolean race(int mostConnections) {
        IntConsumer action;
        synchronized (lock) {
            action = race;
            if (phase != Phase.CONNECTING || action == null) {
                return false;
            }
        }
        action.accept(mostConnections);
        return true;
    }

    /**
     * The transport cannot go on. Has no effect on an attempt that has ended.
     *
     * @param reason the cause
     */
    public void fail(Throwable reason) {
        AttemptListener told;
        synchronized (lock) {
            if (phase.ended()) {
                return;
            }
            phase = Phase.FAILED;
            cause = reason;
            told = listener;
            forget();
        }
        told.ended(this);
        wakeAwaiting();
    }

    /**
     * Registers what the source does when it learns that the message can never be delivered; replaces what was registered
     * before.
     *
     * @param action takes the reason; must not block, and is kept as long as the attempt
     */
    public void onUndeliverable(Consumer<String> action) {
        synchronized (lock) {
            onUndeliverable = action;
        }
    }

    /**
     * The transport learnt, perhaps long after the attempt had ended, that the message will not be delivered by this attempt
     * nor by any other, such as from a mail that came back.
     *
     * @param reason why, for a person to read
     */
    public void undeliverable(String reason) {
        Consumer<String> action;
        synchronized (lock) {
            action = onUndeliverable;
        }
        action.accept(reason);
    }

    /**
     * Registers how the transport closes the connection of this attempt; replaces what was registered before. Runs the
     * action at once if the attempt was abandoned already, and not at all if it ended otherwise.
     *
     * @param action closes the connection so that what is not yet sent is never sent; must not block
     */
    public void onAbandon(Runnable action) {
        synchronized (lock) {
            if (phase != Phase.ABANDONED) {
                close = phase.ended() ? null : action;
                return;
            }
        }
        action.run();
    }

    /**
     * Gives the attempt up and closes its connection. An attempt that had not connected never arrives.
     *
     * @return false if the attempt had ended
     */
    public boolean abandon() {
        return abandonIf(() -> true);
    }

    /**
     * Gives the attempt up if no transport has {@linkplain #isTaken taken} it over.
     *
     * @return true if it was abandoned
     */
    public boolean abandonUnlessTaken() {
        return abandonIf(() -> !taken());
    }

    /**
     * Gives the attempt up if the destination cannot have received it.
     *
     * @return true if it was abandoned; false if it has connected or ended
     */
    public boolean abandonUnlessConnected() {
        return abandonIf(() -> !phase.mayHaveArrived());
    }

    /**
     * Gives the attempt up if that really stops it, which is so once its transport has registered {@linkplain #onAbandon
     * how}, and unless its answer has arrived. The destination may have received the message.
     *
     * @return true if it was abandoned; false if it has ended or was answered, or cannot be stopped
     */
    public boolean abandonIfStoppable() {
        return abandonIf(() -> close != null && phase.isAwaited());
    }

    /** The condition is asked under the lock. */
    private boolean abandonIf(BooleanSupplier condition) {
        Runnable action;
        AttemptListener told;
        synchronized (lock) {
            if (phase.ended() || !condition.getAsBoolean()) {
                return false;
            }
            phase = Phase.ABANDONED;
            action = close;
            told = listener;
            forget();
        }
        if (action != null) {
            action.run();
        }
        told.ended(this);
        wakeAwaiting();
        return true;
    }

    /** A transport may keep an attempt for long, and the listener holds the message. */
    private void forget() {
        close = null;
        race = null;
        listener = NOBODY;
    }

    /**
     * Waits until the attempt has ended. For one thread at a time.
     *
     * @param atMostNanos how long to wait at most, in nanoseconds
     * @return true if it has ended; false if the time is over or the thread was interrupted, whose flag stays set
     */
    public boolean awaitEnd(long atMostNanos) {
        awaiting = Thread.currentThread();
        try {
            long endNanos = clock.nanoTime() + atMostNanos;
            while (!phase().ended()) {
                long leftNanos = endNanos - clock.nanoTime();
                if (leftNanos <= 0 || Thread.currentThread().isInterrupted()) {
                    return false;
                }
                LockSupport.parkNanos(this, leftNanos);
            }
            return true;
        } finally {
            awaiting = null;
        }
    }

    private void wakeAwaiting() {
        Thread thread = awaiting;
        if (thread != null) {
            LockSupport.unpark(thread);
        }
    }

    @Override
    public String toString() {
        return "attempt " + number + " (" + phase() + ")";
    }
}
