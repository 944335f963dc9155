package io.github.restartoracle.harness.testbed;

import com.github.dockerjava.api.command.WaitContainerResultCallback;
import io.github.restartoracle.harness.inject.FaultSidecar;
import io.github.restartoracle.harness.inject.FaultyPath;
import io.github.restartoracle.harness.proof.FaultProof;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.Network;

/** The containers of one pair. Its methods are called one after the other. */
final class Pair implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Pair.class);
    private static final int STOP_SECONDS = 15;

    /** A mail waits for two minutes at most until it is tried again, and up to one more until the queue is searched. */
    private static final Duration MAIL_LIMIT = Duration.ofMinutes(4);

    private static final Duration MAIL_POLL = Duration.ofSeconds(3);

    /** An address of a block that is assigned to no network (RFC 5737). */
    private static final String DEAD_ADDRESS = "192.0.2.1";

    private final PairPlan plan;
    private final Map<String, String> labels;
    private final Node source;
    private final Node destination;
    private @Nullable FaultyPath path;

    Pair(PairPlan plan, Path output, Map<String, String> sysctls, Network network, Map<String, String> labels) {
        Path own = output.resolve(plan.name());
        this.plan = plan;
        this.labels = labels;
        this.source = new Node(plan, Role.SOURCE, sysctls, network, labels, own);
        this.destination = new Node(plan, Role.DESTINATION, sysctls, network, labels, own);
    }

    String name() {
        return plan.name();
    }

    /** Starts both nodes, shapes the link, and waits until both programs are ready. */
    void start(Duration limit) {
        destination.start();
        if (plan.deadAddress()) {
            source.knows(plan.host(Role.DESTINATION), DEAD_ADDRESS, destination.address());
        }
        source.start();
        connect();
        destination.awaitReady(limit);
        source.awaitReady(limit);
        destination.started();
        source.started();
    }

    /** Attaches a sidecar to both ends of the link. */
    private void connect() {
        source.connectMail(destination);
        destination.connectMail(source);
        long seed = plan.name().hashCode();
        FaultSidecar atSource = FaultSidecar.attach(
                TestbedImages.SIDECAR, source.networkOwnerId(), destination.address(), plan.link(), seed, labels);
        FaultSidecar atDestination = FaultSidecar.attach(
                TestbedImages.SIDECAR, destination.networkOwnerId(), source.address(), plan.link(), ~seed, labels);
        if (plan.deadAddress()) {
            atSource.addDeadHost(DEAD_ADDRESS);
        }
        path = new FaultyPath(atSource, atDestination);
    }

    FaultyPath path() {
        FaultyPath connected = path;
        if (connected == null) {
            throw new IllegalStateException("the pair " + plan.name() + " is not connected");
        }
        return connected;
    }

    void announce(Instant start) {
        destination.announce(start);
        source.announce(start);
    }

    /** Waits until the source's program has ended; stops it at the given time. */
    void awaitSource(Instant end) throws IOException, InterruptedException {
        try (WaitContainerResultCallback ended = DockerClientFactory.lazyClient()
                .waitContainerCmd(source.id())
                .exec(new WaitContainerResultCallback())) {
            long millis = Math.max(0, Duration.between(Instant.now(), end).toMillis());
            if (!ended.awaitCompletion(millis, TimeUnit.MILLISECONDS)) {
                LOG.warn("{} did not end in time: its source is stopped", plan.name());
                source.stop(STOP_SECONDS);
            }
        }
    }

    /** Proves the faults, waits for mails that are not yet fetched, stops the destination and collects files. */
    PairResult finish(Instant start) throws IOException {
        Node.Ended ended = source.ended();
        Duration length = Duration.between(start, ended.at());
        FaultProof proof = path().proof(plan.schedule(), start, length.isNegative() ? Duration.ZERO : length);
        awaitMails();
        destination.stop(STOP_SECONDS);
        return new PairResult(plan.name(), ended.exitCode(), length, proof, source.collect(), destination.collect());
    }

    /** Waits until the destination has fetched the mails that the source has sent: they arrive without the source. */
    private void awaitMails() {
        long limit = System.nanoTime() + MAIL_LIMIT.toNanos();
        while (source.mailsInQueue() + destination.mailsInMailboxes() > 0) {
            if (System.nanoTime() - limit > 0) {
                LOG.warn("{}: mails of the source were not fetched within {}", plan.name(), MAIL_LIMIT);
                return;
            }
            LockSupport.parkNanos(MAIL_POLL.toNanos());
        }
    }

    @Override
    public void close() {
        if (path != null) {
            path.close();
        }
        source.close();
        destination.close();
    }
}
