package io.github.restartoracle.benchmarks.lab.scenario;

import io.github.restartoracle.settings.Settings;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * An oracle of a scenario. In a file: {@code {name: fixed, timeout: 4s}}. Except {@code name} and {@code label}, the keys are
 * the properties of the oracle: {@code timeout} is short for {@code initial-timeout}; {@code initial-timeout},
 * {@code max-timeout}, {@code min-timeout} and {@code max-attempts} are common to all oracles; any other key belongs to the
 * section of the oracle, so that {@code buckets} of {@code qest} is {@code qest.buckets}.
 *
 * @param label its name in results and figures; unique in a scenario
 * @param name the short name of the oracle
 * @param properties names without the prefix {@code restart-oracle.}, and values as text
 * @param swept the parameters by which it differs from others of its entry in the file, and their values
 */
public record OracleSpec(String label, String name, Map<String, String> properties, Map<String, String> swept) {
    private static final String PEER = "cxf";
    private static final String INITIAL_TIMEOUT = "initial-timeout";

    /**
     * The peer, which is not an oracle: CXF's own queue and transport, with exponential backoff from the first timeout that the
     * paper's oracles have over HTTP.
     */
    public static final OracleSpec CXF = new OracleSpec(PEER, PEER, Map.of(INITIAL_TIMEOUT, "4s"));

    /** The peer with CXF's defaults: exponential backoff from 3 s. */
    public static final OracleSpec CXF_AS_SHIPPED = new OracleSpec(PEER, PEER, Map.of());

    /** Clients without WS-RM: plain calls that Resilience4j retries, and an outbox that is polled. They have no parameters. */
    static final List<String> PLAIN = List.of("resilience4j", "outbox");

    private static final String POLICY = "-policy";

    /** CXF's own intervals for the simulator, where its queue cannot run. They use the same connections as the oracles. */
    public static final OracleSpec CXF_POLICY = ofProduct(PEER, PEER);

    private static final String SHIPPED_TIMEOUT = "3s";

    private static final Set<String> COMMON = Set.of(INITIAL_TIMEOUT, "max-timeout", "min-timeout", "max-attempts");

    public OracleSpec {
        // Sorted, so that reports list them in one order in each process.
        properties = Collections.unmodifiableMap(new TreeMap<>(properties));
        swept = Collections.unmodifiableMap(new LinkedHashMap<>(swept));
    }

    /**
     * Creates an oracle that is not part of a sweep.
     *
     * @param label its name in results and figures
     * @param name the short name of the oracle
     * @param properties names without the prefix {@code restart-oracle.}, and values as text
     */
    public OracleSpec(String label, String name, Map<String, String> properties) {
        this(label, name, properties, Map.of());
    }

    /**
     * {@return an oracle with its own name as label}
     *
     * @param name the short name
     * @param shortKeys keys as in a scenario file, such as {@code timeout}
     */
    public static OracleSpec of(String name, Map<String, String> shortKeys) {
        Map<String, String> properties = new TreeMap<>();
        shortKeys.forEach((key, value) -> properties.put(property(name, key), value));
        return new OracleSpec(name, name, properties);
    }

    /**
     * {@return an oracle with the intervals and timeouts of another product}
     *
     * @param label its name in results and figures
     * @param product such as {@code cxf}
     */
    public static OracleSpec ofProduct(String label, String product) {
        return new OracleSpec(label, product + POLICY, Map.of("max-timeout", "7d"));
    }

    /**
     * {@return true for {@link #ofProduct}} None of these closes a connection because an earlier transmission of its message was
     * acknowledged.
     */
    public boolean isOfProduct() {
        return name.endsWith(POLICY);
    }

    /** {@return true for {@link #CXF_POLICY} under any label, which stands for CXF's own queue} */
    public boolean isCxf() {
        return name.equals(PEER + POLICY);
    }

    /** {@return the settings of the oracle for its provider, with {@code oracle} set to the name} */
    public Settings settings() {
        Map<String, String> all = new TreeMap<>(properties);
        all.put("oracle", name);
        return Settings.of(all);
    }

    /** {@return true for {@link #CXF} and {@link #CXF_AS_SHIPPED}, which are no oracles but CXF's own queue, and {@link #isPlain}} */
    public boolean isPeer() {
        return name.equals(PEER) || isPlain();
    }

    /** {@return true for a client without WS-RM, of which the service may get copies} */
    public boolean isPlain() {
        return isPlain(name);
    }

    /** {@return true for the name of a client without WS-RM} */
    public static boolean isPlain(@Nullable String name) {
        return name != null && PLAIN.contains(name);
    }

    /** {@return the oracle whose schedule this one has to keep: this; for CXF's queue, exponential backoff} */
    public OracleSpec schedule() {
        if (!name.equals(PEER)) {
            return this;
        }
        String first = properties.getOrDefault(INITIAL_TIMEOUT, SHIPPED_TIMEOUT);
        return new OracleSpec(label, "exponential-backoff", Map.of(INITIAL_TIMEOUT, first));
    }

    /** Returns this oracle with a label that contains its values of the sweep. */
    OracleSpec swept(String family, Map<String, String> values) {
        StringBuilder own = new StringBuilder(family);
        values.forEach((key, value) -> own.append('-').append(key).append('-').append(value));
        return new OracleSpec(own.toString(), name, properties, values);
    }

    /** {@return the name that this oracle shares with the others of its sweep: the label without its values} */
    public String family() {
        String family = label;
        StringBuilder values = new StringBuilder();
        swept.forEach((key, value) -> values.append('-').append(key).append('-').append(value));
        return family.endsWith(values.toString()) ? family.substring(0, family.length() - values.length()) : family;
    }

    /** Returns YAML on one line that reads back as an equal oracle, except for its sweep. */
    String notation() {
        String section = name + ".";
        StringBuilder text = new StringBuilder("{name: " + name);
        if (!label.equals(name)) {
            text.append(", label: ").append(label);
        }
        new TreeMap<>(properties)
                .forEach((property, value) -> text.append(", ")
                        .append(property.startsWith(section) ? property.substring(section.length()) : property)
                        .append(": ")
                        .append(value));
        return text.append('}').toString();
    }

    /** Returns the property of a short key. */
    static String property(String oracle, String key) {
        if (key.equals("timeout")) {
            return INITIAL_TIMEOUT;
        }
        return COMMON.contains(key) ? key : oracle + "." + key;
    }
}
