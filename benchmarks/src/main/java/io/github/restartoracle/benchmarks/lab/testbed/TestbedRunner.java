package io.github.restartoracle.benchmarks.lab.testbed;

import io.github.restartoracle.benchmarks.lab.results.HostLateness;
import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import io.github.restartoracle.benchmarks.lab.scenario.Service;
import io.github.restartoracle.benchmarks.lab.suite.ProgressDisplay;
import io.github.restartoracle.harness.fault.FaultSchedule;
import io.github.restartoracle.harness.testbed.Testbed;
import io.github.restartoracle.time.NanoClock;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Runs cells in containers, many pairs at the same time, because runs mostly wait. Each pair has its own two network
 * namespaces, so that the faults of one do not affect another. When one has ended, the next begins.
 */
public final class TestbedRunner {
    /** The number of pairs for each processor at the beginning. */
    private static final int PAIRS = 8;

    /** The most runs that are repeated, because each takes minutes. */
    private static final int MOST_AGAIN = 6;

    /** The least number of runs for a rehearsal, which takes as long as a few starts. */
    private static final int REHEARSED_FROM = 8;

    private static final int REHEARSAL_MESSAGES = 5;
    private static final int LOOK_EVERY_MILLIS = 200;
    private static final Duration REPORT_EVERY = Duration.ofSeconds(10);

    private final List<CellRun> cells;
    private final Path output;
    private final OptionalInt pairs;
    private final List<Path> classPath;
    private final PrintStream out;
    private final List<String> failures = new ArrayList<>();

    /**
     * Creates a runner.
     *
     * @param cells the runs to make
     * @param output the directory for logs
     * @param pairs the number of pairs of containers that run at the same time; empty for as many as the machine can carry
     * @param classPath the classes that the nodes need, directories of classes or of jars
     * @param out the stream for progress
     * @throws IllegalArgumentException if a fault cannot be made in the IP layer
     */
    public TestbedRunner(List<CellRun> cells, Path output, OptionalInt pairs, List<Path> classPath, PrintStream out) {
        cells.forEach(cell -> Testbed.requireApplicable(cell.scenario().faults()));
        this.cells = List.copyOf(cells);
        this.output = output;
        this.pairs = pairs;
        this.classPath = List.copyOf(classPath);
        this.out = out;
    }

    /**
     * Runs all cells, as many at once as the machine can carry. A few that ran while the machine was late are repeated, alone.
     *
     * @return the output of the runs, without those that failed
     * @throws IOException if a file cannot be written
     * @throws InterruptedException if this thread is interrupted; all containers are removed before
     */
    public List<CellOutcome> run() throws IOException, InterruptedException {
        Path logs = Files.createDirectories(output.resolve("pairs"));
        try (NodeClasses classes = new NodeClasses(classPath, output.resolve("classes"));
                Testbed testbed = Testbed.open(logs)) {
            if (classes.archivable() && cells.size() >= REHEARSED_FROM) {
                rehearse(testbed, classes);
            }
            List<CellOutcome> outcomes = againWhereLate(all(testbed, classes), testbed, classes);
            outcomes.sort(Comparator.comparing(outcome -> cells.indexOf(outcome.cell())));
            return outcomes;
        }
    }

    /** Runs a few messages without faults and without results. Uses HTTP if a cell does, because mails take long. */
    private void rehearse(Testbed testbed, NodeClasses classes) throws IOException {
        CellRun rehearsed = cells.stream()
                .filter(cell -> !cell.oracle().isPeer())
                .min(Comparator.comparing(cell -> cell.scenario().transport()))
                .orElse(cells.get(0));
        try {
            classes.keep(CellPair.begin(testbed, classes, rehearsal(rehearsed), true, 0)
                    .end()
                    .join());
        } catch (CompletionException withoutArchives) {
            out.printf("The rehearsal failed: %s%n", cause(withoutArchives));
        }
    }

    private static CellRun rehearsal(CellRun cell) {
        Scenario scenario = cell.scenario()
                .withName("rehearsal")
                .withMessages(REHEARSAL_MESSAGES)
                .withService(Service.PROMPT)
                .withFaults(FaultSchedule.none());
        return new CellRun(scenario, cell.oracle(), cell.number());
    }

