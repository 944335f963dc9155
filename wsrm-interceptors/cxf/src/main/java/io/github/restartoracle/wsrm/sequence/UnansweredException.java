package io.github.restartoracle.wsrm.sequence;

import java.io.IOException;

/** Thrown when a request of WS-RM itself was transmitted as often, or for as long, as it may be. */
public final class UnansweredException extends IOException {
    private static final long serialVersionUID = 1L;

    private final int transmissions;

    /**
     * Creates the failure of a request.
     *
     * @param reason the reason, for a person to read
     * @param transmissions the number of dispatched transmissions, 0 or more
     */
    public UnansweredException(String reason, int transmissions) {
        super(reason);
        this.transmissions = transmissions;
    }

    /** Returns the number of transmissions behind a failure; 1 if it is not known. */
    static int transmissionsIn(Throwable failure) {
        Throwable cause = failure;
        for (int depth = 0; cause != null && depth < SequenceFaults.DEPTH; depth++) {
            if (cause instanceof UnansweredException unanswered) {
                return Math.max(1, unanswered.transmissions);
            }
            cause = cause.getCause();
        }
        return 1;
    }
}
