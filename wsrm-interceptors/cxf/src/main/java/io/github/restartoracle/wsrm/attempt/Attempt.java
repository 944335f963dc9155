package io.github.restartoracle.wsrm.attempt;

import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One transmission of a message on its way. The queue makes it and puts it into the message under {@link #KEY}; a
 * transport that knows attempts {@linkplain #advance reports} each phase, registers {@linkplain #onAbandon how to close}
 * the connection, and returns from sending without waiting for the network. A transport that knows nothing of attempts
 * leaves it in {@link Phase#PREPARING}; the queue then ends it when sending returns.
 *
 * <p>Thread-safe. The close action and the end listener run outside the lock, in the thread that caused them.
 */
public final class Attempt {
    /** The key of the attempt in an outgoing CXF message. */
    public static final String KEY = Attempt.class.getName();

    private final int number;
    private Consumer<Attempt> onEnd;
    private final Object lock = new Object();
    private Phase phase = Phase.PREPARING;
    private @Nullable Runnable close;
    private @Nullable Throwable cause;
    private Consumer<String> onUndeliverable = reason -> {};

    /**
     * A transmission that is about to be prepared.
     *
     * @param number the transmission number of the message, 1 for the first
     * @param onEnd told once when the attempt has ended, whatever the outcome
     */
    public Attempt(int number, Consumer<Attempt> onEnd) {
        this.number = number;
        this.onEnd = Objects.requireNonNull(onEnd, "onEnd");
    }

    /**
     * The attempt of an outgoing message.
     *
     * @param message the properties of a message in an outgoing chain
     * @return the attempt, or null if the message is not sent by the queue
     */
    public static @Nullable Attempt of(Map<String, Object> message) {
        return (Attempt) message.get(KEY);
    }

    /**
     * The transmission number.
     *
     * @return 1 for the first transmission of a message
     */
    public int number() {
        return number;
    }

    /**
     * How far the attempt has come.
     *
     * @return the phase at this moment
     */
    public Phase phase() {
        synchronized (lock) {
            return phase;
        }
    }

    /**
     * Why the attempt failed.
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
        synchronized (lock) {
            if (phase.ended()) {
                return false;
            }
            if (next.compareTo(phase) > 0) {
                phase = next;
            }
            if (!phase.ended()) {
                return true;
            }
            close = null;
        }
        tellEnd();
        return true;
    }

    /**
     * The transport cannot go on. Has no effect on an attempt that has ended.
     *
     * @param reason the cause
     */
    public void fail(Throwable reason) {
        synchronized (lock) {
            if (phase.ended()) {
                return;
            }
            phase = Phase.FAILED;
            cause = reason;
            close = null;
        }
        tellEnd();
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
     * Gives the attempt up if the destination cannot have received it.
     *
     * @return true if it was abandoned; false if it has connected or ended
     */
    public boolean abandonUnlessConnected() {
        return abandonIf(() -> !phase.mayHaveArrived());
    }

    /**
     * Gives the attempt up if that really stops it, which is so once its transport has registered {@linkplain #onAbandon
     * how}. The destination may have received the message.
     *
     * @return true if it was abandoned; false if it has ended, or nobody can stop it
     */
    public boolean abandonIfStoppable() {
        return abandonIf(() -> close != null);
    }

    /** The condition is asked under the lock. */
    private boolean abandonIf(BooleanSupplier condition) {
        Runnable action;
        synchronized (lock) {
            if (phase.ended() || !condition.getAsBoolean()) {
                return false;
            }
            phase = Phase.ABANDONED;
            action = close;
            close = null;
        }
        if (action != null) {
            action.run();
        }
        tellEnd();
        return true;
    }

    /** A transport may keep an attempt for long, and whoever hears of its end holds the message. */
    private void tellEnd() {
        Consumer<Attempt> listener = onEnd;
        onEnd = ended -> {};
        listener.accept(this);
    }

    @Override
    public String toString() {
        return "attempt " + number + " (" + phase() + ")";
    }
}
