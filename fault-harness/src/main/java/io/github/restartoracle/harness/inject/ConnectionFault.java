package io.github.restartoracle.harness.inject;

import io.github.restartoracle.harness.fault.Direction;
import java.time.Duration;

/**
 * A fault of TCP connections rather than of packets, as a proxy can make it. Forward is from the client to the server.
 * Immutable.
 */
public sealed interface ConnectionFault {
    /**
     * Returns the direction of the data that it affects.
     *
     * @return the direction
     */
    Direction direction();

    /**
     * Delays data.
     *
     * @param delay the delay
     * @param jitter the delay is uniform in {@code delay ± jitter}
     * @param direction the direction of the data
     */
    record Latency(Duration delay, Duration jitter, Direction direction) implements ConnectionFault {}

    /**
     * Limits the rate of data.
     *
     * @param kilobytesPerSecond of each connection, positive
     * @param direction the direction of the data
     */
    record Throttle(long kilobytesPerSecond, Direction direction) implements ConnectionFault {
        public Throttle {
            if (kilobytesPerSecond < 1) {
                throw new IllegalArgumentException("expected 1 KB/s or more, not " + kilobytesPerSecond);
            }
        }
    }

    /**
     * Resets the connection.
     *
     * @param after the time from the first data on
     * @param direction the direction of the data that starts the time
     */
    record Reset(Duration after, Direction direction) implements ConnectionFault {}

    /**
     * Drops data, and closes the connection after a time.
     *
     * @param after the time; zero: it is never closed
     * @param direction the direction of the data
     */
    record Silence(Duration after, Direction direction) implements ConnectionFault {}

    /**
     * Closes the connection after a number of bytes.
     *
     * @param bytes the number of bytes
     * @param direction the direction of the data that counts
     */
    record Cut(long bytes, Direction direction) implements ConnectionFault {
        public Cut {
            if (bytes < 0) {
                throw new IllegalArgumentException("expected 0 bytes or more, not " + bytes);
            }
        }
    }
}
