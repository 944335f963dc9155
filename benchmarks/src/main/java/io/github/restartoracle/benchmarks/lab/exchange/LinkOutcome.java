package io.github.restartoracle.benchmarks.lab.exchange;

import io.github.restartoracle.harness.proof.FaultProof;
import java.util.List;
import java.util.Optional;

/**
 * What became of a plan.
 *
 * @param plan the plan
 * @param exchanges in the order in which they ended
 * @param proof what was proven of the faults; empty for a simulation, which needs no proof
 */
public record LinkOutcome(LinkPlan plan, List<Exchange> exchanges, Optional<FaultProof> proof) {
    public LinkOutcome {
        exchanges = List.copyOf(exchanges);
    }

    /**
     * The exchanges of one phase.
     *
     * @param label the phase
     * @return those that belong to it, failed ones included
     */
    public List<Exchange> of(String label) {
        return exchanges.stream()
                .filter(exchange -> exchange.phase().equals(label))
                .toList();
    }
}
