package io.github.restartoracle.benchmarks.lab.testbed;

import io.github.restartoracle.benchmarks.lab.node.LatenessProbe;
import io.github.restartoracle.benchmarks.lab.results.HostLateness;
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

/** Runs cells in this process, each over separate links. As many run at the same time as the machine can carry. */
public final class DemoRunner {
    /** The number of cells for each processor at the beginning. */
    private static final int CELLS = 3;

    private static final HostLateness NONE = new HostLateness(0, 0, 0);
    private static final Duration DRAIN = Duration.ofSeconds(40);

    private final List<CellRun> runs;
    private final Path output;
    private final long seed;
    private final DemoView view;
    private final PrintStream out;
    private final ServerLink.Kind links;

    /**
     * Creates a runner.
     *
     * @param runs the runs to make
     * @param output the directory for files
     * @param seed of modelled links
     * @param view shows the progress
     * @param out the stream for other messages
     */
    public DemoRunner(List<CellRun> runs, Path output, long seed, DemoView view, PrintStream out) {
        this.runs = List.copyOf(runs);
        this.output = output;
        this.seed = seed;
        this.view = view;
        this.out = out;
        this.links = DemoProcess.inNamespace() ? ServerLink.Kind.KERNEL : ServerLink.Kind.MODEL;
    }

    /**
     * Runs all cells.
     *
     * @return the output of the runs
     * @throws IOException if a run fails
     * @throws InterruptedException if this thread is interrupted
     */
    public List<CellOutcome> run() throws IOException, InterruptedException {
        Files.createDirectories(output);
        PairsAtOnce atOnce = new PairsAtOnce(CELLS * Runtime.getRuntime().availableProcessors());
        List<CellOutcome> outcomes = new ArrayList<>();
        HostLateness worst = NONE;
        List<CellRun> left = runs;
        while (!left.isEmpty()) {
            List<CellRun> wave = left.subList(0, Math.min(left.size(), atOnce.number()));
            left = left.subList(wave.size(), left.size());
            view.starting(wave, left.size());
            List<CellOutcome> done = wave(wave);
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

    private List<CellOutcome> wave(List<CellRun> wave) throws IOException, InterruptedException {
        ExecutorService threads = Executors.newFixedThreadPool(wave.size());
        List<Future<InProcessCell>> starting = new ArrayList<>();
        try {
            // Cells are started side by side, since the first message of a mail cell waits for four polls.
            wave.forEach(run -> starting.add(threads.submit(() -> new InProcessCell(run, links, output, seed))));
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
            // reported by the code that waits for the cell to start
        }
    }

    private List<CellOutcome> run(List<InProcessCell> cells, ExecutorService threads)
            throws IOException, InterruptedException {
        long startNanos = NanoClock.system().nanoTime();
        LatenessProbe probe = LatenessProbe.begin();
        List<Future<CellOutcome>> futures = new ArrayList<>();
        cells.forEach(cell -> futures.add(threads.submit(() -> cell.run(DRAIN, probe::lateness))));
        List<CellOutcome> outcomes = new ArrayList<>();
        for (Future<CellOutcome> future : futures) {
            outcomes.add(await(
                    future,
                    () -> view.running(
                            Duration.ofNanos(NanoClock.system().nanoTime() - startNanos),
                            cells.stream().map(InProcessCell::sent).toList(),
                            cells.stream().map(InProcessCell::waiting).toList())));
        }
        probe.close();
        return outcomes;
    }

    private static <T> T await(Future<T> future, Runnable meanwhile) throws IOException, InterruptedException {
        while (true) {
            try {
                return future.get(DemoView.EVERY.toNanos(), TimeUnit.NANOSECONDS);
            } catch (TimeoutException notYet) {
                meanwhile.run();
            } catch (ExecutionException e) {
                throw new IOException("a run failed: " + e.getCause(), e);
            }
        }
    }
}
