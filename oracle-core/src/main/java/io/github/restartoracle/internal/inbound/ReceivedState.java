package io.github.restartoracle.internal.inbound;

/** The states of a {@link Received} message, and the transitions between them. */
public enum ReceivedState {
    /** The message has arrived and is not accepted yet: it is being stored. */
    ARRIVED,
    /**
     * The message is accepted, or will be by its delivery; the request that brought it goes on to deliver it or to hand it
     * over.
     */
    ACCEPTED,
    /** The message waits for the messages before it and for its time. */
    WAITING,
    /** The message is being delivered. */
    RUNNING,
    /** The service has returned, which could not be noted yet; the message waits for that. */
    DELIVERED,
    /** The end of the delivery is being noted. */
    NOTING,
    /** The message was refused as often as the policy allows, and waits for that to be noted. */
    FAILED,
    /** The fact that the message is given up is being noted. */
    GIVING_UP,
    /** The message is not delivered again, unless an operator retries it. */
    GIVEN_UP,
    /** The message was delivered, discarded, refused, or belongs to another process. */
    GONE;

    /** Returns whether the next step of a message in this state follows at a time of its own. */
    boolean isTimed() {
        return this == WAITING || this == DELIVERED || this == FAILED;
    }

    /** Returns the state of a message for which a thread is to take the next step. */
    ReceivedState begun() {
        return switch (this) {
            case WAITING -> RUNNING;
            case DELIVERED -> NOTING;
            case FAILED -> GIVING_UP;
            default -> throw new IllegalStateException("no work can begin on a message that is " + this);
        };
    }

    /** Returns the state of a message for which that step could not be taken. */
    ReceivedState notBegun() {
        return switch (this) {
            case RUNNING -> WAITING;
            case NOTING -> DELIVERED;
            case GIVING_UP -> FAILED;
            default -> throw new IllegalStateException("no work was begun on a message that is " + this);
        };
    }

    boolean mayBecome(ReceivedState next) {
        return switch (next) {
            case ARRIVED -> false;
            case ACCEPTED -> this == ARRIVED;
            case WAITING -> this == ACCEPTED || this == RUNNING || this == GIVEN_UP;
            case RUNNING -> this == WAITING;
            case DELIVERED -> this == ACCEPTED || this == RUNNING || this == NOTING;
            case NOTING -> this == DELIVERED;
            case FAILED -> this == ACCEPTED || this == RUNNING || this == GIVING_UP;
            case GIVING_UP -> this == FAILED;
            case GIVEN_UP -> this == GIVING_UP;
            case GONE -> this != GONE;
        };
    }
}
