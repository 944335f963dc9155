package io.github.restartoracle.internal.outbound;

import io.github.restartoracle.internal.attempt.Attempt;

/** Decides on the outcome of a request of WS-RM itself. */
public interface Requester {
    /**
     * Decides when an attempt has ended and the destination has not asked for a pause.
     *
     * @param attempt the attempt, whose phase tells its end
     * @return true if the request has its outcome and needs no further transmission
     */
    boolean ended(Attempt attempt);

    /**
     * Tells that the request is given up.
     *
     * @param attempts the number of transmissions that were dispatched
     * @param reason the reason, for a person to read
     */
    void gaveUp(int attempts, String reason);
}
