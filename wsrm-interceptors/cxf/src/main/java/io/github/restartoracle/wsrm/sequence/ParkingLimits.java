package io.github.restartoracle.wsrm.sequence;

import java.time.Duration;

/**
 * How long, and beside how many others, a call may wait for its sequence.
 *
 * @param maxAttempts how often the sequence is asked for while the call waits, 0 for no limit
 * @param giveUpAfter a call that has waited so long when the sequence is refused once more is given up, zero for no limit
 * @param maxParked how many calls of an endpoint may wait at once; 0 if none may: a call then gets its sequence in its
 *     own thread, and fails if there is none
 */
public record ParkingLimits(int maxAttempts, Duration giveUpAfter, int maxParked) {
    ParkingLimits withMaxParked(int calls) {
        return new ParkingLimits(maxAttempts, giveUpAfter, calls);
    }
}
