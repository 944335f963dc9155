package io.github.restartoracle.benchmarks.experiments;

import io.github.restartoracle.settings.Settings;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/**
 * An oracle of a scenario. In a file: {@code {name: fixed, timeout: 4s}}. Beside {@code name} and {@code label}, the keys
 * are the properties of the oracle: {@code timeout} is short for {@code initial-timeout}; {@code initial-timeout},
 * {@code max-timeout}, {@code min-timeout} and {@code max-attempts} are common to all oracles; any other key belongs to the
 * section of the oracle, so that {@code buckets} of {@code qest} is {@code qest.buckets}.
 *
 * @param label what results and figures call it; unique in a scenario
 * @param name the short name of the oracle
 * @param properties names without the prefix {@code restart-oracle.}, and values as text
 */
public record OracleSpec(String label, String name, Map<String, String> properties) {
    /**
     * Not an oracle but the peer: CXF's own queue and transport, with exponential backoff from the first timeout that the
     * paper's oracles have over HTTP.
     */
    public static final OracleSpec CXF = new OracleSpec("cxf", "cxf", Map.of("initial-timeout", "4s"));

    private static final Set<String> COMMON = Set.of("initial-timeout", "max-timeout", "min-timeout", "max-attempts");

    public OracleSpec {
        Objects.requireNonNull(label, "label");
        Objects.requireNonNull(name, "name");
        properties = Map.copyOf(properties);
    }

    /**
     * An oracle under its own name.
     *
     * @param name the short name
     * @param shortKeys keys as in a scenario file, such as {@code timeout}
     * @return the oracle
     */
    public static OracleSpec of(String name, Map<String, String> shortKeys) {
        Map<String, String> properties = new TreeMap<>();
        shortKeys.forEach((key, value) -> properties.put(property(name, key), value));
        return new OracleSpec(name, name, properties);
    }

    /**
     * The configuration of the oracle, ready for its provider.
     *
     * @return the settings, with {@code oracle} set to the name
     */
    public Settings settings() {
        Map<String, String> all = new TreeMap<>(properties);
        all.put("oracle", name);
        return Settings.of(all);
    }

    /**
     * The oracle whose schedule this is meant to keep.
     *
     * @return this, but for the peer, which is meant to back off exponentially
     */
    public OracleSpec schedule() {
        return equals(CXF) ? new OracleSpec(label, "exponential-backoff", properties) : this;
    }

    OracleSpec labelled(String other) {
        return new OracleSpec(other, name, properties);
    }

    /** The property behind a short key. */
    static String property(String oracle, String key) {
        if (key.equals("timeout")) {
            return "initial-timeout";
        }
        return COMMON.contains(key) ? key : oracle + "." + key;
    }
}
