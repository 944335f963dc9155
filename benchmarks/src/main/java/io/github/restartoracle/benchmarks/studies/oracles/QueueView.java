package io.github.restartoracle.benchmarks.studies.oracles;

import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import io.github.restartoracle.benchmarks.lab.scenario.Transport;
import io.github.restartoracle.benchmarks.lab.testbed.CellRun;
import io.github.restartoracle.benchmarks.lab.testbed.DemoView;
import io.github.restartoracle.benchmarks.lab.theory.Outages;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** Shows the link and the messages that wait in the queue of each client, a line every second. Used by one thread. */
final class QueueView implements DemoView {
    private static final int WIDTH = 24;
    private static final int COUNT = 4;

    private final PrintStream out;
    private final Glyphs glyphs;
    private List<CellRun> wave = List.of();
    private Outages outages = Outages.NONE;
    private int most = 1;

    QueueView(PrintStream out, Glyphs glyphs) {
        this.out = out;
        this.glyphs = glyphs;
    }

    @Override
    public void starting(List<CellRun> begun, int left) {
        wave = begun;
        Scenario scenario = begun.get(0).scenario();
        outages = scenario.outages();
        most = outages.list().stream()
                .mapToInt(outage -> (int) outage.to().minus(outage.from()).dividedBy(scenario.interval()))
                .max()
                .orElse(scenario.messages());
        if (scenario.transport() == Transport.MAIL) {
            // Acknowledgements wait for polls, and mails for the next run of a queue.
            most = scenario.messages();
        }
        out.println("Starting " + begun.size() + " clients, each with a link and a service of its own");
    }

    private void head() {
        StringBuilder names = new StringBuilder("        link  ");
        wave.forEach(run -> names.append(
                String.format(Locale.ROOT, "%-" + WIDTH + "s", run.oracle().label())));
        out.println();
        out.println("              orders that wait for an acknowledgement");
        out.println(names.toString().stripTrailing());
    }

    @Override
    public void running(Duration sinceStart, List<Integer> sent, List<Integer> waiting) {
        if (sinceStart.compareTo(EVERY.multipliedBy(2)) < 0) {
            head();
        }
        StringBuilder line = new StringBuilder(String.format(
                Locale.ROOT,
                "%4d s  %s  ",
                Math.round(sinceStart.toMillis() / 1e3),
                outages.down(sinceStart.toNanos()) ? "DOWN" : "up  "));
        for (int queue : waiting) {
            int room = WIDTH - COUNT - 2;
            int length = (int) Math.min(room, Math.ceil((double) queue * room / most));
            line.append(String.format(
                    Locale.ROOT, "%" + (COUNT - 1) + "d %-" + (WIDTH - COUNT) + "s", queue, glyphs.bar(length)));
        }
        out.println(line.toString().stripTrailing());
    }
}
