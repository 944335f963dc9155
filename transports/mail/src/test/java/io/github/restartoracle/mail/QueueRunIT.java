package io.github.restartoracle.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.restartoracle.harness.junit.RequiresDocker;
import io.github.restartoracle.harness.testbed.MailServerContainer;
import io.github.restartoracle.harness.testbed.MailServerSettings;
import io.github.restartoracle.harness.testbed.MailService;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A Postfix whose own queue interval is longer than this test, and which is asked to run its queue (ETRN). */
@RequiresDocker
class QueueRunIT {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final MailServerSettings LAZY = MailServerSettings.ofPaper()
            .withQueueInterval(Duration.ofHours(1))
            .withConnectTimeout(Duration.ofSeconds(2));

    @TempDir
    Path spool;

    @Test
    void shouldBringMailsThroughThatWaitInTheQueueOfTheOwnRelay() {
        List<MailServerContainer> servers = MailServerContainer.startPair(LAZY, "user", "example.org", "example.com");
        try (MailServerContainer clients = servers.get(0);
                MailServerContainer services = servers.get(1);
                MailPair pair = new MailPair(
                        clients.mailbox("user"),
                        services.mailbox("user"),
                        spool,
                        "smtp.etrn-after",
                        "2s",
                        "smtp.etrn-interval",
                        "1s")) {
            pair.installOracle("none", "1m");
            pair.startServer();
            Notices client = pair.client();
            List<String> sent = new ArrayList<>();
            tell(client, sent, 1);
            await().atMost(PATIENCE).until(() -> pair.bean.told.size() == 1);

            services.stop(MailService.SMTP);
            tell(client, sent, 10);
            // Postfix delays further attempts to a server that it could not reach.
            await().atMost(PATIENCE).until(() -> clients.queue().contains("temporarily suspended"));
            services.start(MailService.SMTP);
            tell(client, sent, 1);

            await().atMost(PATIENCE).until(() -> pair.bean.told.size() == sent.size());
            assertThat(pair.bean.told).containsExactlyInAnyOrderElementsOf(sent);
            await().atMost(PATIENCE).until(pair::everythingAcknowledged);
            assertThat(clients.queueLength()).isZero();
        }
    }

    private static void tell(Notices client, List<String> sent, int count) {
        for (int i = 0; i < count; i++) {
            String text = "notice " + sent.size();
            client.tell(text);
            sent.add(text);
        }
    }
}
