package io.github.restartoracle.internal.inbound;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A message that has arrived and is not delivered yet.
 *
 * <p>Not thread-safe; confined to the lock of its sequence, except {@link #number}, {@link #content} and {@link #kind}.
 */
public final class Received<P> {
    /** The ways in which a message is delivered for the first time. */
    public enum Kind {
        /** Its request hands it over, or lets its own thread deliver it. */
        ONE_WAY,
        /** Its request is answered after the delivery. */
        ANSWERED,
        /**
         * Its request is answered after the delivery, and it is accepted only by being delivered, as CXF's robust one-way
         * messages are.
         */
        TENTATIVE
    }

    /** The longest pause after a step that failed for a reason that is not the service's. */
    private static final long UNTRIED_MILLIS = TimeUnit.SECONDS.toMillis(1);

    private final long number;
    private final P content;
    private final Kind kind;
    private @Nullable Room room;
    private long cost;
    private ReceivedState state;
    private String failure = "";
    private int attempts;
    private long dueNanos;
    private long previousNanos;
    private long nextIntervalMillis;
    /** The order among messages that are due at the same time: those that have waited longer come first. */
    private long position;

    private Received(long number, P content, Kind kind, ReceivedState state) {
        this.number = number;
        this.content = content;
        this.kind = kind;
        this.state = state;
    }

    /** Creates a message that a request has brought. */
    static <P> Received<P> arrived(long number, P content, Kind kind) {
        return new Received<>(number, content, kind, ReceivedState.ARRIVED);
    }

    /** Creates a message that an earlier process, or another one, has accepted. */
    static <P> Received<P> recovered(long number, P content, long nowNanos) {
        Received<P> message = new Received<>(number, content, Kind.ONE_WAY, ReceivedState.WAITING);
        message.dueNanos = nowNanos;
        return message;
    }

    /**
     * Creates a message that was given up.
     *
     * @param number the number in the sequence, 1 or more
     * @return a message to be listed
     */
    public static <P> Received<P> givenUp(long number, P content) {
        return new Received<>(number, content, Kind.ONE_WAY, ReceivedState.GIVEN_UP);
    }

    /** {@return the number in the sequence, 1 or more} */
    public long number() {
        return number;
    }

    /** {@return the content} */
    public P content() {
        return content;
    }

    /** {@return the way in which it is delivered for the first time} */
    public Kind kind() {
        return kind;
    }

    void takes(Room from, long share) {
        room = from;
        cost = share;
    }

    /** Gives back the room that the message has taken. */
    void giveBackRoom() {
        if (room != null) {
            room.giveBack(cost);
            room = null;
        }
    }

    /** {@return the state} */
    public ReceivedState state() {
        return state;
    }

    /** Returns whether its first delivery has not ended. */
    boolean isUntried() {
        return switch (state) {
            case ARRIVED, ACCEPTED, WAITING, RUNNING -> attempts == 0 && failure.isEmpty();
            default -> false;
        };
    }

    /** {@return the last failure, for a person to read; empty if there was none} */
    public String failure() {
        return failure;
    }

    /** {@return the number of attempts that the service has refused} */
    public int attempts() {
        return attempts;
    }

    /** {@return the time of the next step, if the message waits} */
    public long dueNanos() {
        return dueNanos;
    }

    /** {@return the end of the last attempt that failed, if there was one} */
    public long previousNanos() {
        return previousNanos;
    }

    /** {@return the interval after the attempt that comes next} */
    public long nextIntervalMillis() {
        return nextIntervalMillis;
    }

    long position() {
        return position;
    }

    void place(long behind) {
        position = behind;
    }

    void become(ReceivedState next) {
        if (!state.mayBecome(next)) {
            throw new IllegalStateException("message " + number + " cannot become " + next + ", it is " + state);
        }
        state = next;
    }

    void due(long nanos) {
        dueNanos = nanos;
    }

    /**
     * Returns the state after an attempt that has failed, and sets the time of the next step. Only refusals by the service
     * are counted.
     */
    ReceivedState failed(Outcome outcome, RedeliveryPolicy policy, long nowNanos) {
        failure = outcome.failure();
        previousNanos = nowNanos;
        if (outcome.kind() == Outcome.Kind.UNTRIED) {
            due(nowNanos, Math.min(policy.intervalMillis(), UNTRIED_MILLIS));
            return ReceivedState.WAITING;
        }
        attempts++;
        if (policy.mostRetries() >= 0 && attempts > policy.mostRetries()) {
            dueNanos = nowNanos;
            return ReceivedState.FAILED;
        }
        long intervalMillis = attempts == 1 ? policy.intervalMillis() : nextIntervalMillis;
        nextIntervalMillis = policy.after(intervalMillis);
        due(nowNanos, intervalMillis);
        return ReceivedState.WAITING;
    }

    /** Delays the next step by the longest pause. */
    void pause(long nowNanos) {
        due(nowNanos, UNTRIED_MILLIS);
    }

    private void due(long nowNanos, long afterMillis) {
        dueNanos = nowNanos + TimeUnit.MILLISECONDS.toNanos(afterMillis);
    }

    /** Starts again, because an operator retries it. */
    void retry(long nowNanos) {
        attempts = 0;
        nextIntervalMillis = 0;
        dueNanos = nowNanos;
    }
}
