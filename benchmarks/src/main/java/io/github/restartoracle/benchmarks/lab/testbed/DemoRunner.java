package io.github.restartoracle.benchmarks.lab.testbed;

import io.github.restartoracle.benchmarks.lab.node.LatenessProbe;
import io.github.restartoracle.benchmarks.lab.results.HostLateness;
import io.github.restartoracle.benchmarks.lab.suite.Progress;
import io.github.restartoracle.time.NanoClock;
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
import java.util.concurrent.TimeoutException;

/** Runs all cells at the same time in this process, each over modelled links of its own. */
public final class DemoRunner {
    private static final Duration DRAIN = Duration.ofSeconds(40);
    private static final Duration REPORT_EVERY = Duration.ofSeconds(5);

    private final List<CellRun> runs;
    private final Path output;
    private final long seed;
    private final PrintStream out;

    /**
     * Nothing has run yet.
     *
     * @param runs what to run
     * @param output where files go
     * @param seed of the modelled links
     * @param out where progress is shown
     */
    public DemoRunner(List<CellRun> runs, Path output, long seed, PrintStream out) {
        this.runs = List.copyOf(runs);
        this.output = output;
        this.seed = seed;
        this.out = out;
    }

    /**
     * Runs all cells.
     *
     * @return what they have left behind
     * @throws IOException if a run fails
     * @throws InterruptedException if this thread is interrupted
     */
    public List<CellOutcome> run() throws IOException, InterruptedException {
        Files.createDirectories(output);
        out.println("Starting " + runs.size() + " clients, links and endpoints in this process");
        ExecutorService threads = Executors.newFixedThreadPool(runs.size());
        List<Future<InProcessCell>> starting = new ArrayList<>();
        try {
            // Side by side, since the first message of a mail cell waits for four polls.
            runs.forEach(run -> starting.add(threads.submit(() -> new InProcessCell(run, output, seed))));
            List<InProcessCell> cells = new ArrayList<>();
            for (Future<InProcessCell> cell : starting) {
                cells.add(await(cell, () -> {}));
            }
            return run(cells, threads);
        } finally {
            for (Future<InProcessCell> cell : starting) {
                close(cell);
            }
            threads.shutdownNow();
        }
    }

    private static void close(Future<InProcessCell> cell) throws IOException, InterruptedException {
        try {
            cell.get().close();
        } catch (ExecutionException neverStarted) {
            // reported by who waited for it
        }
    }

    private List<CellOutcome> run(List<InProcessCell> cells, ExecutorService threads)
            throws IOException, InterruptedException {
        Duration sending = runs.stream()
                .map(run -> run.scenario().sending())
                .max(Duration::compareTo)
                .orElseThrow();
        Progress progress = new Progress(out, NanoClock.system(), sending, REPORT_EVERY);
        long startNanos = System.nanoTime();
        List<Future<CellOutcome>> futures = new ArrayList<>();
        LatenessProbe probe = LatenessProbe.begin();
        cells.forEach(cell -> futures.add(threads.submit(() -> cell.run(DRAIN, probe::lateness))));
        List<CellOutcome> outcomes = new ArrayList<>();
        for (Future<CellOutcome> future : futures) {
            outcomes.add(await(future, () -> {
                int sent = cells.stream().mapToInt(InProcessCell::sent).sum();
                progress.update(
                        cells.size() + " cells at once, " + sent + " messages sent",
                        Duration.ofNanos(System.nanoTime() - startNanos));
            }));
        }
        probe.close();
        progress.say("all " + outcomes.size() + " cells done");
        HostLateness lateness = probe.lateness();
        out.println("       " + lateness);
        if (!lateness.sound()) {
            out.println("       This machine was too late to measure anything: take its figures for a picture only");
        }
        return outcomes;
    }

    private static <T> T await(Future<T> future, Runnable meanwhile) throws IOException, InterruptedException {
        while (true) {
            try {
                return future.get(1, TimeUnit.SECONDS);
            } catch (TimeoutException notYet) {
                meanwhile.run();
            } catch (ExecutionException e) {
                throw new IOException("a run failed: " + e.getCause(), e);
            }
        }
    }
}
