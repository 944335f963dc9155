package io.github.restartoracle.harness.testbed;

import com.github.dockerjava.api.command.WaitContainerResultCallback;
import io.github.restartoracle.harness.fault.Direction;
import io.github.restartoracle.harness.fault.FaultSchedule;
import io.github.restartoracle.harness.proof.Evidence;
import io.github.restartoracle.harness.proof.FaultProof;
import io.github.restartoracle.harness.proof.RuleCount;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.Network;

/** The containers of one pair. Its methods are called one after the other. */
final class Pair implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Pair.class);
    private static final int STOP_SECONDS = 15;

    /** The time to announce time 0 to both programs while other pairs start. */
    private static final Duration NOTICE = Duration.ofSeconds(4);

    private static final int ARM_ATTEMPTS = 4;

    /** The sum of steps of the wall clock beyond which a disruption may be displaced. */
    private static final Duration CLOCK_STEP = Duration.ofMillis(10);

    /** A mail waits for two minutes at most until it is tried again, and up to one more until the queue is searched. */
    private static final Duration MAIL_LIMIT = Duration.ofMinutes(4);

    private static final Duration MAIL_POLL = Duration.ofSeconds(3);

    /** An address of a block that is assigned to no network (RFC 5737). */
    private static final String DEAD_ADDRESS = "192.0.2.1";

    private final PairPlan plan;
    private final Node source;
    private final Node destination;

    /** The sidecars of the source and of the destination; none before the two are connected. */
    private final List<FaultSidecar> sidecars = new ArrayList<>();

    Pair(PairPlan plan, Path output, Map<String, String> sysctls, Network network) {
        Path own = output.resolve(plan.name());
        this.plan = plan;
        this.source = new Node(plan, Role.SOURCE, sysctls, network, own);
        this.destination = new Node(plan, Role.DESTINATION, sysctls, network, own);
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
        source.mailServer().ifPresent(server -> server.peer(destination.address()));
        destination.mailServer().ifPresent(server -> server.peer(source.address()));
        long seed = plan.name().hashCode();
        sidecars.add(new FaultSidecar(
                source.networkOwnerId(), destination.address(), Direction.BACKWARD, plan.link(), seed));
        sidecars.add(new FaultSidecar(
                destination.networkOwnerId(), source.address(), Direction.FORWARD, plan.link(), ~seed));
        if (plan.deadAddress()) {
            sidecars.get(0).addDeadHost(DEAD_ADDRESS);
        }
    }

    /** Installs faults at both ends, and announces time 0 to both programs: a whole second that is far enough ahead. */
    Instant begin(FaultSchedule schedule, Duration limit) {
        Duration lead = NOTICE.multipliedBy(2);
        for (int attempt = 0; attempt < ARM_ATTEMPTS; attempt++) {
            Instant start = Instant.ofEpochSecond(clock().plus(lead).getEpochSecond() + 1);
            sidecars.forEach(sidecar -> sidecar.apply(schedule, start, limit));
            if (clock().isBefore(start.minus(NOTICE))) {
                destination.announce(start);
                source.announce(start);
                return start;
            }
            lead = lead.multipliedBy(3);
        }
        throw new IllegalStateException(
                "the faults of " + plan.name() + " could not be put in place in time: this machine is too busy");
    }

    private Instant clock() {
        return sidecars.get(0).clock();
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
        FaultProof proof = proof(start, length.isNegative() ? Duration.ZERO : length);
        awaitMails();
        destination.stop(STOP_SECONDS);
        return new PairResult(plan.name(), ended.exitCode(), length, proof, source.collect(), destination.collect());
    }

    /** Compares the requested faults to the measurements of both ends. */
    private FaultProof proof(Instant start, Duration length) {
        FaultSidecar.Measured atSource = sidecars.get(0).measure(plan.schedule());
        FaultSidecar.Measured atDestination = sidecars.get(1).measure(plan.schedule());
        Duration steps = atSource.probes().clockSteps();
        if (steps.compareTo(CLOCK_STEP) > 0) {
            LOG.warn("the wall clock was stepped by {} during the run; disruptions may be displaced", steps);
        }
        List<RuleCount> counts = new ArrayList<>(atSource.counts());
        counts.addAll(atDestination.counts());
        return FaultProof.of(
                plan.schedule(),
                new Evidence(
                        length,
                        counts,
                        List.of(
                                ProbeRecord.flow(
                                        Direction.FORWARD, atDestination.probes(), atSource.probes(), start, length),
                                ProbeRecord.flow(
                                        Direction.BACKWARD,
                                        atSource.probes(),
                                        atDestination.probes(),
                                        start,
                                        length))));
    }

    /** Waits until the destination has fetched the mails that the source has sent: they arrive without the source. */
    private void awaitMails() {
        long limit = System.nanoTime() + MAIL_LIMIT.toNanos();
        while (unfetched() > 0) {
            if (System.nanoTime() - limit > 0) {
                LOG.warn("{}: mails of the source were not fetched within {}", plan.name(), MAIL_LIMIT);
                return;
            }
            LockSupport.parkNanos(MAIL_POLL.toNanos());
        }
    }

    /** Returns the number of mails to the destination that it has not fetched; 0 without mail servers. */
    private int unfetched() {
        // The queue comes first: a mail that leaves it meanwhile is then found in the mailbox.
        int queued = source.mailServer().map(MailServerContainer::queueLength).orElse(0);
        int inMailbox =
                destination.mailServer().map(MailServerContainer::mailboxLength).orElse(0);
        return queued + inMailbox;
    }

    /** Removes the containers, even if the testbed is being closed, which interrupts this thread. */
    @Override
    public void close() {
        boolean closing = Thread.interrupted();
        LOG.debug("removing {}{}", plan.name(), closing ? ", which was interrupted" : "");
        sidecars.forEach(FaultSidecar::close);
        source.close();
        destination.close();
    }
}
