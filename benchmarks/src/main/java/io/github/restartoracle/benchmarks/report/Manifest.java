package io.github.restartoracle.benchmarks.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.github.restartoracle.benchmarks.experiments.Scale;
import io.github.restartoracle.benchmarks.theory.SynSchedule;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.cxf.version.Version;

/**
 * What is needed to repeat a suite and to believe it.
 *
 * @param suite its name
 * @param started wall-clock time
 * @param scale how long the scenarios were
 * @param seed of everything that is random in the suite; kernels draw packet loss by themselves
 * @param command how to run it again
 * @param environment names and versions of what it ran on
 * @param faults what was asked for and what was counted
 */
public record Manifest(
        String suite,
        Instant started,
        Scale scale,
        long seed,
        String command,
        Map<String, String> environment,
        List<FaultEvidence> faults) {
    private static final ObjectMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    public Manifest {
        environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
        faults = List.copyOf(faults);
    }

    /**
     * What this process runs on.
     *
     * @return names and versions, in the order of a report
     */
    public static Map<String, String> currentEnvironment() {
        Map<String, String> environment = new LinkedHashMap<>();
        String version = Manifest.class.getPackage().getImplementationVersion();
        environment.put("restart-oracle", version == null ? "not packaged" : version);
        environment.put("Apache CXF", Version.getCurrentVersion());
        environment.put("Java", System.getProperty("java.vm.name") + " " + Runtime.version());
        environment.put("kernel", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        environment.put(
                "processors", Runtime.getRuntime().availableProcessors() + " (" + System.getProperty("os.arch") + ")");
        environment.put("SYN timer", SynSchedule.ofKernel().name());
        return environment;
    }

    /**
     * Whether no fault is known to have been missing.
     *
     * @return true also if there were none
     */
    public boolean allApplied() {
        return faults.stream().noneMatch(FaultEvidence::missing);
    }

    /**
     * Writes the manifest as JSON.
     *
     * @param file replaced if it is there
     * @throws IOException if it cannot be written
     */
    public void write(Path file) throws IOException {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("suite", suite);
        json.put("started", started.toString());
        json.put("scale", scale.toString());
        json.put("seed", seed);
        json.put("command", command);
        json.put("environment", environment);
        json.put("faults", faults);
        JSON.writeValue(file.toFile(), json);
    }
}
