package io.github.restartoracle.wsrm.internal.queue;

import java.time.Duration;

/**
 * The limits for calls that wait for their sequence.
 *
 * @param maxAttempts the maximum number of requests for the sequence while a call waits, 0 for no limit
 * @param giveUpAfter the time after which a waiting call is given up when the sequence is refused once more, zero for no
 *     limit
 * @param maxParked the maximum number of waiting calls of an endpoint; less than 0 if that depends on the store. With 0, a
 *     call gets its sequence in its own thread, and fails if there is none
 * @param firstCallWait the time for which a call that is made before the first sequence of its client exists waits for it,
 *     so that an error of configuration reaches the caller; zero to not wait
 */
record ParkingLimits(int maxAttempts, Duration giveUpAfter, int maxParked, Duration firstCallWait) {
    ParkingLimits withMaxParked(int calls) {
        return new ParkingLimits(maxAttempts, giveUpAfter, calls, firstCallWait);
    }
}
