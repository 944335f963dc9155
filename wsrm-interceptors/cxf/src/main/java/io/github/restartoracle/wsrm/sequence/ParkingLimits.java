package io.github.restartoracle.wsrm.sequence;

/**
 * How long, and beside how many others, a call may wait for its sequence.
 *
 * @param maxAttempts how often the sequence is asked for while the call waits, 0 for no limit
 * @param maxParked how many calls of an endpoint may wait at once; 0 if none may: a call then gets its sequence in its
 *     own thread, and fails if there is none
 */
public record ParkingLimits(int maxAttempts, int maxParked) {}
