package io.github.restartoracle.internal.inbound;

/**
 * The end of an attempt to deliver a message.
 *
 * @param kind the kind of end
 * @param failure the failure, for a person to read; empty if there was none
 */
public record Outcome(Kind kind, String failure) {
    /** The ways in which an attempt ends. */
    public enum Kind {
        /** The service has returned, and that is noted. */
        DELIVERED,
        /** The service has returned, and its effects cannot be undone; that is not noted yet. */
        UNNOTED,
        /** The service has refused the message, or has not returned. */
        FAILED,
        /** The attempt could not be made, or not be noted, for a reason that is not the service's. */
        UNTRIED,
        /** The message belongs to another process. */
        TAKEN
    }

    /** The outcome of a message that was delivered. */
    public static final Outcome DELIVERED = new Outcome(Kind.DELIVERED, "");

    /** The outcome when the service has returned and that is not noted yet. */
    public static final Outcome UNNOTED = new Outcome(Kind.UNNOTED, "");

    /** The outcome of a message that belongs to another process. */
    public static final Outcome TAKEN = new Outcome(Kind.TAKEN, "");

    /**
     * Creates the outcome of an attempt that the service has refused.
     *
     * @param failure the failure, for a person to read
     * @return the outcome
     */
    public static Outcome failed(String failure) {
        return new Outcome(Kind.FAILED, failure);
    }

    /**
     * Creates the outcome of an attempt that could not be made.
     *
     * @param failure the failure, for a person to read
     * @return the outcome
     */
    public static Outcome untried(String failure) {
        return new Outcome(Kind.UNTRIED, failure);
    }
}
