package io.github.restartoracle.benchmarks.experiments;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;

/**
 * The oracles of "The Fast and the Fair" with the parameters of its Table I. Its exponential backoff has no cap; how far
 * the adaptive oracles may double their timeout the paper leaves open, and the default of {@code max-timeout} holds.
 *
 * <p>Stateless, thread-safe.
 */
public final class TableOne {
    private static final String RESOURCE = "fast-and-fair-parameters.csv";

    private static final String UNCAPPED = "7d";

    private TableOne() {}

    /**
     * The five oracles in the order of the paper's tables.
     *
     * @param transport whose parameters
     * @return {@code none}, {@code fixed}, {@code exponential-backoff}, {@code jacobson-karn}, {@code qest}
     */
    public static List<OracleSpec> oracles(Transport transport) {
        List<OracleSpec> oracles = new ArrayList<>();
        oracles.add(OracleSpec.of("none", Map.of()));
        CSVFormat format = CSVFormat.DEFAULT
                .builder()
                .setCommentMarker('#')
                .setHeader()
                .setSkipHeaderRecord(true)
                .get();
        try (InputStream in = Objects.requireNonNull(TableOne.class.getResourceAsStream(RESOURCE), RESOURCE);
                CSVParser rows = format.parse(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            for (CSVRecord row : rows) {
                if (row.get("transport").equals(transport.toString())) {
                    oracles.add(OracleSpec.of(row.get("oracle"), keys(row)));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return List.copyOf(oracles);
    }

    private static Map<String, String> keys(CSVRecord row) {
        Map<String, String> keys = new LinkedHashMap<>();
        keys.put("timeout", row.get("initial_timeout_s") + "s");
        switch (row.get("oracle")) {
            case "exponential-backoff" -> {
                keys.put("factor", row.get("growth"));
                keys.put("max-timeout", UNCAPPED);
            }
            case "jacobson-karn" -> {
                keys.put("srtt-gain", row.get("alpha1"));
                keys.put("rttvar-gain", row.get("alpha2"));
                keys.put("rttvar-multiplier", row.get("k"));
            }
            case "qest" -> {
                keys.put("tau-max", row.get("tau_max_s") + "s");
                keys.put("buckets", row.get("H"));
                keys.put("restart-cost", row.get("c_s") + "s");
            }
            default -> {
                // Fixed has only its timeout.
            }
        }
        return keys;
    }
}
