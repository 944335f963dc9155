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

    /** Messages in each of the paper's runs. */
    static final int MESSAGES = 2000;

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
