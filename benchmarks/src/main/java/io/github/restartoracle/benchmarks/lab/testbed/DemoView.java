package io.github.restartoracle.benchmarks.lab.testbed;

import io.github.restartoracle.benchmarks.lab.suite.Progress;
import io.github.restartoracle.time.NanoClock;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Shows how a demonstration goes on. Used by one thread. */
public interface DemoView {
    /** How often it is told. */
    Duration EVERY = Duration.ofSeconds(1);

    /**
     * Runs begin at the same time.
     *
     * @param wave the runs
     * @param left how many come later
     */
    void starting(List<CellRun> wave, int left);

    /**
     * Called about every second.
     *
     * @param sinceStart of the wave
     * @param sent messages, for each run
     * @param waiting messages that are not acknowledged, for each run
     */
    void running(Duration sinceStart, List<Integer> sent, List<Integer> waiting);

    /**
     * A line every few seconds.
     *
     * @param out where it goes
     * @return the view
     */
    static DemoView percent(PrintStream out) {
        return new Percent(out);
    }

    /** What is done of a wave. */
    final class Percent implements DemoView {
        private static final Duration REPORT_EVERY = Duration.ofSeconds(5);

        private final PrintStream out;
        private @Nullable Progress progress;

        private Percent(PrintStream out) {
            this.out = out;
        }

        @Override
        public void starting(List<CellRun> wave, int left) {
            out.printf("Starting %d clients, links and endpoints in this process, %d to come%n", wave.size(), left);
            Duration sending = wave.stream()
                    .map(run -> run.scenario().sending())
                    .max(Duration::compareTo)
                    .orElseThrow();
            progress = new Progress(out, NanoClock.system(), sending, REPORT_EVERY);
        }

        @Override
        public void running(Duration sinceStart, List<Integer> sent, List<Integer> waiting) {
            if (progress != null) {
                int all = sent.stream().mapToInt(Integer::intValue).sum();
                progress.update(sent.size() + " cells at once, " + all + " messages sent", sinceStart);
            }
        }
    }
}
