package io.github.restartoracle.harness.inject;

import io.github.restartoracle.harness.fault.Direction;
import java.time.Duration;

/**
 * A fault of TCP connections rather than of packets, as a proxy can make it. Forward is from the client to the server.
 * Immutable.
 */
public sealed interface ConnectionFault {
    /**
     * Which way the data goes that it touches.
     *
     * @return the direction
     */
    Direction direction();

    /**
     * Data arrives late.
     *
     * @param delay how late
     * @param jitter the delay is uniform in {@code delay ± jitter}
     * @param direction which data
     */
    record Latency(Duration delay, Duration jitter, Direction direction) implements ConnectionFault {}

    /**
     * Data arrives slowly.
     *
     * @param kilobytesPerSecond of each connection, positive
     * @param direction which data
     */
    record Throttle(long kilobytesPerSecond, Direction direction) implements ConnectionFault {
        public Throttle {
            if (kilobytesPerSecond < 1) {
                throw new IllegalArgumentException("expected 1 KB/s or more, not " + kilobytesPerSecond);
            }
        }
    }

    /**
     * The connection is reset.
     *
     * @param after the time from the first data on
     * @param direction which data starts the time
     */
    record Reset(Duration after, Direction direction) implements ConnectionFault {}

    /**
     * Data vanishes, and the connection is closed after a time.
     *
     * @param after the time; zero: it is never closed
     * @param direction which data
     */
    record Silence(Duration after, Direction direction) implements ConnectionFault {}

    /**
     * The connection is closed when so much has passed.
     *
     * @param bytes how much
     * @param direction which data counts
     */
    record Cut(long bytes, Direction direction) implements ConnectionFault {
        public Cut {
            if (bytes < 0) {
                throw new IllegalArgumentException("expected 0 bytes or more, not " + bytes);
            }
        }
    }
}