    private List<CellOutcome> all(Testbed testbed, NodeClasses classes) throws InterruptedException {
        Deque<CellRun> left = new ArrayDeque<>(cells.stream()
                .sorted(Comparator.comparing(CellPair::expected).reversed())
                .toList());
        PairsAtOnce atOnce =
                new PairsAtOnce(pairs.orElse(PAIRS * Runtime.getRuntime().availableProcessors()));
        out.printf("%d runs, %d pairs of containers at once%n", cells.size(), Math.min(cells.size(), atOnce.number()));
        Duration expected = cells.stream().map(CellPair::expected).reduce(Duration.ZERO, Duration::plus);
        ProgressDisplay progress =
                new ProgressDisplay(out, NanoClock.system(), expected.dividedBy(atOnce.number()), REPORT_EVERY);
        List<CellPair> underWay = new ArrayList<>();
        List<CellOutcome> outcomes = new ArrayList<>();
        while (!left.isEmpty() || !underWay.isEmpty()) {
            while (!left.isEmpty() && underWay.size() < atOnce.number()) {
                underWay.add(CellPair.begin(testbed, classes, left.remove(), false, atOnce.change()));
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_EVERY_MILLIS);
            for (CellPair run : List.copyOf(underWay)) {
                if (run.end().isDone()) {
                    underWay.remove(run);
                    Optional<CellOutcome> outcome = outcome(run);
                    outcome.ifPresent(outcomes::add);
                    if (pairs.isEmpty() && outcome.isPresent()) {
                        atOnce = follow(atOnce, run, outcome.get().lateness());
                    }
                }
            }
            int ended = cells.size() - left.size() - underWay.size();
            Duration remaining = Stream.concat(
                            left.stream().map(CellPair::expected),
                            underWay.stream().map(CellPair::remaining))
                    .reduce(Duration.ZERO, Duration::plus);
            progress.update(
                    ended + " of " + cells.size() + " runs done, " + underWay.size() + " under way",
                    1 - (double) remaining.toNanos() / expected.toNanos());
        }
        outcomes.stream()
                .map(CellOutcome::lateness)
                .reduce(HostLateness::orLater)
                .ifPresent(latest -> progress.say("all runs have ended; " + latest));
        return outcomes;
    }

    private PairsAtOnce follow(PairsAtOnce before, CellPair begun, HostLateness lateness) {
        PairsAtOnce after = before.after(begun.change(), lateness);
        if (after.number() != before.number()) {
            out.printf("       %s: %d pairs at once from now on%n", lateness, after.number());
        }
        return after;
    }

    /** Waits for the end of a run. */
    private Optional<CellOutcome> outcome(CellPair run) {
        try {
            return Optional.of(run.outcome());
        } catch (IOException | RuntimeException e) {
            String failure = run.cell().title() + ": no result: " + cause(e);
            failures.add(failure);
            out.println(failure);
            return Optional.empty();
        }
    }

    private static Throwable cause(Exception e) {
        return e instanceof CompletionException && e.getCause() != null ? e.getCause() : e;
    }

    private List<CellOutcome> againWhereLate(List<CellOutcome> outcomes, Testbed testbed, NodeClasses classes) {
        List<CellOutcome> all = new ArrayList<>(outcomes);
        long late = all.stream().filter(outcome -> !outcome.lateness().sound()).count();
        if (late > MOST_AGAIN) {
            out.printf(
                    "%d of %d runs were on a machine that was late; none of so many is made again%n", late, all.size());
            return all;
        }
        for (int i = 0; i < all.size(); i++) {
            CellOutcome outcome = all.get(i);
            if (!outcome.lateness().sound()) {
                out.printf(
                        "%s, on a machine that was late, again and alone%n",
                        outcome.cell().title());
                CellPair again = CellPair.begin(testbed, classes, outcome.cell(), false, 0);
                all.set(i, outcome(again).orElse(outcome));
            }
        }
        return all;
    }

    /** {@return a line for each cell that has no result, with the reason} */
    public List<String> failures() {
        return List.copyOf(failures);
    }
}
