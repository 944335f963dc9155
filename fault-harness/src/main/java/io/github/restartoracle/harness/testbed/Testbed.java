package io.github.restartoracle.harness.testbed;

import com.github.dockerjava.api.model.Info;
import io.github.restartoracle.harness.fault.FaultSchedule;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.Network;

/**
 * Pairs of containers on one network, with faults between the nodes of a pair.
 *
 * <p>Not thread-safe; {@link #start()}, {@link #run} and {@link #close()} are called one after the other.
 */
public final class Testbed implements AutoCloseable {
    static final String SYN_LINEAR_TIMEOUTS = "net.ipv4.tcp_syn_linear_timeouts";

    private static final Logger LOG = LoggerFactory.getLogger(Testbed.class);
    private static final int CALLS_AT_ONCE = 8;

    /** Pairs for each processor: JVMs that all start at once take more than twice the time of the processor each. */
    private static final int STARTS_AT_ONCE = 2;

    private static final Duration READY_LIMIT = Duration.ofMinutes(6);

    /** A mail pair also waits for its mails. */
    private static final Duration STOP_LIMIT = Duration.ofMinutes(6);

    private static final Duration NOTICE = Duration.ofSeconds(2);
    private static final Duration NOTICE_PER_PAIR = Duration.ofMillis(150);

    private final TestbedPlan plan;
    private final ExecutorService pool;
    private final ExecutorService starts;

    /** Ends of pairs, each of which waits for its own mails. */
    private final ExecutorService ends;

    private final List<Pair> pairs = new ArrayList<>();
    private @Nullable Network network;

    /** Hears how a run goes. */
    public interface Progress {
        /**
         * Called about once a second by the thread that called {@link Testbed#run}.
         *
         * @param sinceStart the time since the run's time 0
         * @param finished how many pairs have ended
         * @param total the number of pairs
         */
        void update(Duration sinceStart, int finished, int total);
    }

