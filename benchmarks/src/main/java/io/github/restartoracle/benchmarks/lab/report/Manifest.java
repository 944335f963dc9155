package io.github.restartoracle.benchmarks.lab.report;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.cxf.version.Version;

/**
 * The data that are needed to repeat a suite and to trust its results.
 *
 * @param suite its name
 * @param started wall-clock time, ISO 8601; empty for a simulation
 * @param scale the length of the scenarios
 * @param seed of everything that is random in the suite; kernels draw packet loss by themselves
 * @param command runs it again, in the same directory; a simulation then writes the same bytes
 * @param inputs the files that it read, with their SHA-256
 * @param environment names and versions of the machine and the software it ran on
 * @param faults the requested faults and the measurements of them
 */
public record Manifest(
        String suite,
        String started,
        String scale,
        long seed,
        String command,
        Map<String, String> inputs,
        Map<String, String> environment,
        List<FaultEvidence> faults) {
    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    public Manifest {
        inputs = inputs == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(inputs));
        environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
        faults = List.copyOf(faults);
    }

    /** Returns the version of this library, as in its build. */
    public static String version() {
        try (InputStream in = Manifest.class.getResourceAsStream("version.txt")) {
            return in == null ? "unknown" : new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns names and versions of the environment of this process, in the order of a report. */
    public static Map<String, String> currentEnvironment() {
        Map<String, String> environment = new LinkedHashMap<>();
        environment.put("restart-oracle", version());
        environment.put("Apache CXF", Version.getCurrentVersion());
        environment.put("Java", System.getProperty("java.vm.name") + " " + Runtime.version());
        environment.put("kernel", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        environment.put(
                "processors", Runtime.getRuntime().availableProcessors() + " (" + System.getProperty("os.arch") + ")");
        return environment;
    }

    /** Writes the manifest as JSON. */
    public void write(Path file) throws IOException {
        JSON.writeValue(file.toFile(), this);
    }

    /** Reads a manifest that {@link #write} has written. */
    public static Manifest read(Path file) throws IOException {
        return JSON.readValue(file.toFile(), Manifest.class);
    }
}
