package io.github.restartoracle.wsrm.inbound;

/**
 * The end of an attempt to deliver a message.
 *
 * @param kind what became of it
 * @param failure the failure, for a person to read; empty if there was none
 */
public record Outcome(Kind kind, String failure) {
    /** The ways in which an attempt ends. */
    public enum Kind {
        /** The service has returned, and that is noted. */
        DELIVERED,
        /** The service has returned, and nothing undoes what it did; that is not noted yet. */
        UNNOTED,
        /** The service has refused the message, or has not come to an end. */
        FAILED,
        /** The attempt could not be made, or not be noted, for a reason that is not the service's. */
        UNTRIED,
        /** The message belongs to another process. */
        TAKEN
    }

    /** The message was delivered. */
    public static final Outcome DELIVERED = new Outcome(Kind.DELIVERED, "");

    /** The service has returned. */
    public static final Outcome UNNOTED = new Outcome(Kind.UNNOTED, "");

    /** The message is another process's. */
    public static final Outcome TAKEN = new Outcome(Kind.TAKEN, "");

    /**
     * An attempt that the service has refused.
     *
     * @param failure why, for a person to read
     * @return the outcome
     */
    public static Outcome failed(String failure) {
        return new Outcome(Kind.FAILED, failure);
    }

    /**
     * An attempt that could not be made.
     *
     * @param failure why, for a person to read
     * @return the outcome
     */
    public static Outcome untried(String failure) {
        return new Outcome(Kind.UNTRIED, failure);
    }
}
