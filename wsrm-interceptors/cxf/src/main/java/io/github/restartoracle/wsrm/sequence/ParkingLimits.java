package io.github.restartoracle.wsrm.sequence;

/**
 * How long, and beside how many others, a call may wait for its sequence.
 *
 * @param maxAttempts how often the sequence is asked for while the call waits, 0 for no limit
 * @param maxParked how many calls of an endpoint may wait at once, 1 or more
 */
public record ParkingLimits(int maxAttempts, int maxParked) {}
