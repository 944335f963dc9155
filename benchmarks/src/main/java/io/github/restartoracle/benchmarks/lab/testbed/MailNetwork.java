package io.github.restartoracle.benchmarks.lab.testbed;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import io.github.restartoracle.benchmarks.lab.node.Wire;
import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import io.github.restartoracle.harness.fault.FaultSchedule;
import io.github.restartoracle.harness.inject.InProcessLink;
import io.github.restartoracle.harness.proof.FaultProof;
import io.github.restartoracle.harness.testbed.Mailbox;
import io.github.restartoracle.time.NanoClock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * A mail server for each end, with a queue towards the other and a modelled link between the two: the topology of the
 * testbed in small. The interval of polls is the paper's; the queue is quicker than the paper's, whose minutes a
 * demonstration does not have.
 */
final class MailNetwork implements InProcessNetwork {
    private static final Duration POLL = Duration.ofSeconds(6);
    private static final Duration QUEUE_INTERVAL = Duration.ofSeconds(10);
    private static final Duration SETTLE_POLL = Duration.ofMillis(50);
    private static final String PASSWORD = "no-secret";

    private final Path spool;
    private final Side source;
    private final Side destination;
    private final InProcessLink forward;
    private final InProcessLink backward;
    private final ForwardingQueue there;
    private final ForwardingQueue back;

    MailNetwork(Scenario scenario, Path spool, long seed) throws IOException {
        this.spool = spool;
        source = new Side("source");
        destination = new Side("destination");
        forward = link(destination, scenario.faults(), scenario, seed);
        backward = link(source, scenario.faults().turned(), scenario, ~seed);
        there = new ForwardingQueue(source.server, destination.address, forward.address(), QUEUE_INTERVAL);
        back = new ForwardingQueue(destination.server, source.address, backward.address(), QUEUE_INTERVAL);
    }

    private static InProcessLink link(Side to, FaultSchedule faults, Scenario scenario, long seed) throws IOException {
        return InProcessLink.open(
                InProcessLink.Settings.to("127.0.0.1", to.server.getSmtp().getPort())
                        .with(faults)
                        .with(scenario.link())
                        .withSeed(seed));
    }

    @Override
    public Wire source() {
        return Wire.mail(source.mailbox(), destination.address, POLL, spool.resolve("source"));
    }

    @Override
    public Wire destination() {
        return Wire.mail(destination.mailbox(), source.address, POLL, spool.resolve("destination"));
    }

    @Override
    public void begin() {
        forward.begin();
        backward.begin();
    }

    @Override
    public void settle(Duration atMost) {
        NanoClock clock = NanoClock.system();
        long endNanos = clock.nanoTime() + atMost.toNanos();
        while (there.length() + destination.waiting() > 0 && clock.nanoTime() - endNanos < 0) {
            LockSupport.parkNanos(SETTLE_POLL.toNanos());
        }
    }

    @Override
    public FaultProof proof() {
        return forward.proof();
    }

    @Override
    public void close() {
        there.close();
        back.close();
        forward.close();
        backward.close();
        source.server.stop();
        destination.server.stop();
    }

    /** The server of an end, with one account. */
    private static final class Side {
        final GreenMail server = new GreenMail(new ServerSetup[] {
            new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP),
            new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_POP3)
        });
        final String address;

        Side(String name) {
            address = "node@" + name + ".test";
            server.start();
            server.setUser(address, address, PASSWORD);
        }

        Mailbox mailbox() {
            return new Mailbox(
                    address,
                    address,
                    PASSWORD,
                    "127.0.0.1",
                    server.getSmtp().getPort(),
                    server.getPop3().getPort());
        }

        int waiting() {
            return ForwardingQueue.inbox(server, address).getMessageCount();
        }
    }
}
