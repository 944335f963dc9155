package io.github.restartoracle.wsrm.internal.destination;

import io.github.restartoracle.internal.inbound.Outcome;
import io.github.restartoracle.internal.inbound.Received;
import org.apache.cxf.message.Message;
import org.jspecify.annotations.Nullable;

/** One attempt to deliver a message. Interceptors report to it in the course of the delivery. Thread-safe. */
final class DeliveryRun {
    private static final String KEY = DeliveryRun.class.getName();
    private static final int LONGEST_FAILURE = 500;

    final Content content;
    /** The message; null for a copy that is delivered beside it. */
    final @Nullable Received<Content> message;

    /** True if the service has suspended its invocation, so that the thread that began it has left. */
    private boolean parked;

    private boolean over;
    private long cost;
    private DeliveryTurns.@Nullable Turn turn;
    private volatile boolean processed;
    private volatile boolean invoked;
    private volatile boolean taken;
    private volatile boolean untried;
    private volatile boolean last;
    private volatile boolean handedOver;
    private volatile String failure = "the delivery did not finish";

    private DeliveryRun(Content content, @Nullable Received<Content> message) {
        this.content = content;
        this.message = message;
    }

    /** Creates an attempt to deliver a message. */
    static DeliveryRun of(Received<Content> message) {
        return new DeliveryRun(message.content(), message);
    }

    /**
     * Creates an attempt to deliver a copy. The accepted message is delivered separately, so no message is lost when this
     * attempt fails.
     *
     * @param cost the room that the copy has taken, 0 for none
     */
    static DeliveryRun ofCopy(Content content, long cost) {
        DeliveryRun copy = new DeliveryRun(content, null);
        copy.cost = cost;
        return copy;
    }

    /** Releases the content of a copy, and the room that it has taken. */
    synchronized void releaseCopy() {
        content.release();
        if (cost > 0) {
            content.workers.room.giveBack(cost);
            cost = 0;
        }
    }

    DeliveryRun attach(Message carrier) {
        carrier.put(KEY, this);
        return this;
    }

    static void detach(Message carrier) {
        carrier.remove(KEY);
    }

    static @Nullable DeliveryRun in(Message carrier) {
        return (DeliveryRun) carrier.get(KEY);
    }

    /**
     * Takes a turn, as soon as there is one.
     *
     * @throws InterruptedException if the thread is interrupted before that
     */
    void begin() throws InterruptedException {
        take(content.workers.turns.begin());
    }

    /** Takes a turn for which the request waits; returns false if it must not. */
    boolean beginSoon() {
        DeliveryTurns.Turn own = content.workers.turns.beginSoon();
        take(own);
        return own != null;
    }

    private synchronized void take(DeliveryTurns.@Nullable Turn own) {
        turn = own;
    }

    /** Returns whether the attempt has its turn. */
    synchronized boolean hasTurn() {
        return turn != null;
    }

    /** Returns the turn, if the attempt has it. */
    synchronized void endTurn() {
        if (turn != null) {
            turn.end();
            turn = null;
        }
    }

    /** Notes a failure; null if there was none. */
    void failed(@Nullable Throwable thrown) {
        Throwable cause = thrown;
        while (cause != null && cause.getCause() != null && cause.getCause() != cause) {
            cause = cause.getCause();
        }
        if (cause != null) {
            String text = cause.toString();
            failure = text.substring(0, Math.min(text.length(), LONGEST_FAILURE));
        }
    }

    /** Records that the service has returned and that this is noted. */
    void markProcessed() {
        processed = true;
    }

    /** Records that the service has returned: it must not be called again. */
    void markInvoked() {
        invoked = true;
    }

    /** Records that the message belongs to another process. */
    void markTaken() {
        taken = true;
    }

    boolean isTaken() {
        return taken;
    }

    /** Records that the attempt cannot be made, or its end not be noted, for a reason that is not the service's. */
    void markUntried() {
        untried = true;
    }

    /** Records that a further attempt would fail as well. */
    void markFinal() {
        last = true;
    }

    boolean isFinal() {
        return last;
    }

    /** Records that another thread than that of its request goes on with the message. */
    void markHandedOver() {
        handedOver = true;
    }

    boolean isHandedOver() {
        return handedOver;
    }

    /**
     * Records that the thread that began the attempt leaves it, because the service has suspended its invocation.
     *
     * @return false if another thread has ended the attempt meanwhile, so that this one has to report its end
     */
    synchronized boolean park() {
        parked = !over;
        return parked;
    }

    synchronized boolean isParked() {
        return parked;
    }

    /**
     * Records that the attempt has ended.
     *
     * @return true if the thread that began the attempt has left it, so that the caller has to report its end; true only
     *     once
     */
    synchronized boolean finish() {
        boolean toBeTold = parked && !over;
        over = true;
        return toBeTold;
    }

    Outcome outcome() {
        if (processed) {
            return Outcome.DELIVERED;
        }
        if (invoked) {
            return Outcome.UNNOTED;
        }
        if (taken) {
            return Outcome.TAKEN;
        }
        return untried ? Outcome.untried(failure) : Outcome.failed(failure);
    }
}
