package io.github.restartoracle.wsrm.internal.sequence;

import io.github.restartoracle.internal.attempt.Causes;
import java.io.IOException;

/** The failure of a request of WS-RM itself, such as CreateSequence, that got no answer within its attempts or its time limit. */
public final class UnansweredException extends IOException {
    private static final long serialVersionUID = 1L;

    private final int transmissions;

    /** Creates the failure. */
    public UnansweredException(String reason, int transmissions) {
        super(reason);
        this.transmissions = transmissions;
    }

    /** Returns whether a failure is that of a request without an answer. */
    public static boolean isIn(Throwable failure) {
        return Causes.find(UnansweredException.class, failure).isPresent();
    }

    /** Returns the number of transmissions that a failure counts as: at least 1, also if it is not known. */
    public static int transmissionsIn(Throwable failure) {
        return Causes.find(UnansweredException.class, failure)
                .map(unanswered -> Math.max(1, unanswered.transmissions))
                .orElse(1);
    }
}
