package io.github.restartoracle.benchmarks.lab.scenario;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
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
     * Returns the rows of Table II.
     *
     * @return no faults, disruptions of 10 s and 60 s, loss of 1 % and of 5 % in each direction
     */
    public static List<Scenario> http() {
        return all(Transport.HTTP);
    }

    /**
     * Returns the rows of Table III.
     *
     * @return the same faults as {@link #http()}
     */
    public static List<Scenario> mail() {
        return all(Transport.MAIL);
    }

    private static List<Scenario> all(Transport transport) {
        ScenarioFiles files = new ScenarioFiles();
        return ROWS.stream()
                .map(name -> read(files, transport + "-" + name + ".yaml"))
                .toList();
    }

    /**
     * Finds a scenario by its name.
     *
     * @param transport its transport
     * @param name such as {@code disruption-60s}
     * @return the scenario; empty if there is none
     */
    public static Optional<Scenario> find(Transport transport, String name) {
        if (!ROWS.contains(name)) {
            return Optional.empty();
        }
        return Optional.of(read(new ScenarioFiles(), transport + "-" + name + ".yaml"));
    }

    private static Scenario read(ScenarioFiles files, String resource) {
        try (InputStream in = Objects.requireNonNull(PaperScenarios.class.getResourceAsStream(resource), resource)) {
            return files.parse(resource, new String(in.readAllBytes(), StandardCharsets.UTF_8))
                    .get(0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
