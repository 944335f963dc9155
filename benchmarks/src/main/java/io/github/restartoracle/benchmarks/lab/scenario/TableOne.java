package io.github.restartoracle.benchmarks.lab.scenario;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.github.restartoracle.harness.csv.Csv;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The oracles of "The Fast and the Fair" with the parameters of its Table I. Its exponential backoff has no cap. The paper does
 * not state the longest timeout of the adaptive oracles, so they have the default of {@code max-timeout}.
 *
 * <p>Stateless, thread-safe.
 */
public final class TableOne {
    private static final String RESOURCE = "fast-and-fair-parameters.csv";

    private static final String UNCAPPED = "7d";

    private TableOne() {}

    /**
     * {@return the five oracles in the order of the paper's tables: {@code none}, {@code fixed}, {@code exponential-backoff},
     * {@code jacobson-karn}, {@code qest}}
     *
     * @param transport the transport of the parameters
     */
    public static List<OracleSpec> oracles(Transport transport) {
        List<OracleSpec> oracles = new ArrayList<>();
        oracles.add(OracleSpec.of("none", Map.of()));
        for (Row row : Csv.of(Row.class).read(RESOURCE, ScenarioFiles.text(TableOne.class, RESOURCE))) {
            if (row.transport() == transport) {
                oracles.add(OracleSpec.of(row.oracle(), row.keys()));
            }
        }
        return List.copyOf(oracles);
    }

    /** A line of the file: times in seconds, texts in the form that the oracles read. */
    private record Row(
            Transport transport,
            String oracle,
            String initialTimeoutS,
            @Nullable String growth,
            @Nullable String alpha1,
            @Nullable String alpha2,
            @Nullable String k,
            @Nullable String tauMaxS,
            @JsonProperty("H") @Nullable String buckets,
            @JsonProperty("c_s") @Nullable String restartCostS) {
        Map<String, String> keys() {
            Map<String, String> keys = new LinkedHashMap<>();
            keys.put("timeout", initialTimeoutS + "s");
            switch (oracle) {
                case "exponential-backoff" -> {
                    keys.put("factor", String.valueOf(growth));
                    keys.put("max-timeout", UNCAPPED);
                }
                case "jacobson-karn" -> {
                    keys.put("srtt-gain", String.valueOf(alpha1));
                    keys.put("rttvar-gain", String.valueOf(alpha2));
                    keys.put("rttvar-multiplier", String.valueOf(k));
                }
                case "qest" -> {
                    keys.put("tau-max", tauMaxS + "s");
                    keys.put("buckets", String.valueOf(buckets));
                    keys.put("restart-cost", restartCostS + "s");
                }
                default -> {
                    // The oracle fixed has only its timeout.
                }
            }
            return keys;
        }
    }
}
