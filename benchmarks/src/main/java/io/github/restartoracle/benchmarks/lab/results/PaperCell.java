package io.github.restartoracle.benchmarks.lab.results;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.github.restartoracle.benchmarks.lab.scenario.Transport;
import io.github.restartoracle.harness.csv.Csv;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A cell of Table II (HTTP) or Table III (mail) of "The Fast and the Fair". Its confidence intervals are over messages.
 * Values are empty where the paper has none, because messages were lost in all runs.
 *
 * @param transport the table
 * @param scenario the row, such as {@code disruption-60s}
 * @param oracle the column, such as {@code fixed}
 * @param ettSeconds mean ETT
 * @param ettCi95Seconds half-width
 * @param urc mean URC
 * @param urcCi95 half-width
 */
public record PaperCell(
        Transport transport,
        String scenario,
        String oracle,
        @JsonProperty("ett_s") OptionalDouble ettSeconds,
        @JsonProperty("ett_ci") OptionalDouble ettCi95Seconds,
        OptionalDouble urc,
        @JsonProperty("urc_ci") OptionalDouble urcCi95) {
    /** Every cell, those without values included, in the order of the tables. */
    public static final List<PaperCell> ALL = read("fast-and-fair-results.csv");

    /** The columns that are compared with printed values. */
    public static final List<String> QUANTITIES = List.of(CellColumns.ETT, CellColumns.URC);

    /** Messages in each of the paper's runs. */
    private static final int MESSAGES = 2000;

    /** Half of the last printed digit: printed values have two decimals. */
    private static final double ROUNDING = 0.005;

    private static List<PaperCell> read(String resource) {
        try (InputStream in = Objects.requireNonNull(PaperCell.class.getResourceAsStream(resource), resource)) {
            return Csv.of(PaperCell.class).read(resource, new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns a cell as printed; empty if the paper has no such row or column. */
    static Optional<PaperCell> find(Transport transport, String scenario, String oracle) {
        return ALL.stream()
                .filter(cell ->
                        cell.transport == transport && cell.scenario.equals(scenario) && cell.oracle.equals(oracle))
                .findFirst();
    }

    /** Returns our cells at the paper's size for which the paper prints an ETT, in the same order. */
    public static List<Cell> compared(List<ScenarioResult> ours) {
        return ours.stream()
                .flatMap(result -> result.cells().stream())
                .filter(cell -> cell.number(CellColumns.MESSAGES) == MESSAGES
                        && !Double.isNaN(cell.number(CellColumns.PAPER_ETT))
                        && !Double.isNaN(cell.number(CellColumns.PRINTED_ETT)))
                .toList();
    }

    /**
     * Returns whether the ETT or the URC of a cell is within the printed interval: at most the printed half-width and half of
     * the last printed digit away from the printed mean; false also if no message arrived.
     */
    public static boolean isWithin(Cell ours, String quantity) {
        boolean ett = quantity.equals(CellColumns.ETT);
        double printed = ours.number(ett ? CellColumns.PRINTED_ETT : CellColumns.PRINTED_URC);
        double halfWidth = ours.row()
                .optional(ett ? CellColumns.PRINTED_ETT_CI : CellColumns.PRINTED_URC_CI)
                .orElse(0);
        return Math.abs(ours.number(quantity) - printed) <= halfWidth + ROUNDING;
    }

    /**
     * Returns the paper's value for another number of messages: a disruption hits as many messages, but they are averaged with
     * more or fewer others. The excess over the cell of the same oracle without faults is multiplied by 2000 / messages.
     * Half-widths do not follow from the printed ones.
     */
    Optional<PaperCell> rescaled(int messages) {
        double factor = (double) MESSAGES / messages;
        return find(transport, "no-faults", oracle)
                .map(noFaults -> new PaperCell(
                        transport,
                        scenario,
                        oracle,
                        rescaled(ettSeconds, noFaults.ettSeconds, factor),
                        OptionalDouble.empty(),
                        rescaled(urc, noFaults.urc, factor),
                        OptionalDouble.empty()));
    }

    private static OptionalDouble rescaled(OptionalDouble value, OptionalDouble base, double factor) {
        if (value.isEmpty() || base.isEmpty()) {
            return OptionalDouble.empty();
        }
        return OptionalDouble.of(base.getAsDouble() + (value.getAsDouble() - base.getAsDouble()) * factor);
    }
}
