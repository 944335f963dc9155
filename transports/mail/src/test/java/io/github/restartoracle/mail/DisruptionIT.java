package io.github.restartoracle.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.restartoracle.harness.junit.RequiresDocker;
import io.github.restartoracle.harness.testbed.MailServerContainer;
import io.github.restartoracle.harness.testbed.MailServerSettings;
import io.github.restartoracle.harness.testbed.MailService;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMProperties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A disruption of the path between two Postfixes, with a client that asks its relay to run the queue (ETRN) and, at the same
 * time, with a client that waits. Neither restarts a message. Each sends one message a second.
 */
@RequiresDocker
class DisruptionIT {
    /** The length of the disruption. It is 60 seconds in the paper; the times of ETRN scale with it. */
    private static final int SECONDS = Integer.getInteger("mail.disruption-seconds", 20);

    /**
     * The interval between two queue runs of a relay: 60 seconds in the paper. By default it is twice the disruption, so that
     * the waiting client is slower at any moment of the interval at which the disruption begins.
     */
    private static final Duration INTERVAL = Duration.ofSeconds(Math.max(40, SECONDS));

    private static final Duration PATIENCE = Duration.ofSeconds(120 + 4L * SECONDS);

    @TempDir
    Path spool;

    /** Two Postfixes, a client and a service. */
    private static final class Flow implements AutoCloseable {
        private final List<MailServerContainer> servers;
        private final MailPair pair;
        private final Notices client;
        private final List<Long> sentNanos = new ArrayList<>();
        /** The arrival times by the number in the sequence. */
        private final Map<Long, Long> arrivedNanos = new ConcurrentHashMap<>();

        private final AtomicInteger arrivals = new AtomicInteger();

        Flow(Path spool, String... account) {
            MailServerSettings paper = MailServerSettings.ofPaper();
            servers = MailServerContainer.startPair(
                    new MailServerSettings(
                            INTERVAL,
                            INTERVAL,
                            INTERVAL.multipliedBy(2),
                            Duration.ofSeconds(2),
                            paper.messageSizeLimit()),
                    "user",
                    "example.org",
                    "example.com");
            pair = new MailPair(servers.get(0).mailbox("user"), servers.get(1).mailbox("user"), spool, account);
            pair.serverBus.getInInterceptors().add(new Arrivals());
            pair.installOracle("none", "1m");
            pair.startServer();
            client = pair.client();
        }

        private final class Arrivals extends AbstractPhaseInterceptor<Message> {
            Arrivals() {
                super(Phase.USER_PROTOCOL);
            }

            /** Counts arrivals including copies, which WS-RM filters later. */
            @Override
            public void handleMessage(Message message) {
                RMProperties properties = RMContextUtils.retrieveRMProperties(message, false);
                if (properties != null && properties.getSequence() != null) {
                    arrivals.incrementAndGet();
                    arrivedNanos.putIfAbsent(properties.getSequence().getMessageNumber(), System.nanoTime());
                }
            }
        }

        void send() {
            sentNanos.add(System.nanoTime());
            client.tell("notice " + sentNanos.size());
        }

        boolean everythingArrived() {
            return arrivedNanos.size() == sentNanos.size();
        }

        /** Returns the effective transfer time: from sending to the first arrival, the mean of all messages after the first. */
        double transferSeconds() {
            double sum = 0;
            for (int i = 1; i < sentNanos.size(); i++) {
                sum += (Objects.requireNonNull(arrivedNanos.get(i + 1L)) - sentNanos.get(i)) / 1e9;
            }
            return sum / (sentNanos.size() - 1);
        }

        /** Returns the unnecessary restarts: copies that arrived, for each message. */
        double copies() {
            return (arrivals.get() - sentNanos.size()) / (double) sentNanos.size();
        }

        MailServerContainer service() {
            return servers.get(1);
        }

        @Override
        public void close() {
            pair.close();
            servers.forEach(MailServerContainer::close);
        }
    }

    @Test
    void shouldBeSoonerThanAClientThatWaitsAndSendNoCopies() throws Exception {
        Path one = Files.createDirectory(spool.resolve("one"));
        Path other = Files.createDirectory(spool.resolve("other"));
        String after = Math.max(1, 14 * SECONDS / 60) + "s";
        String interval = Math.max(1, 5 * SECONDS / 60) + "s";
        try (Flow waiting = new Flow(one, "smtp.etrn-after", "never");
                Flow asking = new Flow(other, "smtp.etrn-after", after, "smtp.etrn-interval", interval)) {
            List<Flow> flows = List.of(waiting, asking);
            flows.forEach(Flow::send);
            await().atMost(PATIENCE).until(() -> flows.stream().allMatch(Flow::everythingArrived));

            sendForSeconds(flows, SECONDS / 4);
            flows.forEach(flow -> flow.service().stop(MailService.SMTP));
            sendForSeconds(flows, SECONDS);
            flows.forEach(flow -> flow.service().start(MailService.SMTP));
            sendForSeconds(flows, SECONDS / 4);
            await().atMost(PATIENCE).until(() -> flows.stream().allMatch(Flow::everythingArrived));
            await().atMost(PATIENCE).until(() -> flows.stream().allMatch(flow -> flow.pair.everythingAcknowledged()));

            System.out.printf(
                    Locale.ROOT,
                    "%d s disruption, %d messages: ETT %.2f s with ETRN, %.2f s without; URC %.2f and %.2f%n",
                    SECONDS,
                    waiting.sentNanos.size(),
                    asking.transferSeconds(),
                    waiting.transferSeconds(),
                    asking.copies(),
                    waiting.copies());
            assertThat(asking.transferSeconds()).isLessThan(waiting.transferSeconds());
            assertThat(asking.copies()).isZero();
            assertThat(waiting.copies()).isZero();
        }
    }

    private static void sendForSeconds(List<Flow> flows, int seconds) {
        for (int i = 0; i < seconds; i++) {
            await().pollDelay(Duration.ofSeconds(1)).atMost(PATIENCE).until(() -> true);
            flows.forEach(Flow::send);
        }
    }
}
