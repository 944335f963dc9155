package io.github.restartoracle.benchmarks.lab.report;

import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import io.github.restartoracle.benchmarks.lab.theory.Outages.Outage;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/** The messages around the disruptions of a scenario; the other messages of a run are all alike. */
final class DisruptionWindow {
    private static final double MARGIN = 0.25;

    private DisruptionWindow() {}

    static List<Integer> of(Scenario scenario) {
        List<Outage> outages = scenario.outages().list();
        if (outages.isEmpty()) {
            return IntStream.rangeClosed(1, scenario.messages()).boxed().toList();
        }
        double from = hit(scenario, outages.get(0).from());
        double to = hit(scenario, outages.get(outages.size() - 1).to());
        double margin = MARGIN * (to - from);
        int first = (int) Math.max(1, Math.floor(from - margin) + 1);
        int last = (int) Math.min(scenario.messages(), Math.ceil(to + margin));
        return IntStream.rangeClosed(first, last).boxed().toList();
    }

    private static double hit(Scenario scenario, Duration time) {
        return Math.min(
                scenario.messages(),
                (double) time.toNanos() / scenario.interval().toNanos());
    }
}
