package io.github.restartoracle.benchmarks.lab.exchange;

import io.github.restartoracle.benchmarks.lab.simulator.tcp.Kernel;
import io.github.restartoracle.harness.testbed.NodeProgram;
import io.github.restartoracle.harness.testbed.PairPlan;
import io.github.restartoracle.harness.testbed.PairResult;
import io.github.restartoracle.harness.testbed.Testbed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/**
 * Carries out plans in containers, side by side, each with separate network namespaces. Losses are made by nftables where
 * packets arrive. Bandwidth and delay are made by netem where packets are sent or, on a kernel without netem, by a queue in
 * user space where they arrive.
 *
 * <p>Not thread-safe.
 */
public final class ExchangeTestbed {
    private static final String PORT = "8080";

    /** More than the 127 s for which a SYN is repeated. */
    private static final Duration SLACK = Duration.ofSeconds(200);

    private final Path output;
    private final List<Path> classPath;
    private final List<String> failures = new ArrayList<>();

    /**
     * Creates a testbed.
     *
     * @param output the directory for logs
     * @param classPath the classes that the nodes need, directories of classes or of jars
     */
    public ExchangeTestbed(Path output, List<Path> classPath) {
        this.output = output;
        this.classPath = List.copyOf(classPath);
    }

    /**
     * Runs all plans at the same time.
     *
     * @param kernel the settings of the nodes' network
     * @param plans 1 or more
     * @param progress called about once a second with the number of links that have finished and the time since the beginning
     * @return the outcomes, in the order of the plans, without those that failed
     * @throws IOException if the directory for the output cannot be made
     * @throws InterruptedException if this thread is interrupted; all containers are removed before
     */
    public List<LinkOutcome> run(Kernel kernel, List<LinkPlan> plans, BiConsumer<String, Duration> progress)
            throws IOException, InterruptedException {
        Path directory = output.resolve(kernel.toString().replace(' ', '-'));
        Files.createDirectories(directory);
        try (Testbed testbed = Testbed.open(directory, kernel.sysctls())) {
            List<CompletableFuture<PairResult>> runs = plans.stream()
                    .map(plan -> testbed.run(pair(plan), plan.length().plus(SLACK)))
                    .toList();
            await(runs, progress);
            List<LinkOutcome> outcomes = new ArrayList<>();
            for (int i = 0; i < plans.size(); i++) {
                outcome("testbed, " + kernel, plans.get(i), runs.get(i)).ifPresent(outcomes::add);
            }
            return outcomes;
        }
    }

    private static void await(List<CompletableFuture<PairResult>> runs, BiConsumer<String, Duration> progress)
            throws InterruptedException {
        long begin = System.nanoTime();
        long finished = 0;
        while (finished < runs.size()) {
            TimeUnit.SECONDS.sleep(1);
            finished = runs.stream().filter(CompletableFuture::isDone).count();
            progress.accept(
                    finished + " of " + runs.size() + " links finished", Duration.ofNanos(System.nanoTime() - begin));
        }
    }

    /**
     * Lists the failures so far.
     *
     * @return one line per plan without an outcome
     */
    public List<String> failures() {
        return List.copyOf(failures);
    }

    private PairPlan pair(LinkPlan plan) {
        NodeProgram server = NodeProgram.java(classPath, ExchangeServer.class.getName())
                .withSmallJvm()
                .withArguments(PORT);
        List<String> arguments = new ArrayList<>(List.of(PORT));
        plan.phases().forEach(phase -> arguments.add(phase.notation()));
        NodeProgram client = NodeProgram.java(classPath, ClientNode.class.getName())
                .withSmallJvm()
                .withArguments(arguments.toArray(String[]::new));
        return new PairPlan(plan.name(), client, server, plan.link(), plan.faults());
    }

    private Optional<LinkOutcome> outcome(String source, LinkPlan plan, CompletableFuture<PairResult> run) {
        PairResult result;
        try {
            result = run.join();
        } catch (CompletionException e) {
            failures.add(plan.name() + ": no result: " + (e.getCause() == null ? e : e.getCause()));
            return Optional.empty();
        }
        if (result.exitCode() != 0) {
            failures.add(plan.name() + ": the client ended with " + result.exitCode() + "; its log is beside "
                    + result.sourceOutput());
            return Optional.empty();
        }
        try {
            List<Exchange> exchanges = Exchange.FILE.read(result.sourceOutput().resolve(ClientNode.EXCHANGES));
            return Optional.of(new LinkOutcome(source, plan, exchanges, Optional.of(result.proof())));
        } catch (IOException | IllegalArgumentException e) {
            failures.add(plan.name() + ": no result: " + e);
            return Optional.empty();
        }
    }
}
