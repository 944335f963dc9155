package io.github.restartoracle.wsrm.internal.destination;

import io.github.restartoracle.internal.attempt.Causes;
import io.github.restartoracle.internal.inbound.Outcome;
import io.github.restartoracle.internal.inbound.Received;
import io.github.restartoracle.internal.inbound.Received.Kind;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.cxf.message.Message;
import org.jspecify.annotations.Nullable;

/** One attempt to deliver a message. Interceptors report to it in the course of the delivery. Thread-safe. */
final class DeliveryRun {
    private static final String KEY = DeliveryRun.class.getName();
    private static final int LONGEST_FAILURE = 500;

    final Content content;
    /** The message; null for a copy that is delivered beside it. */
    final @Nullable Received<Content> message;
    /** The room that a copy has taken and not given back. */
    private final AtomicLong cost;

    /** True if the service has suspended its invocation, so that the thread that began it has left. */
    private boolean suspended;

    private boolean over;
    private volatile DeliveryWorkers.@Nullable Turn turn;
    private Outcome.Kind end = Outcome.Kind.FAILED;
    private volatile boolean last;
    private volatile boolean handedOver;
    private volatile String failure = "the delivery did not finish";

    private DeliveryRun(Content content, @Nullable Received<Content> message, long cost) {
        this.content = content;
        this.message = message;
        this.cost = new AtomicLong(cost);
    }

    static DeliveryRun of(Received<Content> message) {
        return new DeliveryRun(message.content(), message, 0);
    }

    /**
     * Creates an attempt to deliver a copy. The accepted message is delivered separately, so no message is lost when this
     * attempt fails.
     */
    static DeliveryRun ofCopy(Content content, long cost) {
        return new DeliveryRun(content, null, cost);
    }

    /** Releases the content of a copy, and the room that it has taken. */
    void releaseCopy() {
        content.release();
        long taken = cost.getAndSet(0);
        if (taken > 0) {
            content.workers.room.giveBack(taken);
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

    /** Takes a turn, as soon as there is one. */
    void begin() throws InterruptedException {
        turn = content.workers.begin();
    }

    /** Takes a turn for which the request waits; returns false if it must not. */
    boolean beginSoon() {
        turn = content.workers.beginSoon();
        return hasTurn();
    }

    boolean hasTurn() {
        return turn != null;
    }

    void endTurn() {
        DeliveryWorkers.Turn own = turn;
        turn = null;
        if (own != null) {
            own.end();
        }
    }

    void failed(@Nullable Throwable thrown) {
        List<Throwable> causes = Causes.of(thrown);
        if (!causes.isEmpty()) {
            String text = causes.get(causes.size() - 1).toString();
            failure = text.substring(0, Math.min(text.length(), LONGEST_FAILURE));
        }
    }

    /** Records how the attempt ends, unless that was known better: first comes what forbids another attempt. */
    synchronized void mark(Outcome.Kind known) {
        if (known.compareTo(end) < 0) {
            end = known;
        }
    }

    /**
     * Records that the request of the message was processed to its end. A caller that was told of a fault was answered: the
     * service must not be called again for that request.
     */
    void answered() {
        if (message != null && message.kind() == Kind.ANSWERED && outcome().kind() != Outcome.Kind.TAKEN) {
            mark(Outcome.Kind.UNNOTED);
        }
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
    synchronized boolean suspend() {
        suspended = !over;
        return suspended;
    }

    synchronized boolean isSuspended() {
        return suspended;
    }

    /**
     * Records that the attempt has ended.
     *
     * @return true if the thread that began the attempt has left it, so that the caller has to report its end; true only
     *     once
     */
    synchronized boolean finish() {
        boolean toBeTold = suspended && !over;
        over = true;
        return toBeTold;
    }

    synchronized Outcome outcome() {
        return new Outcome(end, failure);
    }
}
