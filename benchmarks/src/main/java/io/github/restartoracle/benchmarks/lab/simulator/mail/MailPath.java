package io.github.restartoracle.benchmarks.lab.simulator.mail;

import io.github.restartoracle.benchmarks.lab.simulator.net.KeyedRandom;
import io.github.restartoracle.benchmarks.lab.simulator.net.SimulatedLink;
import io.github.restartoracle.benchmarks.lab.simulator.net.VirtualTime;
import io.github.restartoracle.benchmarks.lab.simulator.tcp.Network;
import io.github.restartoracle.benchmarks.lab.simulator.tcp.TcpSettings;
import io.github.restartoracle.harness.fault.Link;
import java.time.Duration;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * The path from one end to the other by mail: the SMTP server of the sender, the server of the receiver, and a mailbox that is
 * emptied at regular times.
 *
 * <p>Not thread-safe; confined to one simulation.
 */
public final class MailPath {
    private final VirtualTime time;
    private final SimulatedMailSettings settings;
    private final SimulatedMailServer server;
    private final PeriodicEvents polls;

    /**
     * Creates a path on which no mail was sent yet.
     *
     * @param time the clock of the simulation
     * @param network the servers' network
     * @param settings of both servers
     * @param mailBytes the size of a mail, 1 or more
     * @param fromSource true for the path from the source to the destination
     * @param key decides the times at which queues are run and mailboxes emptied
     * @param quietUntilNanos the time until which no mail is sent that is not scheduled as an event
     */
    public MailPath(
            VirtualTime time,
            Network network,
            SimulatedMailSettings settings,
            int mailBytes,
            boolean fromSource,
            long key,
            LongSupplier quietUntilNanos) {
        this.time = time;
        this.settings = settings;
        this.server = new SimulatedMailServer(
                time, network, settings, mailBytes, fromSource, KeyedRandom.of(key, 0), quietUntilNanos);
        this.polls = PeriodicEvents.of(settings.poll(), KeyedRandom.of(key, 1));
    }

    /**
     * Returns the least time that a mail takes from its server to the other.
     *
     * @param link without faults
     * @param tcp the settings of TCP on both machines
     * @param mailBytes the size of a mail, 1 or more
     * @return from the first packet of the session until the other server has all of the mail
     */
    public static Duration leastDelivery(Link link, TcpSettings tcp, int mailBytes) {
        VirtualTime time = new VirtualTime();
        Network network = new Network(time, SimulatedLink.ideal(link), tcp);
        return Duration.ofNanos(SimulatedMailServer.deliveryNanos(time, network, mailBytes));
    }

    /**
     * Sends a mail.
     *
     * @param key of the mail; its random numbers depend on it
     * @param read receives the time when the other end has read it; again if it was delivered twice
     */
    public void send(long key, LongConsumer read) {
        Mail mail = new Mail(key, now -> {
            long readNanos = nextPollNanos(now) + settings.reading().toNanos();
            time.at(readNanos, read::accept);
        });
        time.at(time.nowNanos() + settings.submission().toNanos(), now -> server.submit(mail));
    }

    /**
     * Returns the time at which the mailbox of this path is emptied next.
     *
     * @param notBeforeNanos a time
     * @return the first poll that is not before it
     */
    public long nextPollNanos(long notBeforeNanos) {
        return polls.next(notBeforeNanos);
    }
}
