package io.github.restartoracle.wsrm.destination;

import io.github.restartoracle.wsrm.event.MessageId;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.cxf.message.Message;
import org.apache.cxf.ws.rm.DestinationSequence;
import org.apache.cxf.ws.rm.RMMessageConstants;
import org.apache.cxf.ws.rm.RedeliveryQueue;
import org.apache.cxf.ws.rm.manager.RetryPolicyType;
import org.jspecify.annotations.Nullable;

/**
 * A message that is accepted and not yet delivered: one that has just arrived, one whose delivery has failed, or one that an
 * earlier life or another process has left in the store.
 *
 * <p>The plain fields are confined to the lock of its sequence in {@link DeliveryQueue}.
 */
final class Undelivered {
    private static final String KEY = Undelivered.class.getName();
    private static final int LONGEST_FAILURE = 500;
    private static final long LONGEST_INTERVAL_MILLIS = TimeUnit.HOURS.toMillis(1);
    /** The longest pause after an attempt that could not be made, as while the database does not answer. */
    private static final long UNTRIED_MILLIS = TimeUnit.SECONDS.toMillis(1);

    /** Its place in the life of a delivery. */
    enum State {
        /** The request that brought it is being processed, and the message with it, unless it is handed over. */
        ARRIVING,
        /** It waits for its turn and for its time. */
        WAITING,
        /** It is being delivered. */
        RUNNING,
        /** It has failed as often as the policy allows; it leaves the queue when that is noted. */
        GIVEN_UP
    }

    /** The way it came here. */
    enum Kind {
        /** With a request. */
        ARRIVED,
        /** With a request, and it is accepted only by being delivered, as CXF's robust one-way messages are. */
        TENTATIVE,
        /** With a request, and another one stands for it, so that nothing is lost when it fails. */
        COPY,
        /** From the store. */
        RECOVERED
    }

    /**
     * The policy for messages whose delivery fails.
     *
     * @param mostRetries the number of attempts after the first, negative for no limit
     * @param intervalMillis before the second attempt
     * @param backoff the factor between one interval and the next
     */
    record Policy(int mostRetries, long intervalMillis, int backoff) {
        /** One attempt, and no other. */
        static final Policy ONCE = new Policy(0, Long.parseLong(RedeliveryQueue.DEFAULT_BASE_REDELIVERY_INTERVAL), 1);

        static Policy of(@Nullable RetryPolicyType type) {
            if (type == null) {
                return ONCE;
            }
            boolean exponential = "ExponentialBackoff".equals(type.getAlgorithm());
            return new Policy(
                    type.getMaxRetries(),
                    type.getInterval() > 0 ? type.getInterval() : ONCE.intervalMillis(),
                    exponential ? RedeliveryQueue.DEFAULT_EXPONENTIAL_BACKOFF : 1);
        }

        /** The interval after one. Growth ends at an hour; an interval that was set longer stays as it is. */
        long after(long presentMillis) {
            return Math.max(presentMillis, Math.min(presentMillis * backoff, LONGEST_INTERVAL_MILLIS));
        }
    }

    final DestinationSequence sequence;
    final long number;
    final Workers workers;
    final long cost;
    /** The message as it arrived; null if only the store has it. */
    final @Nullable Message arrived;

    final Kind kind;

    State state;
    /** Whether the chain that brought it has been used up by an attempt. */
    boolean begun;
    /** Attempts that the service has refused. */
    int attempts;
    /** Whether it has failed as often as the policy allows. Until that is noted, nothing else is done with it. */
    volatile boolean givenUp;

    long dueNanos;
    /** Among messages that are due at the same time, those that wait longer come first. */
    long position;

    long previousNanos;
    long nextIntervalMillis;
    Policy policy = Policy.ONCE;

    /** The service has returned, and that is noted. */
    private volatile boolean processed;
    /** The service has returned. */
    private volatile boolean invoked;
    /** It belongs to another process. */
    private volatile boolean refused;
    /** The present attempt could not be made, or its end not be noted, for a reason that is not the service's. */
    private volatile boolean untried;
    /** The last failure of its delivery. */
    private volatile String failure = "its delivery came to no end";
    /** The service has suspended its invocation, whose end an interceptor tells. */
    private volatile boolean parked;
    /** Another thread than that of its request goes on with it. */
    private volatile boolean handedOver;

    private final AtomicBoolean hasRoom = new AtomicBoolean(true);

    Undelivered(
            DestinationSequence sequence,
            long number,
            Workers workers,
            long cost,
            @Nullable Message arrived,
            Kind kind) {
        this.sequence = sequence;
        this.number = number;
        this.workers = workers;
        this.cost = cost;
        this.arrived = arrived;
        this.kind = kind;
        this.state = kind == Kind.RECOVERED || kind == Kind.COPY ? State.WAITING : State.ARRIVING;
    }

    MessageId id() {
        return new MessageId(sequence.getIdentifier().getValue(), number);
    }

    /** Whether its content is still there, here or in the store. */
    boolean hasContent() {
        return arrived == null || arrived.get(RMMessageConstants.SAVED_CONTENT) != null;
    }

    /** The same message for further attempts after it was given up; if the store has its content, without it. */
    Undelivered afresh(boolean stored) {
        Undelivered again = new Undelivered(sequence, number, workers, 0, stored ? null : arrived, Kind.RECOVERED);
        again.begun = true;
        return again;
    }

    /** Notes what has failed; null for nothing. */
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

    String failure() {
        return failure;
    }

    void attach(Message message) {
        message.put(KEY, this);
    }

    static void detach(Message message) {
        message.remove(KEY);
    }

    static @Nullable Undelivered of(Message message) {
        return (Undelivered) message.get(KEY);
    }

    /** Gives the room back that was taken for it; nothing the second time. */
    void giveBack() {
        if (cost > 0 && hasRoom.compareAndSet(true, false)) {
            workers.budget.giveBack(cost);
        }
    }

    boolean isProcessed() {
        return processed;
    }

    void markProcessed() {
        processed = true;
    }

    boolean isInvoked() {
        return invoked;
    }

    void markInvoked() {
        invoked = true;
    }

    boolean isRefused() {
        return refused;
    }

    void markRefused() {
        refused = true;
    }

    void markUntried() {
        untried = true;
    }

    boolean isParked() {
        return parked;
    }

    void markParked() {
        parked = true;
    }

    boolean isHandedOver() {
        return handedOver;
    }

    void markHandedOver() {
        handedOver = true;
    }

    /** Plans the next attempt after one that failed, or gives up. Only what the service has refused counts. */
    void retry(Policy of, long nowNanos) {
        policy = of;
        begun = true;
        if (givenUp) {
            state = State.GIVEN_UP;
            return;
        }
        previousNanos = nowNanos;
        long intervalMillis;
        if (untried || invoked) {
            intervalMillis = Math.min(policy.intervalMillis(), UNTRIED_MILLIS);
        } else {
            attempts++;
            if (policy.mostRetries() >= 0 && attempts > policy.mostRetries()) {
                givenUp = true;
                state = State.GIVEN_UP;
                return;
            }
            intervalMillis = attempts == 1 ? policy.intervalMillis() : nextIntervalMillis;
            nextIntervalMillis = policy.after(intervalMillis);
        }
        untried = false;
        dueNanos = nowNanos + TimeUnit.MILLISECONDS.toNanos(intervalMillis);
        state = State.WAITING;
    }
}
