package io.github.restartoracle.benchmarks.lab.simulator.mail;

import io.github.restartoracle.benchmarks.lab.simulator.net.KeyedRandom;
import io.github.restartoracle.benchmarks.lab.simulator.net.SimulatedLink;
import io.github.restartoracle.benchmarks.lab.simulator.net.VirtualTime;
import io.github.restartoracle.benchmarks.lab.simulator.tcp.ConversationListener;
import io.github.restartoracle.benchmarks.lab.simulator.tcp.Dialogue;
import io.github.restartoracle.benchmarks.lab.simulator.tcp.Dialogue.Turn;
import io.github.restartoracle.benchmarks.lab.simulator.tcp.Network;
import io.github.restartoracle.benchmarks.lab.simulator.tcp.TcpSettings;
import io.github.restartoracle.harness.fault.Link;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * The path from one end to the other by mail: the SMTP server of the sender with its queue, after Postfix, the server of the
 * receiver, and a mailbox that is emptied at regular times.
 *
 * <p>A mail is tried at once. If it could not be delivered it is deferred, and tried again when the queue is run. If as many
 * deliveries in a row as were allowed at once could not reach a server, no delivery to it is tried for a while, and all its
 * mail is deferred. Each delivery has one connection.
 *
 * <p>Left out: the time-outs of SMTP commands, which are longer than the faults here; mail that is too old; other destinations.
 *
 * <p>Not thread-safe; confined to one simulation.
 */
public final class MailPath {
    private static final int BODY = 5;
    private static final int ACCEPTED = 6;

    private final VirtualTime time;
    private final Network network;
    private final SimulatedMailSettings settings;
    private final Dialogue session;
    private final boolean fromSource;
    private final PeriodicEvents queueRuns;
    private final PeriodicEvents polls;
    private final Deque<Mail> active = new ArrayDeque<>();
    private final List<Mail> deferred = new ArrayList<>();
    private int busy;
    private int concurrency;
    private double failedCohorts;
    private long deadUntilNanos;
    private boolean runScheduled;

    /**
     * Creates a path on which no mail was sent yet.
     *
     * @param time the clock of the simulation
     * @param network the servers' network
     * @param settings of both servers
     * @param mailBytes the size of a mail, 1 or more
     * @param fromSource true for the path from the source to the destination
     * @param key decides the times at which queues are run and mailboxes emptied
     */
    public MailPath(
            VirtualTime time,
            Network network,
            SimulatedMailSettings settings,
            int mailBytes,
            boolean fromSource,
            long key) {
        this.time = time;
        this.network = network;
        this.settings = settings;
        this.session = session(mailBytes);
        this.fromSource = fromSource;
        this.concurrency = settings.initialConcurrency();
        this.queueRuns = PeriodicEvents.of(settings.queueRun(), KeyedRandom.of(key, 0));
        this.polls = PeriodicEvents.of(settings.poll(), KeyedRandom.of(key, 1));
    }

    /** Returns the dialogue of a session: greeting, EHLO, MAIL with RCPT and DATA in one packet (RFC 2920), the mail, QUIT. */
    private static Dialogue session(int mailBytes) {
        return new Dialogue(List.of(
                new Turn(false, 60, Duration.ZERO),
                new Turn(true, 25, Duration.ZERO),
                new Turn(false, 180, Duration.ZERO),
                new Turn(true, 110, Duration.ZERO),
                new Turn(false, 70, Duration.ZERO),
                new Turn(true, mailBytes, Duration.ZERO),
                new Turn(false, 40, Duration.ZERO),
                new Turn(true, 6, Duration.ZERO),
                new Turn(false, 15, Duration.ZERO)));
    }

