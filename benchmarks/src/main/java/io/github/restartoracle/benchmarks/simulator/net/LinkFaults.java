package io.github.restartoracle.benchmarks.simulator.net;

import io.github.restartoracle.harness.fault.Direction;
import io.github.restartoracle.harness.fault.Disruption;
import io.github.restartoracle.harness.fault.Fault;
import io.github.restartoracle.harness.fault.FaultSchedule;
import io.github.restartoracle.harness.fault.PacketDrop;
import io.github.restartoracle.harness.fault.RandomLoss;
import java.time.Duration;
import java.util.List;

/**
 * The faults of one direction, cut into spans of time in which nothing changes. Packets come nearly in the order of time,
 * so that the span is mostly that of the packet before. Not thread-safe.
 */
final class LinkFaults {
    private final long[] starts;
    private final boolean[] cut;
    private final double[] loss;
    private final int[][] drops;
    private final boolean none;
    private int span;

    LinkFaults(FaultSchedule schedule, Direction direction) {
        List<Fault> faults = schedule.faults().stream()
                .filter(fault -> fault.direction().overlaps(direction))
                .toList();
        none = faults.isEmpty();
        starts = faults.stream()
                .flatMap(fault -> fault
                        .lasting()
                        .map(lasting -> List.of(fault.at(), fault.at().plus(lasting)))
                        .orElse(List.of(fault.at()))
                        .stream())
                .mapToLong(Duration::toNanos)
                .sorted()
                .distinct()
                .toArray();
        cut = new boolean[starts.length];
        loss = new double[starts.length];
        drops = new int[starts.length][];
        for (int i = 0; i < starts.length; i++) {
            Duration at = Duration.ofNanos(starts[i]);
            List<Fault> active = faults.stream().filter(f -> f.activeAt(at)).toList();
            cut[i] = active.stream().anyMatch(Disruption.class::isInstance);
            loss[i] = active.stream()
                    .filter(RandomLoss.class::isInstance)
                    .mapToDouble(f -> ((RandomLoss) f).probability())
                    .sum();
            drops[i] = active.stream()
                    .filter(PacketDrop.class::isInstance)
                    .mapToInt(f -> ((PacketDrop) f).position())
                    .toArray();
        }
    }

    /** Whether no packet is ever lost. */
    boolean none() {
        return none;
    }

    /** Whether a packet of a connection is lost when it gets to the receiver at a time. */
    boolean takes(long nanos, long key, int packet) {
        if (none) {
            return false;
        }
        while (span + 1 < starts.length && starts[span + 1] <= nanos) {
            span++;
        }
        while (span >= 0 && starts[span] > nanos) {
            span--;
        }
        if (span < 0) {
            span = 0;
            return false;
        }
        if (cut[span]) {
            return true;
        }
        for (int position : drops[span]) {
            if (position == packet) {
                return true;
            }
        }
        return loss[span] > 0 && Luck.uniform(key) < loss[span];
    }
}
