package io.github.restartoracle.benchmarks.lab.simulator.net;

import io.github.restartoracle.harness.fault.Direction;
import io.github.restartoracle.harness.fault.Disruption;
import io.github.restartoracle.harness.fault.Fault;
import io.github.restartoracle.harness.fault.FaultSchedule;
import io.github.restartoracle.harness.fault.PacketDrop;
import io.github.restartoracle.harness.fault.RandomLoss;
import io.github.restartoracle.harness.fault.Reset;
import io.github.restartoracle.harness.fault.Window;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The faults of one direction of a simulated link. Not thread-safe. */
final class LinkFaults {
    private static final long NO_TIME = Long.MAX_VALUE;

    // Windows in nanoseconds, as primitives because they are checked for every packet.
    private final long[] at;
    private final long[] lasting;
    private final long[] every;
    private final Fate[] fates;

    /** Decides about packets while a fault is in force. */
    @FunctionalInterface
    private interface Fate {
        /** Returns the probability that a packet of a connection is lost. */
        double loss(int packet);

        /** Tells if packets are answered with a reset. */
        default boolean resets() {
            return false;
        }
    }

    private record Resetting() implements Fate {
        @Override
        public double loss(int packet) {
            return 0;
        }

        @Override
        public boolean resets() {
            return true;
        }
    }

    LinkFaults(FaultSchedule schedule, Direction direction) {
        List<Fault> faults = schedule.faults().stream()
                .filter(fault -> fault.direction().overlaps(direction))
                .toList();
        List<Window> windows = faults.stream().map(Fault::window).toList();
        at = windows.stream().mapToLong(window -> window.at().toNanos()).toArray();
        lasting = windows.stream().mapToLong(window -> nanos(window.lasting())).toArray();
        every = windows.stream().mapToLong(window -> nanos(window.every())).toArray();
        fates = faults.stream().map(fault -> fault.match(new Fates())).toArray(Fate[]::new);
    }

    private static long nanos(Optional<Duration> time) {
        return time.map(Duration::toNanos).orElse(NO_TIME);
    }

    private static final class Fates implements Fault.Cases<Fate> {
        @Override
        public Fate disruption(Disruption fault) {
            return packet -> 1;
        }

        @Override
        public Fate loss(RandomLoss fault) {
            double probability = fault.probability();
            return packet -> probability;
        }

        @Override
        public Fate reset(Reset fault) {
            return new Resetting();
        }

        @Override
        public Fate drop(PacketDrop fault) {
            int position = fault.position();
            return packet -> packet == position ? 1 : 0;
        }
    }

    /** Tells if no packet is ever lost, or answered with a reset. */
    boolean none() {
        return fates.length == 0;
    }

    /** Tells if a packet of a connection is lost when it arrives at the receiver at a time. */
    boolean takes(long nanos, long key, int packet) {
        double loss = 0;
        for (int i = 0; i < fates.length; i++) {
            if (inForce(i, nanos)) {
                loss += fates[i].loss(packet);
            }
        }
        return loss >= 1 || (loss > 0 && KeyedRandom.uniform(key) < loss);
    }

    /** Tells if a packet is answered with a reset when it arrives at the receiver at a time. */
    boolean resets(long nanos) {
        for (int i = 0; i < fates.length; i++) {
            if (fates[i].resets() && inForce(i, nanos)) {
                return true;
            }
        }
        return false;
    }

    private boolean inForce(int fault, long nanos) {
        long since = nanos - at[fault];
        return since >= 0 && since % every[fault] < lasting[fault];
    }
}
