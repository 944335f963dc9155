package io.github.restartoracle.wsrm.path;

import io.github.restartoracle.wsrm.attempt.Attempt;

/** Decides on the outcome of a request of WS-RM itself. */
public interface Requester {
    /**
     * An attempt has ended, and the destination has not asked for a pause.
     *
     * @param attempt the attempt, whose phase tells how
     * @return true if the request has its outcome, and nothing more is to be transmitted
     */
    boolean ended(Attempt attempt);

    /**
     * The request is given up.
     *
     * @param attempts how many transmissions were dispatched
     * @param reason why, for a person to read
     */
    void gaveUp(int attempts, String reason);
}
