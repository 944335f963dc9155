package io.github.restartoracle.internal.inbound;

/** The ends of attempts, as tests give them. */
public final class Outcomes {
    /** The outcome of a message that was delivered. */
    public static final Outcome DELIVERED = new Outcome(Outcome.Kind.DELIVERED, "");

    /** The outcome when the service has returned and that is not noted yet. */
    public static final Outcome UNNOTED = new Outcome(Outcome.Kind.UNNOTED, "");

    /** The outcome of a message that belongs to another process. */
    public static final Outcome TAKEN = new Outcome(Outcome.Kind.TAKEN, "");

    private Outcomes() {}

    /** Creates the outcome of an attempt that the service has refused. */
    public static Outcome failed(String failure) {
        return new Outcome(Outcome.Kind.FAILED, failure);
    }

    /** Creates the outcome of an attempt that could not be made. */
    public static Outcome untried(String failure) {
        return new Outcome(Outcome.Kind.UNTRIED, failure);
    }
}
