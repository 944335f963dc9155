package io.github.restartoracle.mail.internal.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.restartoracle.mail.internal.account.MailAccounts;
import io.github.restartoracle.mail.internal.smtp.ScriptedRelay;
import io.github.restartoracle.settings.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.cxf.Bus;
import org.apache.cxf.bus.CXFBusFactory;
import org.apache.cxf.ws.addressing.ContextUtils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The mail of a service to the ReplyTo of a request. */
class ResponseIT {
    private static final String GUARD = ContextUtils.ALLOWED_DECOUPLED_DEST_SCHEMES_PROPERTY;
    private static final String ENABLED = "org.apache.cxf.ws.addressing.decoupled.enabled";

    private final ScriptedPop3 mailbox = new ScriptedPop3();
    private final ScriptedRelay relay = new ScriptedRelay(null, false, List.of(Map.of()));
    private final Bus bus = new CXFBusFactory().createBus();

    @TempDir
    Path spool;

    ResponseIT() throws IOException {}

    @BeforeEach
    void start() {
        System.setProperty(GUARD, "mailto:");
        // Without WS-RM, CXF needs this property as well.
        System.setProperty(ENABLED, "true");
        Settings settings = Settings.of(Map.ofEntries(
                Map.entry("mail.address", Mails.SERVICE),
                Map.entry("mail.recipient-domains", "a.test"),
                Map.entry("mail.spool-directory", spool.toString()),
                Map.entry("mail.smtp.host", "localhost"),
                Map.entry("mail.smtp.port", Integer.toString(relay.port())),
                Map.entry("mail.smtp.tls", "none"),
                Map.entry("mail.pop3.host", "localhost"),
                Map.entry("mail.pop3.port", Integer.toString(mailbox.port())),
                Map.entry("mail.pop3.tls", "none"),
                Map.entry("mail.pop3.user", "orders"),
                Map.entry("mail.pop3.password", "orders"),
                Map.entry("mail.pop3.plaintext-login", "true"),
                Map.entry("mail.pop3.poll-interval", "100ms")));
        bus.setExtension(MailAccounts.from(settings), MailAccounts.class);
    }

    @AfterEach
    void stop() throws IOException {
        bus.shutdown(true);
        relay.close();
        mailbox.close();
        System.clearProperty(GUARD);
        System.clearProperty(ENABLED);
    }

    @Test
    void shouldRelateBothTheMessagesAndTheMails() {
        String request = Mails.envelope("<wsa:To>mailto:" + Mails.SERVICE + "</wsa:To><wsa:ReplyTo><wsa:Address>"
                        + "mailto:alice@a.test</wsa:Address></wsa:ReplyTo>")
                .replace("Orders/put", "Orders/price")
                .replace("o:put", "o:price");
        String mail = Mails.soap(request);
        mailbox.add(Mails.bytes(mail));
        try (OrdersService service = new OrdersService(bus, Mails.SERVICE)) {
            await().atMost(Duration.ofSeconds(30)).until(() -> !relay.mails.isEmpty());
            assertThat(service.bean.delivered).hasSize(1);
        }
        String messageId = mail.replaceAll("(?s).*Message-ID: (\\S+).*", "$1");
        assertThat(relay.mails).singleElement().asString().contains("To: alice@a.test", "In-Reply-To: " + messageId);
    }
}