    private Testbed(TestbedPlan plan) {
        this.plan = plan;
        this.pool = Executors.newFixedThreadPool(CALLS_AT_ONCE, Testbed::daemon);
        this.starts = Executors.newFixedThreadPool(
                STARTS_AT_ONCE * Runtime.getRuntime().availableProcessors(), Testbed::daemon);
        this.ends = Executors.newFixedThreadPool(plan.pairs().size(), Testbed::daemon);
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "testbed");
        thread.setDaemon(true);
        return thread;
    }

    /**
     * A testbed, not yet started.
     *
     * @param plan what it consists of
     * @return the testbed, to be closed
     */
    public static Testbed of(TestbedPlan plan) {
        return new Testbed(plan);
    }

    /**
     * Removes what dead testbeds left, builds missing images, starts all containers, shapes the links and waits until all
     * programs are ready.
     *
     * @throws IllegalStateException if anything of that fails; then nothing is left behind after {@link #close()}
     */
    public void start() {
        Leftovers.remove();
        TestbedImages.require();
        long begin = System.nanoTime();
        Map<String, String> labels = Owner.current().labels();
        Network shared = Network.builder()
                .createNetworkCmdModifier(c -> c.withLabels(new HashMap<>(labels)))
                .build();
        network = shared;
        TestbedPlan supported = supported(plan);
        supported.pairs().forEach(p -> pairs.add(new Pair(p, supported, shared, labels)));
        shared.getId();
        each(pairs, starts, pair -> pair.start(labels, READY_LIMIT));
        LOG.info("{} pairs ready after {} ms", pairs.size(), (System.nanoTime() - begin) / 1_000_000);
    }

    /** Leaves out a kernel parameter that came with Linux 6.5 where the engine's kernel is older. */
    private static TestbedPlan supported(TestbedPlan plan) {
        Info info = DockerClientFactory.lazyClient().infoCmd().exec();
        if (!plan.sysctls().containsKey(SYN_LINEAR_TIMEOUTS) || atLeast65(String.valueOf(info.getKernelVersion()))) {
            return plan;
        }
        Map<String, String> sysctls = new HashMap<>(plan.sysctls());
        sysctls.remove(SYN_LINEAR_TIMEOUTS);
        return new TestbedPlan(plan.pairs(), sysctls, plan.output(), plan.limit());
    }

    static boolean atLeast65(String kernel) {
        List<String> parts = List.of(kernel.split("\\D+", 3));
        if (parts.size() < 2 || parts.get(0).isEmpty() || parts.get(1).isEmpty()) {
            return false;
        }
        int major = Integer.parseInt(parts.get(0));
        return major > 6 || (major == 6 && Integer.parseInt(parts.get(1)) >= 5);
    }

    /**
     * Lets the programs run, with all faults, until the sources have ended. A source that runs longer than the plan allows is
     * stopped, and has failed.
     *
     * @param progress hears how it goes
     * @return how each pair's run went, in the order of the plan; a pair may have failed
     * @throws IllegalStateException if the run cannot be started, or does not end although its sources were stopped
     */
    public List<PairResult> run(Progress progress) {
        return run(progress, PairPlan::schedule);
    }

    /** As {@link #run(Progress)}, but carries out other faults than the plan has; the proof must find out. */
    List<PairResult> run(Progress progress, Function<PairPlan, FaultSchedule> carriedOut) {
        Instant start = arm(carriedOut);
        List<CompletableFuture<Void>> sources =
                pairs.stream().map(Pair::sourceEnd).toList();
        each(pairs, pair -> pair.announce(start));
        List<CompletableFuture<PairResult>> results = new ArrayList<>();
        for (int i = 0; i < pairs.size(); i++) {
            Pair pair = pairs.get(i);
            results.add(sources.get(i).thenApplyAsync(ended -> finish(pair, start), ends));
        }
        await(results, start, progress);
        return results.stream().map(CompletableFuture::join).toList();
    }

    /** Puts the faults in place for a whole second that lies far enough ahead. */
    private Instant arm(Function<PairPlan, FaultSchedule> carriedOut) {
        Duration notice = NOTICE.plus(NOTICE_PER_PAIR.multipliedBy(pairs.size()));
        Duration lead = notice.multipliedBy(2);
        for (int attempt = 0; attempt < 4; attempt++) {
            Instant start = Instant.ofEpochSecond(clock().plus(lead).getEpochSecond() + 1);
            each(
                    range(),
                    i -> pairs.get(i).path().apply(carriedOut.apply(plan.pairs().get(i)), start, plan.limit()));
            if (clock().isBefore(start.minus(notice))) {
                return start;
            }
            lead = lead.multipliedBy(3);
        }
        throw new IllegalStateException("the faults could not be put in place in time: this machine is too busy");
    }

    private List<Integer> range() {
        return IntStream.range(0, pairs.size()).boxed().toList();
    }

    private Instant clock() {
        return pairs.get(0).path().source().clock();
    }

    private static PairResult finish(Pair pair, Instant start) {
        try {
            return pair.finish(start);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void await(List<CompletableFuture<PairResult>> results, Instant start, Progress progress) {
        CompletableFuture<Void> all = CompletableFuture.allOf(results.toArray(CompletableFuture[]::new));
        boolean late = false;
        while (!all.isDone()) {
            Duration sinceStart = Duration.between(start, Instant.now());
            int finished =
                    (int) results.stream().filter(CompletableFuture::isDone).count();
            progress.update(sinceStart, finished, results.size());
            if (!late && sinceStart.compareTo(plan.limit()) > 0) {
                late = true;
                stopSources(results);
            }
            if (sinceStart.compareTo(plan.limit().plus(STOP_LIMIT)) > 0) {
                throw new IllegalStateException(
                        "the run did not end " + STOP_LIMIT + " after its limit of " + plan.limit() + "; " + finished
                                + " of " + results.size() + " pairs had; logs are in " + plan.output());
            }
            try {
                all.get(1, TimeUnit.SECONDS);
            } catch (TimeoutException stillRunning) {
                LOG.trace("{} of {} pairs have ended", finished, results.size());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted during a run", e);
            } catch (ExecutionException failed) {
                break; // reported by the join of the result
            }
        }
    }

    private void stopSources(List<CompletableFuture<PairResult>> results) {
        for (int i = 0; i < results.size(); i++) {
            if (!results.get(i).isDone()) {
                LOG.warn(
                        "{} did not end within {}: its source is stopped",
                        pairs.get(i).name(),
                        plan.limit());
                pairs.get(i).stopSource();
            }
        }
    }

    private <T> void each(List<T> items, Consumer<T> action) {
        each(items, pool, action);
    }

    private static <T> void each(List<T> items, ExecutorService by, Consumer<T> action) {
        List<CompletableFuture<Void>> tasks = items.stream()
                .map(item -> CompletableFuture.runAsync(() -> action.accept(item), by))
                .toList();
        try {
            CompletableFuture.allOf(tasks.toArray(CompletableFuture[]::new)).join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    /** Removes all containers and the network. */
    @Override
    public void close() {
        try {
            each(pairs, Pair::close);
        } finally {
            pairs.clear();
            if (network != null) {
                network.close();
                network = null;
            }
            pool.shutdown();
            starts.shutdown();
            ends.shutdown();
        }
    }
}
