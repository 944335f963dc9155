package io.github.restartoracle.benchmarks.lab.exchange;

import io.github.restartoracle.harness.fault.FaultSchedule;
import io.github.restartoracle.harness.fault.Link;
import java.time.Duration;
import java.util.List;

/**
 * A client, a server and the link between them.
 *
 * @param name lower-case letters, digits and hyphens
 * @param phases 1 or more
 * @param link without faults
 * @param faults beginning and ending at whole seconds
 */
public record LinkPlan(String name, List<ExchangePhase> phases, Link link, FaultSchedule faults) {
    public LinkPlan {
        phases = List.copyOf(phases);
        if (phases.isEmpty()) {
            throw new IllegalArgumentException(name + ": expected at least one phase");
        }
    }

    /** {@return the end of the last phase, since the start of the run} */
    public Duration length() {
        return phases.stream().map(ExchangePhase::to).max(Duration::compareTo).orElseThrow();
    }
}
