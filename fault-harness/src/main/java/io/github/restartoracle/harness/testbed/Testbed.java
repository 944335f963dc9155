package io.github.restartoracle.harness.testbed;

import com.github.dockerjava.api.model.Info;
import io.github.restartoracle.harness.fault.FaultSchedule;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.Network;

/**
 * Pairs of containers on one network, with faults between the nodes of a pair. Any number of pairs run at the same time. Each
 * has a time 0 of its own, and the faults of one do not disturb another.
 *
 * <p>Thread-safe.
 */
public final class Testbed implements AutoCloseable {
    static final String SYN_LINEAR_TIMEOUTS = "net.ipv4.tcp_syn_linear_timeouts";

    private static final Logger LOG = LoggerFactory.getLogger(Testbed.class);

    private static final Duration READY_LIMIT = Duration.ofMinutes(6);

    private static final Duration CLOSE_LIMIT = Duration.ofMinutes(2);

    private final Path output;
    private final Map<String, String> sysctls;
    private final Network network;
    private final ExecutorService pool = Executors.newCachedThreadPool(Testbed::daemon);

    /** One starting pair per processor: JVMs that all start at once each take more than twice the processor time. */
    private final Semaphore starts = new Semaphore(Runtime.getRuntime().availableProcessors(), true);

    /** The names of the pairs that are running. */
    private final Set<String> running = ConcurrentHashMap.newKeySet();

    private Testbed(Path output, Map<String, String> sysctls) {
        this.output = output;
        this.sysctls = supported(sysctls);
        this.network = Network.builder()
                .createNetworkCmdModifier(c -> c.withLabels(new HashMap<>(Owner.labels())))
                .build();
        network.getId();
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "testbed");
        thread.setDaemon(true);
        return thread;
    }

    /**
     * Opens a testbed whose nodes retry SYNs with doubling waits from the first retry on, as RFC 6298 specifies and kernels
     * before 6.5 did; newer ones send the first four retries one second apart. (A kernel without that parameter needs no
     * change.)
     *
     * @param output a directory for logs and collected files, one directory per pair; made if it does not exist
     * @return the testbed, to be closed
     * @throws IllegalStateException if an image is missing and cannot be built; the message names a solution
     */
    public static Testbed open(Path output) {
        return open(output, Map.of(SYN_LINEAR_TIMEOUTS, "0"));
    }

    /**
     * Opens a testbed: removes containers and networks that dead testbeds left, and builds missing images.
     *
     * @param output a directory for logs and collected files, one directory per pair; made if it does not exist
     * @param sysctls kernel parameters of every node's network, such as {@code net.ipv4.tcp_syn_linear_timeouts -> 0}
     * @return the testbed, to be closed
     * @throws IllegalStateException if an image is missing and cannot be built; the message names a solution
     */
    public static Testbed open(Path output, Map<String, String> sysctls) {
        Owner.removeLeftovers();
        TestbedImages.require();
        return new Testbed(output, sysctls);
    }

    /**
     * Checks that a testbed can carry faults out, before any container is started.
     *
     * @param schedule the faults of a pair
     * @throws IllegalArgumentException if a fault begins or ends between two seconds
     */
    public static void requireApplicable(FaultSchedule schedule) {
        NftRules.requireApplicable(schedule);
    }

    /** Omits a kernel parameter that came with Linux 6.5 if the engine's kernel is older. */
    private static Map<String, String> supported(Map<String, String> sysctls) {
        Map<String, String> supported = new HashMap<>(sysctls);
        Info info = DockerClientFactory.lazyClient().infoCmd().exec();
        if (!atLeast65(String.valueOf(info.getKernelVersion()))) {
            supported.remove(SYN_LINEAR_TIMEOUTS);
        }
        return supported;
    }

    static boolean atLeast65(String kernel) {
        Matcher version = Pattern.compile("(\\d+)\\.(\\d+).*").matcher(kernel);
        if (!version.matches()) {
            return false;
        }
        int major = Integer.parseInt(version.group(1));
        return major > 6 || (major == 6 && Integer.parseInt(version.group(2)) >= 5);
    }

    /**
     * Runs a pair: starts its containers as soon as a start is allowed (a few start at the same time), shapes the link, and
     * lets the programs run with all faults until the source has ended. Then collects their files, and removes the containers.
     *
     * @param plan the pair
     * @param limit the longest duration of the run from its time 0; a source that is still running then is stopped, and has
     *     failed
     * @return completes with the result of the run, which may have failed; completes with an {@link IllegalStateException} if
     *     it could not be made
     * @throws IllegalArgumentException if a pair of that name is running
     * @throws java.util.concurrent.RejectedExecutionException if the testbed is closed
     */
    public CompletableFuture<PairResult> run(PairPlan plan, Duration limit) {
        return run(plan, limit, plan.schedule());
    }

    /**
     * Runs a pair as {@link #run(PairPlan, Duration)}, but with other faults than the plan has, which the proof must detect.
     */
    CompletableFuture<PairResult> run(PairPlan plan, Duration limit, FaultSchedule carriedOut) {
        if (!running.add(plan.name())) {
            throw new IllegalArgumentException("a pair with the name " + plan.name() + " is running");
        }
        return CompletableFuture.supplyAsync(() -> runNow(plan, limit, carriedOut), pool);
    }

    private PairResult runNow(PairPlan plan, Duration limit, FaultSchedule carriedOut) {
        long begin = System.nanoTime();
        try (Pair pair = new Pair(plan, output, sysctls, network)) {
            starts.acquire();
            try {
                pair.start(READY_LIMIT);
            } finally {
                starts.release();
            }
            Instant start = pair.begin(carriedOut, limit);
            LOG.info("{} begins {} ms after it was asked for", plan.name(), (System.nanoTime() - begin) / 1_000_000);
            pair.awaitSource(start.plus(limit));
            return pair.finish(start);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException("the testbed was closed while " + plan.name() + " ran", e);
        } finally {
            running.remove(plan.name());
        }
    }

    /** Ends all runs, and removes all containers and the network. */
    @Override
    public void close() {
        pool.shutdownNow();
        try {
            if (!pool.awaitTermination(CLOSE_LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                LOG.warn("containers of {} were not removed within {}; the next testbed does", running, CLOSE_LIMIT);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        network.close();
    }
}
