package io.github.restartoracle.wsrm.sequence;

import java.time.Duration;

/**
 * The limits for calls that wait for their sequence.
 *
 * @param maxAttempts how often the sequence is asked for while a call waits, 0 for no limit
 * @param giveUpAfter a call that has waited so long when the sequence is refused once more is given up, zero for no limit
 * @param maxParked how many calls of an endpoint may wait at once; 0 if none may: a call then gets its sequence in its
 *     own thread, and fails if there is none; less than 0 if that depends on the store
 * @param firstCallWait how long a call that is made before the first sequence of its client exists waits for it, so that an error
 *     of configuration reaches the caller; zero to not wait
 */
public record ParkingLimits(int maxAttempts, Duration giveUpAfter, int maxParked, Duration firstCallWait) {
    ParkingLimits withMaxParked(int calls) {
        return new ParkingLimits(maxAttempts, giveUpAfter, calls, firstCallWait);
    }
}
