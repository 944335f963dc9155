package io.github.restartoracle.benchmarks.experiments;

import com.fasterxml.jackson.databind.module.SimpleModule;
import io.github.restartoracle.harness.fault.FormatException;
import io.github.restartoracle.harness.fault.StrictYaml;
import io.github.restartoracle.oracle.OracleCatalog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads scenarios from YAML:
 *
 * <pre>
 * name: disruption-60s
 * transport: http              # http | mail; default http
 * messages: 2000
 * interval: 500ms
 * payload-bytes: 50            # default 50
 * link: {bandwidth: 1mbit, delay: 0ms, jitter: 0ms}   # default: a link that costs nothing
 * tcp: {syn-timeout: kernel}   # kernel | 3s; default kernel
 * faults:                      # default: none
 *   - {at: 60s, for: 60s, disrupt: both}
 * oracles:                     # default: the five of the paper's Table I
 *   - {name: fixed, timeout: 4s}
 *   - {name: fixed, timeout: 2s, label: fixed-2s}
 * </pre>
 *
 * <p>Thread-safe.
 */
public final class ScenarioFiles {
    private final StrictYaml yaml;

    /** A reader that knows the oracles on the class path. */
    public ScenarioFiles() {
        this(OracleCatalog.load());
    }

    ScenarioFiles(OracleCatalog catalog) {
        SimpleModule module = new SimpleModule("restart-oracle-scenarios");
        module.addDeserializer(Scenario.class, new ScenarioReader(new OracleReader(catalog)));
        this.yaml = StrictYaml.of(module);
    }

    /**
     * Reads a file.
     *
     * @param file a scenario
     * @return the scenario
     * @throws FormatException if it cannot be used; the message names file, line, column, key and what was expected
     * @throws IOException if it cannot be read
     */
    public Scenario read(Path file) throws IOException {
        return yaml.read(file, Scenario.class);
    }

    /**
     * Reads several files.
     *
     * @param files paths with commas between them, as in {@code -Dscenarios=a.yaml,b.yaml}
     * @return the scenarios, in order
     * @throws FormatException as {@link #read(Path)}
     * @throws IOException if one cannot be read
     */
    public List<Scenario> readAll(String files) throws IOException {
        List<Scenario> scenarios = new ArrayList<>();
        for (String file : files.split(",", -1)) {
            scenarios.add(read(Path.of(file.strip())));
        }
        return scenarios;
    }

    /**
     * Reads a text.
     *
     * @param name what error messages call it
     * @param text one scenario
     * @return the scenario
     * @throws FormatException as {@link #read(Path)}
     */
    public Scenario parse(String name, String text) {
        return yaml.read(name, text, Scenario.class);
    }
}
