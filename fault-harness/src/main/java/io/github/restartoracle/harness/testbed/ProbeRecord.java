package io.github.restartoracle.harness.testbed;

import io.github.restartoracle.harness.fault.Direction;
import io.github.restartoracle.harness.proof.ProbeFlow;
import io.github.restartoracle.harness.proof.ProbeFlow.Gap;
import io.github.restartoracle.harness.proof.ProbeFlow.Mark;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** The record of linkprobe at one end; its format is in linkprobe.c. All times are of the machine's monotonic clock. */
final class ProbeRecord {
    /** The delay beyond which a sender has recorded a stall. */
    private static final long LATE_NANOS = 60_000_000;

    private static final List<String> KINDS = List.of("mark", "gap", "stall", "sent", "clock");

    /** The numbers of each line, by its first word. */
    private final Map<String, List<long[]>> lines = new HashMap<>();

    private ProbeRecord() {
        KINDS.forEach(kind -> lines.put(kind, new ArrayList<>()));
    }

    static ProbeRecord parse(String text) {
        ProbeRecord record = new ProbeRecord();
        for (String line : text.lines().toList()) {
            List<String> words = List.of(line.split(" ", -1));
            if (!KINDS.contains(words.get(0))) {
                throw new IllegalArgumentException("not a line of linkprobe: " + line);
            }
            record.lines(words.get(0))
                    .add(words.stream().skip(1).mapToLong(Long::parseLong).toArray());
        }
        return record;
    }

    private List<long[]> lines(String kind) {
        return Objects.requireNonNull(lines.get(kind));
    }

    /**
     * Returns the flow from one end to the other, with times since the start of the run. Packets that were sent after the
     * length of the run are left out: an end may be gone.
     */
    static ProbeFlow flow(
            Direction direction, ProbeRecord receiver, ProbeRecord sender, Instant start, Duration length) {
        if (receiver.lines("clock").isEmpty()) {
            return new ProbeFlow(direction, List.of(), List.of());
        }
        long zero = start.getEpochSecond() * 1_000_000_000L
                + start.getNano()
                - receiver.lines("clock").get(0)[0];
        long end = zero + length.toNanos();
        List<Gap> gaps = new ArrayList<>();
        for (long[] gap : receiver.lines("gap")) {
            if (gap[0] >= zero - LATE_NANOS * 10 && gap[0] < end) {
                gaps.add(gap(gap[0], gap[4], gap[2], gap[3] - gap[1] - 1, sender, zero));
            }
        }
        openGap(receiver, sender, end).ifPresent(g -> gaps.add(gap(g[0], g[1], g[1], g[2], sender, zero)));
        List<Mark> marks = receiver.lines("mark").stream()
                .filter(m -> m[0] < end)
                .map(m -> new Mark(Duration.ofNanos(m[0] - zero), m[1], m[2]))
                .toList();
        return new ProbeFlow(direction, gaps, marks);
    }

    private static Gap gap(long lastBefore, long lastLost, long firstAfter, long lost, ProbeRecord sender, long zero) {
        long firstLost = Math.max(lastBefore + LATE_NANOS, sender.stalledUntil(lastBefore, lastBefore + LATE_NANOS));
        // If the sender stalled between the time stamp and the sending, it sent later than the stamp says.
        long firstPassed = Math.max(firstAfter, sender.stalledUntil(firstAfter, firstAfter));
        return new Gap(
                Duration.ofNanos(lastBefore - zero),
                Duration.ofNanos(firstLost - zero),
                Duration.ofNanos(lastLost - zero),
                Duration.ofNanos(firstPassed - zero),
                lost);
    }

    /** Returns the end of the last stall that began in an interval; the least long if there was none. */
    private long stalledUntil(long from, long to) {
        return lines("stall").stream()
                .filter(s -> s[0] >= from && s[0] <= to)
                .mapToLong(s -> s[1])
                .max()
                .orElse(Long.MIN_VALUE);
    }

    /** Returns the losses that had not ended when the records were read: their beginning, end and number. */
    private static Optional<long[]> openGap(ProbeRecord receiver, ProbeRecord sender, long end) {
        if (receiver.lines("mark").isEmpty() || sender.lines("sent").isEmpty()) {
            return Optional.empty();
        }
        long[] arrived = receiver.lines("mark").get(receiver.lines("mark").size() - 1);
        long[] left = sender.lines("sent").get(sender.lines("sent").size() - 1);
        long until = Math.min(left[1], end);
        // A few packets may be in flight.
        boolean open = arrived[0] < end - LATE_NANOS * 5 && left[0] > arrived[1] + 10;
        return open ? Optional.of(new long[] {arrived[0], until, left[0] - arrived[1]}) : Optional.empty();
    }

    /** Returns the amount by which the wall clock was stepped meanwhile, which moves the edges of disruptions. */
    Duration clockSteps() {
        long least = lines("clock").stream().mapToLong(c -> c[0]).min().orElse(0);
        long greatest = lines("clock").stream().mapToLong(c -> c[0]).max().orElse(0);
        return Duration.ofNanos(greatest - least);
    }
}
