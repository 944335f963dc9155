package io.github.restartoracle.benchmarks.lab.simulator.net;

/**
 * A packet of a connection that had the link to itself, with times since the start of the connection.
 *
 * @param forward its direction
 * @param number in its direction, from 1
 * @param departedNanos the time at which it was on the wire completely
 * @param arrivedNanos the time of its arrival
 */
public record TracedPacket(boolean forward, int number, long departedNanos, long arrivedNanos) {
    int direction() {
        return forward ? 0 : 1;
    }
}
