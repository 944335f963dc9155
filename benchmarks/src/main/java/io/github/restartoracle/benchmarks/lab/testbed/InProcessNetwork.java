package io.github.restartoracle.benchmarks.lab.testbed;

import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import io.github.restartoracle.benchmarks.lab.scenario.Transport;
import io.github.restartoracle.harness.proof.FaultProof;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntSupplier;

/**
 * The network between the two ends of a run in this process. It has no faults before {@link #begin}.
 *
 * @param source the wire of the source
 * @param destination the wire of the destination
 * @param links the link towards the destination, and by mail the link back
 * @param inTransit counts the messages that can still arrive without the source
 * @param end ends everything between the two ends
 */
record InProcessNetwork(
        Wire source, Wire destination, List<ServerLink> links, IntSupplier inTransit, List<Runnable> end)
        implements AutoCloseable {
    private static final Duration SETTLE_POLL = Duration.ofMillis(50);

    /**
     * Creates the network of a scenario.
     *
     * @param spool the directory for files
     * @param seed of random losses of modelled links
     */
    static InProcessNetwork of(Scenario scenario, Path spool, long seed) throws IOException {
        return scenario.transport() == Transport.MAIL ? mail(scenario, spool, seed) : http(scenario, seed);
    }

    private static InProcessNetwork http(Scenario scenario, long seed) throws IOException {
        int port = ServerPorts.next();
        ServerLink link = ServerLink.open(scenario, scenario.faults(), port, seed);
        String target = link.target().getAddress().getHostAddress();
        return new InProcessNetwork(
                HttpWire.of(target, link.target().getPort(), scenario),
                HttpWire.of(ServerLink.host(scenario), port, scenario),
                List.of(link),
                () -> 0, // the source waits for its attempts
                List.of(link.end()));
    }

    /**
     * Creates a mail server for each end, with a queue towards the other and a link between the two: a small copy of the
     * testbed's topology.
     */
    private static InProcessNetwork mail(Scenario scenario, Path spool, long seed) throws IOException {
        String host = ServerLink.host(scenario);
        LocalMailServer source = new LocalMailServer(host, "node@source.test");
        LocalMailServer destination = new LocalMailServer(host, "node@destination.test");
        ServerLink forward = ServerLink.open(
                scenario, scenario.faults(), destination.mailbox().smtpPort(), seed);
        ServerLink backward = ServerLink.open(
                scenario, scenario.faults().turned(), source.mailbox().smtpPort(), ~seed);
        ForwardingQueue there =
                new ForwardingQueue(source, destination.mailbox().address(), forward.target());
        ForwardingQueue back = new ForwardingQueue(destination, source.mailbox().address(), backward.target());
        return new InProcessNetwork(
                new MailWire(source.mailbox(), destination.mailbox().address(), spool.resolve("source")),
                new MailWire(destination.mailbox(), source.mailbox().address(), spool.resolve("destination")),
                List.of(forward, backward),
                () -> there.length() + destination.waiting(),
                List.of(there::close, back::close, forward.end(), backward.end(), source::close, destination::close));
    }

    /** Makes this moment the start of the run, from which the times of the faults count. */
    void begin() {
        links.forEach(link -> link.start().run());
    }

    /** Waits until no message is in transit that can still arrive without the source. */
    void settle(Duration atMost) {
        long endNanos = System.nanoTime() + atMost.toNanos();
        while (inTransit.getAsInt() > 0 && System.nanoTime() - endNanos < 0) {
            LockSupport.parkNanos(SETTLE_POLL.toNanos());
        }
    }

    FaultProof proof() throws IOException {
        return links.get(0).evidence().proof();
    }

    @Override
    public void close() {
        end.forEach(Runnable::run);
    }
}
