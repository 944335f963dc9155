package io.github.restartoracle.benchmarks.papers.latency;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * One cell of the blog's tables, with one kind of loop.
 *
 * @param payloadBytes of the file
 * @param lossPercent of the packets
 * @param open true if requests are due at given times; false if each begins when the answer before is there, as in the blog
 */
record LatencyCell(int payloadBytes, double lossPercent, boolean open) {
    static final List<Integer> PAYLOADS = List.of(996, 25_702, 232_653);
    static final List<Double> LOSSES = List.of(0.0, 0.1, 1.0, 2.0);

    /** Mean response times, ms, by payload and loss. At 0.1 % the blog saw no significant difference from 0 %. */
    private static final double[][] PAPER = {
        {1, Double.NaN, 31, 42},
        {3, Double.NaN, 41, 60},
        {22, Double.NaN, 170, 190}
    };

    /** Returns every cell of one payload, in the order in which they are run. */
    static List<LatencyCell> of(int payloadBytes) {
        List<LatencyCell> cells = new ArrayList<>();
        for (boolean open : new boolean[] {false, true}) {
            for (double loss : LOSSES) {
                cells.add(new LatencyCell(payloadBytes, loss, open));
            }
        }
        return cells;
    }

    /** Returns the blog's mean in seconds; empty for an open loop, which it does not have, and where it prints none. */
    OptionalDouble paperSeconds() {
        double millis = PAPER[PAYLOADS.indexOf(payloadBytes)][LOSSES.indexOf(lossPercent)];
        return open || Double.isNaN(millis) ? OptionalDouble.empty() : OptionalDouble.of(millis / 1000);
    }

    String loop() {
        return open ? "open" : "closed";
    }

    String label() {
        return String.format(Locale.ROOT, "%d-%.1f%%-%s", payloadBytes, lossPercent, loop());
    }
}
