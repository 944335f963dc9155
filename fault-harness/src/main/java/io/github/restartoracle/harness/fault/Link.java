package io.github.restartoracle.harness.fault;

import java.time.Duration;
import java.util.OptionalLong;

/**
 * The properties of a link without faults; the same in both directions.
 *
 * @param bandwidth bits per second of each direction, at least 1; empty: unlimited
 * @param delay the time a packet takes one way, beside its serialisation; not negative
 * @param jitter a packet's delay is uniform in {@code delay ± jitter}; not negative, not more than the delay
 */
public record Link(OptionalLong bandwidth, Duration delay, Duration jitter) {
    public Link {
        if (bandwidth.isPresent() && bandwidth.getAsLong() < 1) {
            throw new IllegalArgumentException("bandwidth must be 1 bit/s or more");
        }
        if (delay.isNegative()) {
            throw new IllegalArgumentException("delay must not be negative");
        }
        if (jitter.isNegative() || jitter.compareTo(delay) > 0) {
            throw new IllegalArgumentException("jitter must be from 0s to the delay, which is "
                    + Quantity.duration(delay) + ", not " + Quantity.duration(jitter));
        }
    }

    /** {@return a link with unlimited bandwidth and no delay} */
    public static Link ideal() {
        return new Link(OptionalLong.empty(), Duration.ZERO, Duration.ZERO);
    }

    /**
     * {@return a link with a bandwidth and no delay}
     *
     * @param bitsPerSecond at least 1
     */
    public static Link of(long bitsPerSecond) {
        return new Link(OptionalLong.of(bitsPerSecond), Duration.ZERO, Duration.ZERO);
    }

    /** {@return the link as it is written in a scenario file: YAML on one line that reads back as an equal link} */
    public String notation() {
        return "{bandwidth: " + (bandwidth.isPresent() ? Quantity.bandwidth(bandwidth.getAsLong()) : "unlimited")
                + ", delay: " + Quantity.duration(delay) + ", jitter: " + Quantity.duration(jitter) + "}";
    }
}
