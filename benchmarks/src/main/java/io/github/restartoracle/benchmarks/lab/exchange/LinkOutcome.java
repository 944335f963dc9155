package io.github.restartoracle.benchmarks.lab.exchange;

import io.github.restartoracle.harness.proof.FaultProof;
import java.util.List;
import java.util.Optional;

/**
 * The outcome of a plan.
 *
 * @param source the place where it was run and the variant of TCP, such as {@code testbed, today}
 * @param plan the plan
 * @param exchanges in the order in which they ended
 * @param proof the proof of the faults; empty for a simulation, which needs none
 */
public record LinkOutcome(String source, LinkPlan plan, List<Exchange> exchanges, Optional<FaultProof> proof) {
    public LinkOutcome {
        exchanges = List.copyOf(exchanges);
    }

    /** {@return this outcome with another source} */
    public LinkOutcome withSource(String other) {
        return new LinkOutcome(other, plan, exchanges, proof);
    }

    /** {@return the exchanges of the phase of a label, including failed ones} */
    public List<Exchange> of(String label) {
        return exchanges.stream()
                .filter(exchange -> exchange.phase().equals(label))
                .toList();
    }
}
