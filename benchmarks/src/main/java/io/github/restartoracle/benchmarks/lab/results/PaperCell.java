package io.github.restartoracle.benchmarks.lab.results;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.github.restartoracle.benchmarks.lab.scenario.Transport;
import java.util.OptionalDouble;

/**
 * A cell of Table II (HTTP) or Table III (mail) of "The Fast and the Fair". Its confidence intervals are over messages.
 * Values are empty where the paper has none, because messages were lost in all runs.
 *
 * @param transport the table
 * @param scenario the row
 * @param oracle the column
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
    /** Messages in each of the paper's runs. */
    public static final int MESSAGES = 2000;

    /**
     * Returns the paper's value for another number of messages: a disruption hits as many messages, but they are averaged with
     * more or fewer others.
     *
     * @param noFaults the paper's cell of the same oracle without faults
     * @param messages in each run, more than 0
     * @return the same cell with the excess of ETT and URC over {@code noFaults} multiplied by 2000 / messages; without
     *     half-widths, which do not follow from the printed ones
     */
    public PaperCell rescaled(PaperCell noFaults, int messages) {
        double factor = (double) MESSAGES / messages;
        return new PaperCell(
                transport,
                scenario,
                oracle,
                rescaled(ettSeconds, noFaults.ettSeconds(), factor),
                OptionalDouble.empty(),
                rescaled(urc, noFaults.urc(), factor),
                OptionalDouble.empty());
    }

    private static OptionalDouble rescaled(OptionalDouble value, OptionalDouble base, double factor) {
        if (value.isEmpty() || base.isEmpty()) {
            return OptionalDouble.empty();
        }
        return OptionalDouble.of(base.getAsDouble() + (value.getAsDouble() - base.getAsDouble()) * factor);
    }
}
