package io.github.restartoracle.internal.attempt;

import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * One transmission of a message in flight. The queue makes it and puts it into the message under {@link #KEY}. A transport
 * that supports attempts {@linkplain #advance reports} each phase, registers {@linkplain #onAbandon how to close} the
 * connection, and returns from sending without waiting for the network. A transport that does not support attempts leaves
 * it in {@link Phase#PREPARING}; the queue then ends it when sending returns.
 *
 * <p>Thread-safe. The close action and the listener run outside the lock, in the thread that caused them.
 */
public final class Attempt {
    /** The key of the attempt in an outgoing message. */
    public static final String KEY = Attempt.class.getName();

    /**
     * The property of a message whose bytes must not be sent twice, because an interceptor may make them for one transmission
     * only, as WS-Security does with a nonce: {@code true}. A further transmission goes through the interceptors again.
     */
    public static final String SENT_ONCE = Attempt.class.getName() + ".SENT_ONCE";

    /**
     * The key of a flag in an outgoing message: its attempt is not known when the conduit prepares for it, but will be
     * in the message when the conduit is closed. If it is not, the message is not sent.
     */
    public static final String EXPECTED = KEY + ".EXPECTED";

    /** The time of an attempt for which every connection is recent enough. */
    public static final long NEVER_STALE = Long.MIN_VALUE;

    /** The time of an attempt that requires a connection of its own, and does not judge others. */
    public static final long ALWAYS_STALE = Long.MAX_VALUE;

    private static final AttemptListener NOBODY = new AttemptListener() {};

    private final int number;
    private final PathResources resources;
    private final long staleBeforeNanos;
    private final long dispatchedNanos;
    private final Object lock = new Object();
    private AttemptListener listener;
    private Phase phase = Phase.PREPARING;
    private Phase reached = Phase.PREPARING;
    private boolean repeated;
    private boolean tellsReceipt;
    private boolean responded;
    private long respondedNanos;
    private @Nullable Runnable close;
    private @Nullable IntConsumer race;
    private @Nullable Throwable cause;
    private @Nullable Throwable refusal;
    private ObjLongConsumer<Throwable> onRefusal = (reason, nowNanos) -> {};
    private volatile @Nullable Thread awaiting;

    /**
     * Creates an attempt whose transmission is about to be prepared.
     *
     * @param number the transmission number of the message, 1 for the first
     * @param dispatchedNanos the time on the clock of the path
     * @param resources the resources of the path
     * @param staleBeforeNanos connections without input since this time on the clock must not be used; {@link #NEVER_STALE}
     *     to use any, {@link #ALWAYS_STALE} to use none
     * @param listener told of the progress
     */
    public Attempt(
            int number,
            long dispatchedNanos,
            PathResources resources,
            long staleBeforeNanos,
            AttemptListener listener) {
        this.number = number;
        this.resources = Objects.requireNonNull(resources, "resources");
        this.staleBeforeNanos = staleBeforeNanos;
        this.listener = Objects.requireNonNull(listener, "listener");
        this.dispatchedNanos = dispatchedNanos;
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
     * Returns whether a message has an attempt or is {@linkplain #EXPECTED expected} to get one.
     *
     * @param message the properties of a message in an outgoing chain
     * @return true if the conduit should prepare for an attempt
     */
    public static boolean isExpected(Map<String, Object> message) {
        return message.get(KEY) != null || Boolean.TRUE.equals(message.get(EXPECTED));
    }

    /** {@return the transmission number, 1 for the first transmission of a message} */
    public int number() {
        return number;
    }

    /** {@return the resources of the path, shared by all attempts of the path} */
    public PathResources resources() {
        return resources;
    }

    /** {@return the time at which the attempt was dispatched, in nanoseconds on the clock of the attempt} */
    public long dispatchedNanos() {
        return dispatchedNanos;
    }

    /**
     * Returns whether a connection is too old to be trusted with this attempt: the outage that caused the attempt began after
     * the last sign of life from that connection.
     *
     * @param lastHeardNanos the time of the last input on the connection, or when it was connected, on the clock
     * @return true if another connection must be used
     */
    public boolean distrusts(long lastHeardNanos) {
        return trustsNone() || (!trustsAny() && lastHeardNanos - staleBeforeNanos < 0);
    }

    /**
     * Returns whether the attempt requires a connection of its own, even if others are recent.
     *
     * @return true if {@link #distrusts} is true for any time; those connections may be good for others
     */
    public boolean trustsNone() {
        return staleBeforeNanos == ALWAYS_STALE;
    }

    /**
     * Returns whether every connection is recent enough.
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

    /** {@return the phase of the attempt at this moment} */
    public Phase phase() {
        synchronized (lock) {
            return phase;
        }
    }

    /** {@return the last phase before the attempt failed or was abandoned; {@link #phase} if it has not} */
    public Phase reached() {
        synchronized (lock) {
            return reached;
        }
    }

    /**
     * Records that the transport writes the message once more, on another connection, because the first was lost after it had
     * been written. How the attempt ends then tells nothing about the first copy.
     */
    public void repeat() {
        synchronized (lock) {
            repeated = true;
        }
    }

    /** {@return whether the transport has written the message {@linkplain #repeat before}} */
    public boolean isRepeated() {
        synchronized (lock) {
            return repeated;
        }
    }

    /**
     * Returns whether a transport has taken the attempt over.
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

    /** {@return the cause of the failure; null unless the phase is {@link Phase#FAILED}} */
    public @Nullable Throwable cause() {
        synchronized (lock) {
            return cause;
        }
    }

    /**
     * Records that the transport reached a phase. A report of an earlier phase has no effect.
     *
     * @param next any phase but {@link Phase#FAILED} and {@link Phase#ABANDONED}
     * @return false if the attempt has ended, in which case the transport must stop and close its connection
     */
    public boolean advance(Phase next) {
        if (next == Phase.FAILED || next == Phase.ABANDONED) {
            throw new IllegalArgumentException("use fail or abandon for " + next);
        }
        Throwable refused = next == Phase.ANSWERED ? refusal() : null;
        if (refused != null) {
            return fail(refused);
        }
        long nowNanos = resources.nowNanos();
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
            told.ended(this, resources.nowNanos());
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
     * Connects again, because the answer asks for the same request once more, as a redirect does. Has no effect unless the
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
        return tellAdvanced(told, Phase.CONNECTING, resources.nowNanos());
    }

    /** Records that the transport will tell when the next machine has {@linkplain Phase#RECEIVED confirmed} every byte. */
    public void tellReceipt() {
        synchronized (lock) {
            tellsReceipt = true;
        }
    }

    /**
     * Returns whether the transport will report {@link Phase#RECEIVED}.
     *
     * @return false by default
     */
    public boolean tellsReceipt() {
        synchronized (lock) {
            return tellsReceipt;
        }
    }

    /**
     * Records that a connection was set up.
     *
     * @param tookNanos the time that it took to set up, 0 or more
     */
    public void connected(long tookNanos) {
        told().connected(this, resources.nowNanos(), tookNanos);
    }

    /** Records that the next machine has confirmed more bytes of the request. */
    public void progressed() {
        told().progressed(this, resources.nowNanos());
    }

    /**
     * Returns whether an answer without content may be the destination's. A machine in between may have answered instead.
     *
     * @param status its HTTP status, 200 to 299
     * @return false if the destination is known to answer with others
     */
    public boolean mayBeAnsweredWith(int status) {
        return told().mayBeAnsweredWith(this, status);
    }

    private AttemptListener told() {
        synchronized (lock) {
            return listener;
        }
    }

    /**
     * Registers how the transport opens one more connection for this attempt; replaces the action that was registered
     * before.
     *
     * @param action takes the maximum number of open connections; closes the second oldest if there are as many already,
     *     and must not block
     */
    public void onRace(IntConsumer action) {
        synchronized (lock) {
            race = phase.ended() ? null : action;
        }
    }

    /**
     * Opens one more connection while the attempt connects; it is written over the first connection that is set up. Has no
     * effect after that.
     *
     * @param mostConnections the maximum number of open connections, 1 or more
     * @return false if the transport cannot, or if a connection was set up
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
     * Fails the attempt, because the transport cannot go on. Has no effect on an attempt that has ended.
     *
     * @param reason the cause
     * @return false if the attempt had ended
     */
    public boolean fail(Throwable reason) {
        AttemptListener told;
        synchronized (lock) {
            if (phase.ended()) {
                return false;
            }
            phase = Phase.FAILED;
            cause = reason;
            told = listener;
            forget();
        }
        told.ended(this, resources.nowNanos());
        wakeAwaiting();
        return true;
    }

    /**
     * Registers the action of the source for a refusal that comes after the attempt has ended, and for a message that is
     * undeliverable; replaces the action that was registered before.
     *
     * @param action takes the cause and the time; must not block, and is kept as long as the attempt
     */
    public void onRefusal(ObjLongConsumer<Throwable> action) {
        synchronized (lock) {
            onRefusal = action;
        }
    }

    /**
     * Records that the answer refuses the message: the attempt fails with this cause when the answer was read to its end. A
     * later refusal replaces an earlier one. If the attempt has ended, the source is told at once.
     *
     * @param reason the cause
     */
    public void refuse(Throwable reason) {
        ObjLongConsumer<Throwable> action;
        synchronized (lock) {
            if (!phase.ended()) {
                refusal = reason;
                return;
            }
            action = onRefusal;
        }
        action.accept(reason, resources.nowNanos());
    }

    private @Nullable Throwable refusal() {
        synchronized (lock) {
            return refusal;
        }
    }

    /**
     * Reports that the message will not be delivered by this attempt or any other one. The transport may learn this long
     * after the attempt had ended, such as from a mail that came back.
     *
     * @param reason the reason, for a person to read
     */
    public void undeliverable(String reason) {
        ObjLongConsumer<Throwable> action;
        synchronized (lock) {
            action = onRefusal;
        }
        action.accept(new IOException(reason), resources.nowNanos());
    }

    /**
     * Registers how the transport closes the connection of this attempt; replaces the action that was registered before.
     * Runs the action at once if the attempt was abandoned already, and not at all if it ended otherwise.
     *
     * @param action closes the connection so that unsent bytes are never sent; must not block
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
     * Abandons the attempt and closes its connection. An attempt that had not connected never arrives.
     *
     * @return false if the attempt had ended
     */
    public boolean abandon() {
        return abandonIf(() -> true);
    }

    /**
     * Abandons the attempt if no transport has {@linkplain #isTaken taken} it over.
     *
     * @return true if it was abandoned
     */
    public boolean abandonUnlessTaken() {
        return abandonIf(() -> !taken());
    }

    /**
     * Abandons the attempt if the destination cannot have received it.
     *
     * @return true if it was abandoned; false if it has connected or ended
     */
    public boolean abandonUnlessConnected() {
        return abandonIf(() -> !phase.mayHaveArrived());
    }

    /**
     * Abandons the attempt if that stops it: its transport has registered {@linkplain #onAbandon how}, and its answer has
     * not arrived. The destination may have received the message.
     *
     * @return true if it was abandoned; false if it has ended or was answered, or cannot be stopped
     */
    public boolean abandonIfStoppable() {
        return abandonIf(() -> close != null && phase.isAwaited());
    }

    /** Abandons the attempt on a condition, which is asked under the lock. */
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
        told.ended(this, resources.nowNanos());
        wakeAwaiting();
        return true;
    }

    /**
     * Drops the references to actions and to the listener, because a transport may keep an attempt for long, and the
     * listener holds the message.
     */
    private void forget() {
        close = null;
        race = null;
        listener = NOBODY;
    }

    /**
     * Waits until the attempt has ended. For one thread at a time.
     *
     * @param atMostNanos the maximum time to wait, in nanoseconds
     * @return true if it has ended; false if the time is over or the thread was interrupted, whose flag stays set
     */
    public boolean awaitEnd(long atMostNanos) {
        awaiting = Thread.currentThread();
        try {
            long endNanos = resources.nowNanos() + atMostNanos;
            while (!phase().ended()) {
                long leftNanos = endNanos - resources.nowNanos();
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
