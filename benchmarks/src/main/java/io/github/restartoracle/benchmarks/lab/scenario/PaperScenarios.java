package io.github.restartoracle.benchmarks.lab.scenario;

import java.util.List;
import java.util.Optional;

/**
 * The scenarios of "The Fast and the Fair" that come with this library, at the scale of the paper.
 *
 * <p>Stateless, thread-safe.
 */
public final class PaperScenarios {
    private static final List<String> ROWS =
            List.of("no-faults", "disruption-10s", "disruption-60s", "loss-2pct", "loss-10pct");

    private PaperScenarios() {}

    /**
     * {@return the rows of Table II over HTTP, or of Table III by mail: no faults, disruptions of 10 s and 60 s, loss of 1 % and
     * of 5 % in each direction}
     */
    public static List<Scenario> of(Transport transport) {
        return ROWS.stream().map(name -> find(transport, name).orElseThrow()).toList();
    }

    /** {@return the scenario of a name such as {@code disruption-60s}; empty if there is none} */
    public static Optional<Scenario> find(Transport transport, String name) {
        return ROWS.contains(name)
                ? Optional.of(new ScenarioFiles()
                        .resource(PaperScenarios.class, transport + "-" + name + ".yaml")
                        .get(0))
                : Optional.empty();
    }
}
