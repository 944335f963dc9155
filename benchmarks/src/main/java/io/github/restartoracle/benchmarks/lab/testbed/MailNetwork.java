package io.github.restartoracle.benchmarks.lab.testbed;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import io.github.restartoracle.benchmarks.lab.node.Wire;
import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import io.github.restartoracle.harness.proof.FaultProof;
import io.github.restartoracle.harness.testbed.Mailbox;
import io.github.restartoracle.time.NanoClock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * A mail server for each end, with a queue towards the other and a link between the two: a small copy of the testbed's
 * topology. The interval of polls is the paper's. The queue is run more often than the paper's, whose interval of minutes is
 * too long for a demonstration.
 */
final class MailNetwork implements InProcessNetwork {
    private static final Duration POLL = Duration.ofSeconds(6);
    private static final Duration QUEUE_INTERVAL = Duration.ofSeconds(10);
    private static final Duration SETTLE_POLL = Duration.ofMillis(50);
    private static final String PASSWORD = "no-secret";

    private final Path spool;
    private final Side source;
    private final Side destination;
    private final ServerLink forward;
    private final ServerLink backward;
    private final ForwardingQueue there;
    private final ForwardingQueue back;

    MailNetwork(Scenario scenario, ServerLink.Kind links, Path spool, long seed) throws IOException {
        this.spool = spool;
        source = new Side("source", links.host());
        destination = new Side("destination", links.host());
        forward = links.open(scenario.faults(), scenario.link(), destination.smtpPort(), seed);
        backward = links.open(scenario.faults().turned(), scenario.link(), source.smtpPort(), ~seed);
        there = new ForwardingQueue(source.server, destination.address, forward.target(), QUEUE_INTERVAL);
        back = new ForwardingQueue(destination.server, source.address, backward.target(), QUEUE_INTERVAL);
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
        forward.start().run();
        backward.start().run();
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
    public FaultProof proof() throws IOException {
        return forward.evidence().proof();
    }

    @Override
    public void close() {
        there.close();
        back.close();
        forward.end().run();
        backward.end().run();
        source.server.stop();
        destination.server.stop();
    }

    /** The server of an end, with one account. */
    private static final class Side {
        final GreenMail server;
        final String address;

        Side(String name, String host) {
            server = new GreenMail(new ServerSetup[] {
                new ServerSetup(0, host, ServerSetup.PROTOCOL_SMTP), new ServerSetup(0, host, ServerSetup.PROTOCOL_POP3)
            });
            address = "node@" + name + ".test";
            server.start();
            server.setUser(address, address, PASSWORD);
        }

        int smtpPort() {
            return server.getSmtp().getPort();
        }

        Mailbox mailbox() {
            return new Mailbox(
                    address,
                    address,
                    PASSWORD,
                    "127.0.0.1",
                    smtpPort(),
                    server.getPop3().getPort());
        }

        int waiting() {
            return ForwardingQueue.inbox(server, address).getMessageCount();
        }
    }
}
