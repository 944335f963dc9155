package io.github.restartoracle.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.restartoracle.harness.junit.RequiresDocker;
import io.github.restartoracle.harness.testbed.MailServerContainer;
import io.github.restartoracle.harness.testbed.MailServerSettings;
import io.github.restartoracle.harness.testbed.MailService;
import io.github.restartoracle.status.PathStatus;
import io.github.restartoracle.wsrm.RestartOracle;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.apache.cxf.ws.rm.RMManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** 1,000 reliable messages arrive once each while the mail servers between client and service are stopped and started. */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class OutageIT {
    private static final int MESSAGES = 1000;
    /** The number of messages that are sent while a server is stopped. */
    private static final int DURING = 50;

    private static final String CLIENT = "user@example.org";
    private static final String SERVICE = "user@example.com";
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @TempDir
    Path spool;

    /** A service of a mail server that is stopped for some time. */
    private record Outage(String name, Runnable begin, Runnable end) {
        static Outage of(String name, MailServerContainer server, MailService service) {
            return new Outage(name, () -> server.stop(service), () -> server.start(service));
        }

        static Outage of(String name, RestartableGreenMail server, MailService service) {
            return new Outage(name, () -> server.stop(service), () -> server.start(service));
        }
    }

    @Test
    void shouldDeliverEachMessageOnceWhenGreenMailStopsAndStarts() {
        try (RestartableGreenMail server = new RestartableGreenMail(CLIENT, SERVICE);
                MailPair pair = new MailPair(server.mailbox(CLIENT), server.mailbox(SERVICE), spool)) {
            exchange(
                    pair,
                    List.of(Outage.of("SMTP", server, MailService.SMTP), Outage.of("POP3", server, MailService.POP3)));
        }
    }

    @Test
    @RequiresDocker
    void shouldDeliverEachMessageOnceWhenEachPostfixAndDovecotStopsAndStarts() {
        MailServerSettings settings = MailServerSettings.ofPaper()
                .withQueueInterval(Duration.ofSeconds(1))
                .withConnectTimeout(Duration.ofSeconds(2));
        List<MailServerContainer> servers =
                MailServerContainer.startPair(settings, "user", "example.org", "example.com");
        try (MailServerContainer clients = servers.get(0);
                MailServerContainer services = servers.get(1);
                MailPair pair = new MailPair(clients.mailbox("user"), services.mailbox("user"), spool)) {
            exchange(
                    pair,
                    List.of(
                            Outage.of("the client's SMTP", clients, MailService.SMTP),
                            Outage.of("the service's SMTP", services, MailService.SMTP),
                            Outage.of("the service's POP3", services, MailService.POP3),
                            Outage.of("the client's POP3", clients, MailService.POP3)));
            await().atMost(PATIENCE).untilAsserted(() -> {
                servers.forEach(MailServerContainer::flush);
                assertThat(Map.of(
                                "queue of the client's server", clients.queueLength(),
                                "queue of the service's server", services.queueLength(),
                                "mailboxes of the client's server", clients.mailboxLength(),
                                "mailboxes of the service's server", services.mailboxLength()))
                        .allSatisfy((where, mails) -> assertThat(mails)
                                .as(() -> where + "; client's: " + clients.queue() + "; service's: " + services.queue())
                                .isZero());
            });
        }
    }

    private static void exchange(MailPair pair, List<Outage> outages) {
        // One acknowledgement for the messages of a short time, as a service with many clients would have it.
        pair.serverBus.getExtension(RMManager.class).getConfiguration().setAcknowledgementInterval(200L);
        pair.installOracle("exponential-backoff", "3s");
        pair.startServer();
        Notices client = pair.client();
        List<String> told = pair.bean.told;
        List<String> sent = new ArrayList<>();
        int share = MESSAGES / (outages.size() + 1);
        for (Outage outage : outages) {
            send(client, sent, share - DURING);
            await(outage.name).atMost(PATIENCE).until(() -> told.size() > sent.size() - share / 2);
            outage.begin.run();
            long restarts = restarts(pair);
            send(client, sent, DURING);
            // No message sent since then can be acknowledged, since one of the ways is closed.
            await(outage.name).atMost(PATIENCE).until(() -> restarts(pair) > restarts);
            assertThat(pair.unacknowledged()).as(outage.name).isGreaterThanOrEqualTo(DURING);
            outage.end.run();
        }
        send(client, sent, MESSAGES - sent.size());

        await().atMost(PATIENCE).until(() -> told.size() >= MESSAGES);
        await().atMost(PATIENCE).until(pair::everythingAcknowledged);
        assertThat(told).containsExactlyInAnyOrderElementsOf(sent);
    }

    private static void send(Notices client, List<String> sent, int count) {
        for (int i = 0; i < count; i++) {
            String text = "notice " + sent.size();
            client.tell(text);
            sent.add(text);
        }
    }

    private static long restarts(MailPair pair) {
        return Objects.requireNonNull(RestartOracle.of(pair.clientBus)).status().paths().stream()
                .mapToLong(PathStatus::restarts)
                .sum();
    }
}
