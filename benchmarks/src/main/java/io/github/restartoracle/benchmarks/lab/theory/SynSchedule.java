package io.github.restartoracle.benchmarks.lab.theory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * The times at which the kernel sends the SYNs of one connection. Attempts spend the whole of a disruption in connection
 * set-up, so these times decide when an attempt arrives. The constructor throws {@link IllegalArgumentException} if the offsets
 * do not begin with 0 or do not grow.
 *
 * @param name its name in a report
 * @param offsets since the start of the attempt; after the last one the attempt fails
 */
public record SynSchedule(String name, List<Duration> offsets) {
    /** RTO 3 s, doubling: RFC 1122, the kernels of 2006, and the closed form behind the paper's Table II. */
    public static final SynSchedule PAPER = ofSeconds("3 s, doubling (2006)", 0, 3, 9, 21, 45, 93);
    /** RTO 1 s, doubling: RFC 6298 to the letter. */
    public static final SynSchedule RFC_6298 = ofSeconds("1 s, doubling (RFC 6298)", 0, 1, 3, 7, 15, 31, 63);
    /** Linux 6.18 with {@code tcp_syn_linear_timeouts=0}, measured. */
    public static final SynSchedule LINUX_DOUBLING =
            ofSeconds("1 s, doubling (Linux, measured)", 0, 1, 3, 7.3, 15.5, 31.6, 65.6);
    /** Linux 6.18 with {@code tcp_syn_linear_timeouts=4}, the default since 6.5, measured. */
    public static final SynSchedule LINUX_LINEAR =
            ofSeconds("1 s, 4 linear (Linux, measured)", 0, 1, 2.1, 3.1, 4.1, 5.1, 7.1, 11.4, 19.6, 35.7, 69.8);

    private static final int DEFAULT_RETRIES = 6;
    private static final int DEFAULT_LINEAR = 4;

    public SynSchedule {
        offsets = List.copyOf(offsets);
        if (offsets.isEmpty() || !offsets.get(0).isZero()) {
            throw new IllegalArgumentException("offsets must begin with 0, were " + offsets);
        }
        for (int i = 1; i < offsets.size(); i++) {
            if (offsets.get(i).compareTo(offsets.get(i - 1)) <= 0) {
                throw new IllegalArgumentException("offsets must grow, were " + offsets);
            }
        }
    }

    /**
     * {@return the nominal schedule of Linux by its own rule: {@code linear} repetitions at the initial RTO in addition to the
     * ordinary ones, which double} Those measured come up to 5 % later, since long kernel timers are coarse.
     *
     * @param initial the initial RTO
     * @param linear {@code tcp_syn_linear_timeouts}, 0 or more
     * @param retries {@code tcp_syn_retries}, 0 or more
     */
    public static SynSchedule linux(Duration initial, int linear, int retries) {
        List<Duration> offsets = new ArrayList<>();
        Duration at = Duration.ZERO;
        offsets.add(at);
        for (int retry = 0; retry < linear + retries; retry++) {
            at = at.plus(initial.multipliedBy(1L << Math.max(0, retry - linear)));
            offsets.add(at);
        }
        return new SynSchedule(initial.toMillis() + " ms, " + linear + " linear (Linux, nominal)", offsets);
    }

    /**
     * {@return the schedule of the kernel that this process runs on: the measured one for settings that were measured, the
     * nominal one for others, {@link #RFC_6298} if it is not Linux}
     */
    public static SynSchedule ofKernel() {
        return ofKernel(Path.of("/proc/sys/net/ipv4"));
    }

    static SynSchedule ofKernel(Path settings) {
        if (!Files.isReadable(settings.resolve("tcp_syn_retries"))) {
            return RFC_6298;
        }
        // Before 6.5 there was no such setting, and no linear phase.
        int linear = read(settings.resolve("tcp_syn_linear_timeouts"), 0);
        int retries = read(settings.resolve("tcp_syn_retries"), DEFAULT_RETRIES);
        if (retries == DEFAULT_RETRIES && linear == 0) {
            return LINUX_DOUBLING;
        }
        if (retries == DEFAULT_RETRIES && linear == DEFAULT_LINEAR) {
            return LINUX_LINEAR;
        }
        return linux(Duration.ofSeconds(1), linear, retries);
    }

    /**
     * {@return the time of the first SYN that finds a path up; empty if the kernel gives up before}
     *
     * @param startNanos the start of the attempt
     * @param outages the times in which the path is down
     */
    OptionalLong firstArrivalNanos(long startNanos, Outages outages) {
        for (Duration offset : offsets) {
            long at = startNanos + offset.toNanos();
            if (!outages.down(at)) {
                return OptionalLong.of(at);
            }
        }
        return OptionalLong.empty();
    }

    private static int read(Path file, int ifAbsent) {
        try {
            return Integer.parseInt(Files.readString(file).strip());
        } catch (IOException | NumberFormatException unreadable) {
            return ifAbsent;
        }
    }

    private static SynSchedule ofSeconds(String name, double... seconds) {
        List<Duration> offsets = new ArrayList<>();
        for (double second : seconds) {
            offsets.add(Duration.ofMillis(Math.round(second * 1000)));
        }
        return new SynSchedule(name, offsets);
    }
}
