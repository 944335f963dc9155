package io.github.restartoracle.internal.inbound;

/**
 * The end of an attempt to deliver a message.
 *
 * @param kind the kind of end
 * @param failure the failure, for a person to read; empty if there was none
 */
public record Outcome(Kind kind, String failure) {
    /** The ways in which an attempt ends: the earlier ones hold if several seem to. */
    public enum Kind {
        /** The service has returned, and that is noted. */
        DELIVERED,
        /** The service has returned, and its effects cannot be undone; that is not noted yet. */
        UNNOTED,
        /** The message belongs to another process. */
        TAKEN,
        /** The attempt could not be made, or not be noted, for a reason that is not the service's. */
        UNTRIED,
        /** The service has refused the message, or has not returned. */
        FAILED
    }
}
