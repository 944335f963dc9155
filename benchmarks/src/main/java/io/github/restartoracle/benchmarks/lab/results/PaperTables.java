package io.github.restartoracle.benchmarks.lab.results;

import io.github.restartoracle.benchmarks.lab.scenario.Transport;
import io.github.restartoracle.harness.csv.Csv;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

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
     * Returns the tables that come with this library.
     *
     * @return all cells
     */
    public static PaperTables ofDefaults() {
        try (InputStream in = Objects.requireNonNull(PaperTables.class.getResourceAsStream(RESOURCE), RESOURCE)) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return new PaperTables(Csv.of(PaperCell.class).read(RESOURCE, text));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Returns every cell, those without values included.
     *
     * @return in the order of the tables
     */
    public List<PaperCell> cells() {
        return cells;
    }

    /**
     * Returns a cell as printed.
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
     * Returns the cell without faults.
     *
     * @param transport the table
     * @param oracle the column
     * @return the cell; empty if the paper has no such column
     */
    public Optional<PaperCell> noFaults(Transport transport, String oracle) {
        return find(transport, NO_FAULTS, oracle);
    }
}
