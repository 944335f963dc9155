package io.github.restartoracle.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.restartoracle.mail.internal.inbox.InboxView;
import io.github.restartoracle.mail.internal.inbox.Inboxes;
import io.github.restartoracle.mail.internal.inbox.MailOutcome;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.cxf.Bus;
import org.apache.cxf.ws.security.wss4j.WSS4JInInterceptor;
import org.apache.cxf.ws.security.wss4j.WSS4JOutInterceptor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** WS-RM by mail between two sides that accept only signed messages, including the protocol messages of WS-RM. */
class SignedMailIT {
    private final RestartableGreenMail mailServer =
            new RestartableGreenMail("client@example.org", "server@example.com");

    @TempDir
    Path spool;

    @TempDir
    Path keys;

    private MailPair pair;

    @BeforeEach
    void start() {
        pair = new MailPair(mailServer.mailbox("client@example.org"), mailServer.mailbox("server@example.com"), spool);
    }

    @AfterEach
    void stop() {
        pair.close();
        mailServer.close();
    }

    private static void demand(Bus bus, Properties keys) {
        bus.getInInterceptors().add(new WSS4JInInterceptor(Signing.demanded(keys)));
        bus.getInInterceptors().add(Signing.coverage());
    }

    @Test
    void shouldDeliverAndAcknowledgeWhatIsSigned() throws IOException, InterruptedException {
        Properties both = Signing.keys(keys, "both");
        for (Bus bus : new Bus[] {pair.clientBus, pair.serverBus}) {
            demand(bus, both);
            bus.getOutInterceptors().add(new WSS4JOutInterceptor(Signing.made(both)));
        }
        pair.installOracle("fixed", "5s");
        pair.startServer();

        pair.client().tell("signed");

        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(pair.bean.told).containsExactly("signed"));
        await().atMost(Duration.ofSeconds(30)).until(pair::everythingAcknowledged);
    }

    @Test
    void shouldOpenNoSequenceForWhoDoesNotSign() throws IOException, InterruptedException {
        demand(pair.serverBus, Signing.keys(keys, "server"));
        pair.installOracle("fixed", "1s");
        pair.startServer();
        Notices client = pair.client();
        Thread caller = new Thread(() -> client.tell("unsigned"), "caller");
        caller.setDaemon(true);

        caller.start();

        List<InboxView> views = new CopyOnWriteArrayList<>();
        Inboxes.of(pair.serverBus).watch(views::add);
        InboxView inbox = views.get(0);
        await().atMost(Duration.ofSeconds(30))
                .until(() -> inbox.count(MailOutcome.QUAR) + inbox.count(MailOutcome.FAULT) > 0);
        assertThat(pair.bean.told).isEmpty();
        // The message waits for a sequence.
        await().until(() -> pair.unacknowledged() == 1);
        assertThat(inbox.count(MailOutcome.ACCEPT)).isZero();
    }
}
