package io.github.restartoracle.benchmarks.lab.simulator.net;

import io.github.restartoracle.harness.fault.Direction;
import io.github.restartoracle.harness.fault.Fault;
import io.github.restartoracle.harness.fault.FaultSchedule;
import io.github.restartoracle.harness.fault.Window;
import java.util.function.IntToDoubleFunction;

/** The faults of one direction of a simulated link. Not thread-safe. */
final class LinkFaults {
    private final Rule[] rules;

    /**
     * The rule of a fault.
     *
     * @param window the times at which it is in force
     * @param resets true if packets are answered with a reset
     * @param loss the probability that a packet is lost, by its number in its connection
     */
    private record Rule(Window window, boolean resets, IntToDoubleFunction loss) {}

    LinkFaults(FaultSchedule schedule, Direction direction) {
        rules = schedule.faults().stream()
                .filter(fault -> fault.direction().overlaps(direction))
                .map(LinkFaults::rule)
                .toArray(Rule[]::new);
    }

    private static Rule rule(Fault any) {
        return any.match(
                fault -> new Rule(fault.window(), false, packet -> 1),
                fault -> new Rule(fault.window(), false, packet -> fault.probability()),
                fault -> new Rule(fault.window(), false, packet -> packet == fault.position() ? 1 : 0),
                fault -> new Rule(fault.window(), true, packet -> 0));
    }

    /** Returns whether a packet of a connection is lost when it arrives at the receiver at a time. */
    boolean takes(long nanos, long key, int packet) {
        double loss = 0;
        for (Rule rule : rules) {
            if (rule.window().contains(nanos)) {
                loss += rule.loss().applyAsDouble(packet);
            }
        }
        return loss >= 1 || (loss > 0 && KeyedRandom.uniform(key) < loss);
    }

    /** Returns whether a packet is answered with a reset when it arrives at the receiver at a time. */
    boolean resets(long nanos) {
        for (Rule rule : rules) {
            if (rule.resets() && rule.window().contains(nanos)) {
                return true;
            }
        }
        return false;
    }
}