    /**
     * {@return the least time from the first packet of a session until the other server has all of the mail}
     *
     * @param link without faults
     * @param tcp the settings of TCP on both machines
     * @param mailBytes the size of a mail, 1 or more
     */
    public static Duration leastDelivery(Link link, TcpSettings tcp, int mailBytes) {
        VirtualTime time = new VirtualTime();
        long[] delivered = {0};
        Network network = new Network(time, SimulatedLink.ideal(link), tcp);
        network.open(session(mailBytes), true, 0, new ConversationListener() {
            @Override
            public void turnHeard(int turn, long nowNanos) {
                if (turn == BODY) {
                    delivered[0] = nowNanos;
                }
            }

            @Override
            public void failed(long nowNanos) {
                throw new IllegalStateException("a session failed on an ideal link");
            }
        });
        time.run();
        return Duration.ofNanos(delivered[0]);
    }

    /**
     * Sends a mail.
     *
     * @param key of the mail; its random numbers depend on it
     * @param read receives the time when the other end has read it; again if it was delivered twice
     */
    public void send(long key, LongConsumer read) {
        time.at(time.nowNanos() + settings.submission().toNanos(), now -> {
            enter(new Mail(key, read));
            deliver();
        });
    }

    /** Returns the time of the first poll of the mailbox that is not before a time. */
    long nextPollNanos(long notBeforeNanos) {
        return polls.next(notBeforeNanos);
    }

    private void enter(Mail mail) {
        if (time.nowNanos() < deadUntilNanos) {
            defer(mail);
        } else {
            active.add(mail);
        }
    }

    private void deliver() {
        while (busy < concurrency && !active.isEmpty()) {
            busy++;
            active.remove().attempt();
        }
    }

    private void defer(Mail mail) {
        mail.retryNanos = time.nowNanos() + mail.backoffNanos();
        deferred.add(mail);
        scheduleRun();
    }

    private void scheduleRun() {
        if (!runScheduled) {
            runScheduled = true;
            time.at(queueRuns.next(time.nowNanos() + 1), this::runQueue);
        }
    }

    private void runQueue(long nowNanos) {
        runScheduled = false;
        List<Mail> due = new ArrayList<>();
        deferred.removeIf(mail -> mail.retryNanos <= nowNanos && due.add(mail));
        due.forEach(this::enter);
        if (!deferred.isEmpty()) {
            scheduleRun();
        }
        deliver();
    }

    private void succeeded() {
        failedCohorts = 0;
        concurrency = Math.min(settings.maxConcurrency(), busy >= concurrency ? concurrency + 1 : concurrency);
        busy--;
        deliver();
    }

    private void failed(Mail mail, long nowNanos) {
        busy--;
        failedCohorts += 1.0 / concurrency;
        if (failedCohorts >= 1) {
            failedCohorts = 0;
            concurrency = settings.initialConcurrency();
            deadUntilNanos = nowNanos + settings.minBackoff().toNanos();
            while (!active.isEmpty()) {
                defer(active.remove());
            }
        }
        defer(mail);
        deliver();
    }

    /** A mail, and the session of its present try. */
    private final class Mail implements ConversationListener {
        private final long key;
        private final LongConsumer reader;
        private final long queuedNanos = time.nowNanos();
        private long retryNanos;
        private int tries;
        private boolean done;

        Mail(long key, LongConsumer reader) {
            this.key = key;
            this.reader = reader;
        }

        /** Begins a session. Each has its own random numbers. */
        void attempt() {
            network.open(session, fromSource, KeyedRandom.of(key, ++tries), this);
        }

        /** {@return the time until the next try: the age of the mail, within bounds} */
        long backoffNanos() {
            long age = time.nowNanos() - queuedNanos;
            return Math.min(
                    settings.maxBackoff().toNanos(),
                    Math.max(settings.minBackoff().toNanos(), age));
        }

        @Override
        public void turnHeard(int turn, long nowNanos) {
            if (turn == BODY) {
                // The reader is told twice if the first server did not receive the confirmation of the other.
                long readNanos = nextPollNanos(nowNanos) + settings.reading().toNanos();
                time.at(readNanos, reader);
            } else if (turn == ACCEPTED) {
                done = true;
                succeeded();
            }
        }

        @Override
        public void failed(long nowNanos) {
            if (!done) {
                MailPath.this.failed(this, nowNanos);
            }
        }
    }
}
