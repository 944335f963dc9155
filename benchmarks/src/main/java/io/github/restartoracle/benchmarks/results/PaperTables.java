package io.github.restartoracle.benchmarks.results;

import io.github.restartoracle.benchmarks.experiments.Transport;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;

/**
 * Tables II and III of "The Fast and the Fair", as printed.
 *
 * <p>Immutable, thread-safe.
 */
public final class PaperTables {
    private static final String RESOURCE = "fast-and-fair-results.csv";
    private static final String NO_FAULTS = "no-faults";

    private final List<PaperCell> cells;

    private PaperTables(List<PaperCell> cells) {
        this.cells = List.copyOf(cells);
    }

    /**
     * The tables that come with this library.
     *
     * @return all cells
     */
    public static PaperTables ofDefaults() {
        CSVFormat format = CSVFormat.DEFAULT
                .builder()
                .setCommentMarker('#')
                .setHeader()
                .setSkipHeaderRecord(true)
                .get();
        List<PaperCell> cells = new ArrayList<>();
        try (InputStream in = Objects.requireNonNull(PaperTables.class.getResourceAsStream(RESOURCE), RESOURCE);
                CSVParser rows = format.parse(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            for (CSVRecord row : rows) {
                cells.add(new PaperCell(
                        Transport.valueOf(row.get("transport").toUpperCase(Locale.ROOT)),
                        row.get("scenario"),
                        row.get("oracle"),
                        number(row.get("ett_s")),
                        number(row.get("ett_ci")),
                        number(row.get("urc")),
                        number(row.get("urc_ci"))));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new PaperTables(cells);
    }

    /**
     * A cell as printed.
     *
     * @param transport the table
     * @param scenario the row, such as {@code disruption-60s}
     * @param oracle the column, such as {@code fixed}
     * @return the cell; empty if the paper has no such row or column
     */
    public Optional<PaperCell> find(Transport transport, String scenario, String oracle) {
        return cells.stream()
                .filter(cell -> cell.transport() == transport
                        && cell.scenario().equals(scenario)
                        && cell.oracle().equals(oracle))
                .findFirst();
    }

    /**
     * The cell without faults.
     *
     * @param transport the table
     * @param oracle the column
     * @return the cell; empty if the paper has no such column
     */
    public Optional<PaperCell> noFaults(Transport transport, String oracle) {
        return find(transport, NO_FAULTS, oracle);
    }

    private static OptionalDouble number(String text) {
        return text.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(Double.parseDouble(text));
    }
}
