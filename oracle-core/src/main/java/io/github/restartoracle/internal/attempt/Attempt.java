package io.github.restartoracle.internal.attempt;

import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
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

    private static final AttemptListener NOBODY = new AttemptListener() {};

    private final int number;
    private final long dispatchedNanos;
    private final PathResources resources;
    private final ConnectionReuse reuse;
    private volatile long after;
    private final Object lock = new Object();
    private final CountDownLatch toldEnd = new CountDownLatch(1);
    private volatile AttemptListener listener;
    private volatile Phase phase = Phase.PREPARING;
    private volatile Phase reached = Phase.PREPARING;
    private volatile boolean repeated;
    private volatile boolean tellsReceipt;
    private volatile OptionalLong respondedNanos = OptionalLong.empty();
    private volatile @Nullable Runnable close;
    private volatile @Nullable IntConsumer race;
    private volatile @Nullable Throwable cause;
    private volatile @Nullable Throwable refusal;
    private volatile ObjLongConsumer<Throwable> onRefusal = (reason, nowNanos) -> {};

    /**
     * Creates an attempt whose transmission is about to be prepared.
     *
     * @param number the transmission number of the message, 1 for the first
     * @param dispatchedNanos the time on the clock of the path
     */
    public Attempt(
            int number,
            long dispatchedNanos,
            PathResources resources,
            ConnectionReuse reuse,
            AttemptListener listener) {
        this.number = number;
        this.dispatchedNanos = dispatchedNanos;
        this.resources = Objects.requireNonNull(resources, "resources");
        this.reuse = Objects.requireNonNull(reuse, "reuse");
        this.listener = Objects.requireNonNull(listener, "listener");
    }

    /** Returns the attempt of an outgoing message with these properties; null if the message is not sent by the queue. */
    public static @Nullable Attempt of(Map<String, Object> message) {
        return (Attempt) message.get(KEY);
    }

    /** Returns whether an outgoing message with these properties has an attempt or is {@linkplain #EXPECTED expected} to get one. */
    public static boolean isExpected(Map<String, Object> message) {
        return message.get(KEY) != null || Boolean.TRUE.equals(message.get(EXPECTED));
    }

    /** {@return the transmission number, 1 for the first transmission of a message} */
    public int number() {
        return number;
    }

    /** Has the destination deliver the message {@linkplain #after behind} another. */
    public void follow(long messageNumber) {
        after = messageNumber;
    }

    /** {@return the number of the message behind which the destination is to deliver this one; 0 if there is none} */
    public long after() {
        return after;
    }

    /** {@return the time at which the attempt was dispatched, in nanoseconds on the clock of the attempt} */
    public long dispatchedNanos() {
        return dispatchedNanos;
    }

    /** {@return the resources of the path, shared by all attempts of the path} */
    public PathResources resources() {
        return resources;
    }

    /** {@return the open connections that the attempt may use} */
    public ConnectionReuse reuse() {
        return reuse;
    }

    /** {@return the phase of the attempt at this moment} */
    public Phase phase() {
        return phase;
    }

    /** {@return the last phase before the attempt failed or was abandoned; {@link #phase} if it has not} */
    public Phase reached() {
        return reached;
    }

    /**
     * Records that the transport writes the message once more, on another connection, because the first was lost after that. How
     * the attempt ends then tells nothing about the first copy.
     */
    public void repeat() {
        repeated = true;
    }

    /** {@return whether the transport has written the message {@linkplain #repeat before}} */
    public boolean isRepeated() {
        return repeated;
    }

    /** Returns whether a transport has the attempt: it told a phase or {@linkplain #onAbandon how to close}, or the attempt ended. */
    public boolean isTaken() {
        return phase != Phase.PREPARING || close != null;
    }

    /** {@return the time at which the transport's answer arrived; empty if none has arrived, or the transport does not tell} */
    public OptionalLong respondedNanos() {
        return respondedNanos;
    }

    /** {@return the cause of the failure; null unless the phase is {@link Phase#FAILED}} */
    public @Nullable Throwable cause() {
        return cause;
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
        if (next == Phase.ANSWERED) {
            Throwable refused = refusal;
            return refused == null ? endIf(() -> true, next, null) : fail(refused);
        }
        long nowNanos = resources.nowNanos();
        AttemptListener told;
        synchronized (lock) {
            if (phase.ended() || next.compareTo(phase) <= 0) {
                return !phase.ended();
            }
            if (next == Phase.RESPONDED) {
                respondedNanos = OptionalLong.of(nowNanos);
            }
            reached = next;
            phase = next;
            told = listener;
        }
        return tellAdvanced(told, next, nowNanos);
    }

    private boolean tellAdvanced(AttemptListener told, Phase next, long nowNanos) {
        told.advanced(this, next, nowNanos);
        return !phase.ended();
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
            reached = Phase.CONNECTING;
            phase = Phase.CONNECTING;
            told = listener;
        }
        return tellAdvanced(told, Phase.CONNECTING, resources.nowNanos());
    }

    /** Records that the transport will tell when the next machine has {@linkplain Phase#RECEIVED confirmed} every byte. */
    public void tellReceipt() {
        tellsReceipt = true;
    }

    /** {@return whether the transport will report {@link Phase#RECEIVED}; false by default} */
    public boolean tellsReceipt() {
        return tellsReceipt;
    }

    /** Records that a connection was set up, which took a time of 0 or more. */
    public void connected(long tookNanos) {
        listener.connected(this, resources.nowNanos(), tookNanos);
    }

    /** Records that the next machine has confirmed more bytes of the request. */
    public void progressed() {
        listener.progressed(this, resources.nowNanos());
    }

    /**
     * Returns whether an answer without content may be the destination's. A machine in between may have answered instead.
     *
     * @param status its HTTP status, 200 to 299
     * @return false if the destination is known to answer with others
     */
    public boolean mayBeAnsweredWith(int status) {
        return listener.mayBeAnsweredWith(this, status);
    }

    /**
     * Registers how the transport opens one more connection for this attempt, in place of any action before.
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
        IntConsumer action = race;
        if (phase != Phase.CONNECTING || action == null) {
            return false;
        }
        action.accept(mostConnections);
        return true;
    }

    /** Fails the attempt, because the transport cannot go on; returns false, without effect, if the attempt had ended. */
    public boolean fail(Throwable reason) {
        return endIf(() -> true, Phase.FAILED, reason);
    }

    /**
     * Registers the action of the source for a refusal that comes after the attempt has ended, and for a message that is
     * undeliverable; replaces the action that was registered before.
     *
     * @param action takes the cause and the time; must not block, and is kept as long as the attempt
     */
    public void onRefusal(ObjLongConsumer<Throwable> action) {
        onRefusal = action;
    }

    /**
     * Records that the answer refuses the message: the attempt fails with this cause when the answer was read to its end. A
     * later refusal replaces an earlier one. If the attempt has ended, the source is told at once.
     */
    public void refuse(Throwable reason) {
        synchronized (lock) {
            if (!phase.ended()) {
                refusal = reason;
                return;
            }
        }
        onRefusal.accept(reason, resources.nowNanos());
    }

    /**
     * Reports that the message will not be delivered by this attempt or any other one. The transport may learn this long
     * after the attempt had ended, such as from a mail that came back.
     *
     * @param reason the reason, for a person to read
     */
    public void undeliverable(String reason) {
        onRefusal.accept(new IOException(reason), resources.nowNanos());
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

    /** Abandons the attempt, which never arrives if it had not connected; returns false if it had ended. */
    public boolean abandon() {
        return abandonIf(() -> true);
    }

    /** Abandons the attempt if no transport has {@linkplain #isTaken taken} it over; returns whether it was abandoned. */
    public boolean abandonUnlessTaken() {
        return abandonIf(() -> !isTaken());
    }

    /** Abandons the attempt if the destination cannot have received it; returns false if it has connected or ended. */
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

    private boolean abandonIf(BooleanSupplier condition) {
        return endIf(condition, Phase.ABANDONED, null);
    }

    /** Ends the attempt on a condition, which is asked under the lock. */
    private boolean endIf(BooleanSupplier condition, Phase end, @Nullable Throwable reason) {
        Runnable closed;
        AttemptListener told;
        synchronized (lock) {
            if (phase.ended() || !condition.getAsBoolean()) {
                return false;
            }
            cause = reason;
            reached = end == Phase.ANSWERED ? end : reached;
            phase = end;
            closed = end == Phase.ABANDONED ? close : null;
            told = listener;
            // A transport may keep an attempt for long, and the listener holds the message.
            close = null;
            race = null;
            listener = NOBODY;
        }
        if (closed != null) {
            closed.run();
        }
        try {
            told.ended(this, resources.nowNanos());
        } finally {
            toldEnd.countDown();
        }
        return true;
    }

    /**
     * Waits for a number of nanoseconds at most until the attempt has ended and its owner was told; returns false if it has not,
     * or the thread was interrupted, whose flag stays set.
     */
    public boolean awaitEnd(long atMostNanos) {
        try {
            return toldEnd.await(atMostNanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return phase.ended();
        }
    }

    @Override
    public String toString() {
        return "attempt " + number + " (" + phase + ")";
    }
}
