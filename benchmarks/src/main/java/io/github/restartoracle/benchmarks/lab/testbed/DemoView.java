package io.github.restartoracle.benchmarks.lab.testbed;

import io.github.restartoracle.benchmarks.lab.suite.ProgressDisplay;
import io.github.restartoracle.time.NanoClock;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Shows the progress of a demonstration. Used by one thread. */
public interface DemoView {
    /** The interval between two calls of {@link #running}. */
    Duration EVERY = Duration.ofSeconds(1);

    /**
     * Announces runs that begin at the same time.
     *
     * @param wave the runs
     * @param left the number of runs that come later
     */
    void starting(List<CellRun> wave, int left);

    /**
     * Shows the progress. Called about every second.
     *
     * @param sinceStart of the wave
     * @param sent messages, for each run
     * @param waiting messages that are not acknowledged, for each run
     */
    void running(Duration sinceStart, List<Integer> sent, List<Integer> waiting);

    /**
     * Returns a view that prints a line every few seconds.
     *
     * @param out the stream for the lines
     * @return the view
     */
    static DemoView percent(PrintStream out) {
        return new DemoView() {
            private @Nullable ProgressDisplay progress;

            @Override
            public void starting(List<CellRun> wave, int left) {
                out.printf("Starting %d clients, links and endpoints in this process, %d to come%n", wave.size(), left);
                Duration sending = wave.stream()
                        .map(run -> run.scenario().sending())
                        .max(Duration::compareTo)
                        .orElseThrow();
                progress = new ProgressDisplay(out, NanoClock.system(), sending, Duration.ofSeconds(5));
            }

            @Override
            public void running(Duration sinceStart, List<Integer> sent, List<Integer> waiting) {
                if (progress != null) {
                    int all = sent.stream().mapToInt(Integer::intValue).sum();
                    progress.update(sent.size() + " cells at once, " + all + " messages sent", sinceStart);
                }
            }
        };
    }
}
