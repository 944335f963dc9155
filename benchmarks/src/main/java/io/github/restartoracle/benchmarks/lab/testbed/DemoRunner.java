package io.github.restartoracle.benchmarks.lab.testbed;

import io.github.restartoracle.benchmarks.lab.results.HostLateness;
import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Runs cells in this process, each over separate links. As many run at the same time as the machine can carry. */
public final class DemoRunner {
    /** The number of cells for each processor at the beginning. */
    private static final int CELLS = 3;

    private static final HostLateness NONE = new HostLateness(0, 0, 0);
    private static final Duration DRAIN = Duration.ofSeconds(40);

    private DemoRunner() {}

    /** Returns whether the links of a scenario are the kernel's, with its SYN timer, and not a model. */
    public static boolean isOverKernel(Scenario scenario) {
        return ServerLink.isOfKernel(scenario);
    }

    /**
     * Runs all cells.
     *
     * @param runs the runs to make
     * @param output the directory for files
     * @param seed of modelled links
     * @param view shows the progress
     * @param out the stream for other messages
     * @return the output of the runs
     * @throws IOException if a run fails
     * @throws InterruptedException if this thread is interrupted
     */
    public static List<CellOutcome> run(List<CellRun> runs, Path output, long seed, DemoView view, PrintStream out)
            throws IOException, InterruptedException {
        Files.createDirectories(output);
        PairsAtOnce atOnce = new PairsAtOnce(CELLS * Runtime.getRuntime().availableProcessors());
        List<CellOutcome> outcomes = new ArrayList<>();
        HostLateness worst = NONE;
        List<CellRun> left = runs;
        while (!left.isEmpty()) {
            List<CellRun> wave = left.subList(0, Math.min(left.size(), atOnce.number()));
            left = left.subList(wave.size(), left.size());
            view.starting(wave, left.size());
            List<CellOutcome> done = wave(wave, output, seed, view);
            outcomes.addAll(done);
            HostLateness lateness = done.stream().map(CellOutcome::lateness).reduce(NONE, HostLateness::orLater);
            worst = worst.orLater(lateness);
            atOnce = atOnce.after(lateness);
        }
        out.println();
        out.println(worst);
        if (!worst.sound()) {
            out.println("This machine was too late to measure anything: take the figures for a picture only");
        }
        return outcomes;
    }

    private static List<CellOutcome> wave(List<CellRun> wave, Path output, long seed, DemoView view)
            throws IOException, InterruptedException {
        ExecutorService threads = Executors.newFixedThreadPool(wave.size());
        List<InProcessCell> cells = new ArrayList<>();
        try {
            for (CellRun run : wave) {
                cells.add(new InProcessCell(run, output, seed));
            }
            // Side by side, since the first message of a mail cell waits for four polls.
            List<Future<Object>> warmUps = threads.invokeAll(cells.stream()
                    .map(cell -> Executors.callable(cell.source()::warmUp))
                    .toList());
            results(warmUps);
            return run(cells, threads, view);
        } finally {
            cells.forEach(InProcessCell::close);
            threads.shutdownNow();
        }
    }

    private static List<CellOutcome> run(List<InProcessCell> cells, ExecutorService threads, DemoView view)
            throws IOException, InterruptedException {
        long startNanos = System.nanoTime();
        try (LatenessProbe probe = new LatenessProbe()) {
            List<Future<CellOutcome>> outcomes = new ArrayList<>();
            cells.forEach(cell -> outcomes.add(threads.submit(() -> cell.run(DRAIN, probe))));
            threads.shutdown();
            while (!threads.awaitTermination(DemoView.EVERY.toNanos(), TimeUnit.NANOSECONDS)) {
                // A run that has failed ends the demonstration now.
                results(outcomes.stream().filter(Future::isDone).toList());
                view.running(
                        Duration.ofNanos(System.nanoTime() - startNanos),
                        cells.stream().map(cell -> cell.source().sent()).toList(),
                        cells.stream()
                                .map(cell -> cell.source().queue().outstanding())
                                .toList());
            }
            return results(outcomes);
        }
    }

    private static <T> List<T> results(List<Future<T>> ended) throws IOException, InterruptedException {
        List<T> results = new ArrayList<>();
        for (Future<T> each : ended) {
            try {
                results.add(each.get());
            } catch (ExecutionException e) {
                throw new IOException("a run failed: " + e.getCause(), e);
            }
        }
        return results;
    }
}
