package io.github.restartoracle.harness.proof;

import io.github.restartoracle.harness.fault.Direction;
import io.github.restartoracle.harness.fault.Fault;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The evidence of a run's faults.
 *
 * @param length the duration of the run
 * @param counts at most one per fault and direction; a rule that was never installed has none
 * @param probes the probe flows, at most one per direction; none where there is no path to probe
 */
public record Evidence(Duration length, List<RuleCount> counts, List<ProbeFlow> probes) {
    public Evidence {
        counts = List.copyOf(counts);
        probes = List.copyOf(probes);
    }

    Optional<RuleCount> count(Fault fault, Direction direction) {
        return counts.stream()
                .filter(c -> c.direction() == direction && c.fault().equals(fault))
                .findFirst();
    }

    Optional<ProbeFlow> probe(Direction direction) {
        return probes.stream().filter(p -> p.direction() == direction).findFirst();
    }
}
