package io.github.restartoracle.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.icegreen.greenmail.store.StoredMessage;
import io.github.restartoracle.mail.internal.smtp.ScriptedRelay;
import io.github.restartoracle.wsrm.RestartOracle;
import io.github.restartoracle.wsrm.event.GivenUpMessage;
import jakarta.mail.Session;
import jakarta.mail.internet.MimeMessage;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import org.apache.cxf.endpoint.Server;
import org.awaitility.core.ConditionFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reliable messages whose mails are refused for good, or are returned. */
class UndeliverableIT {
    private static final String CLIENT = "client@example.org";
    private static final String SERVER = "server@example.com";

    private final RestartableGreenMail mailServer = new RestartableGreenMail(CLIENT, SERVER);

    @TempDir
    Path spool;

    private MailPair pair;

    @BeforeEach
    void start() {
        pair = new MailPair(mailServer.mailbox(CLIENT), mailServer.mailbox(SERVER), spool);
    }

    @AfterEach
    void stop() {
        pair.close();
        mailServer.close();
    }

    /** Waits 30 s at most: on a busy machine the first test of a cold process is slow. */
    private static ConditionFactory eventually() {
        return await().atMost(Duration.ofSeconds(30));
    }

    private RestartOracle oracle() {
        return Objects.requireNonNull(RestartOracle.of(pair.clientBus));
    }

    private static MimeMessage mail(String text) throws Exception {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        return new MimeMessage(Session.getInstance(new Properties()), new ByteArrayInputStream(bytes));
    }

    private int waitingFor(String address) throws Exception {
        return mailServer.mails().getInbox(mailServer.user(address)).getMessageCount();
    }

    /**
     * Returns the Message-ID of the mail with the message of the application; mails of WS-RM itself may be in the mailbox too.
     */
    private @Nullable String idOfMessage() throws Exception {
        for (StoredMessage mail :
                mailServer.mails().getInbox(mailServer.user(SERVER)).getMessages()) {
            if ("\"urn:notices:tell\"".equals(mail.getMimeMessage().getHeader("SOAPAction", ","))) {
                return mail.getMimeMessage().getMessageID();
            }
        }
        return null;
    }

    /** Puts a report (RFC 3464) on a mail into the client's mailbox. */
    private void report(String action, String status, String envelopeId, String messageId) throws Exception {
        mailServer
                .user(CLIENT)
                .deliver(mail(String.join(
                        "\r\n",
                        "From: MAILER-DAEMON@relay.example",
                        "To: " + CLIENT,
                        "Message-ID: <" + System.nanoTime() + "@relay.example>",
                        "MIME-Version: 1.0",
                        "Content-Type: multipart/report; report-type=delivery-status; boundary=\"b\"",
                        "",
                        "--b",
                        "Content-Type: text/plain",
                        "",
                        "It could not be delivered.",
                        "--b",
                        "Content-Type: message/delivery-status",
                        "",
                        "Reporting-MTA: dns; relay.example",
                        envelopeId.isEmpty() ? "X-No-Envid: 1" : "Original-Envelope-Id: " + envelopeId,
                        "",
                        "Final-Recipient: rfc822; " + SERVER,
                        "Action: " + action,
                        "Status: " + status,
                        "",
                        "--b",
                        "Content-Type: text/rfc822-headers",
                        "",
                        "Message-ID: " + messageId,
                        "",
                        "--b--",
                        "")));
        eventually().until(() -> waitingFor(CLIENT) == 0);
    }

    @Test
    void shouldEndTheMessageWhoseMailComesBackAndNoOther() throws Exception {
        pair.installOracle("fixed", "60s");
        Server server = pair.startServer();
        Notices client = pair.client();
        client.tell("arrives");
        eventually().until(() -> pair.bean.told.size() == 1);
        eventually().until(pair::everythingAcknowledged);
        eventually().until(() -> waitingFor(SERVER) == 0);
        server.stop();
        client.tell("comes back");
        String messageId = eventually().until(this::idOfMessage, Objects::nonNull);
        String unknown = "0".repeat(32);

        report("failed", "5.1.1", unknown, messageId);
        report("failed", "5.1.1", "", "<" + unknown + "@example.org>");
        report("delayed", "4.4.1", "", messageId);
        assertThat(oracle().givenUp()).isEmpty();

        report("failed", "5.1.1", "", messageId);
        eventually().until(() -> !oracle().givenUp().isEmpty());
        GivenUpMessage givenUp = oracle().givenUp().get(0);
        assertThat(givenUp.id().number()).isEqualTo(2);
        assertThat(givenUp.reason()).isEqualTo("the mail was returned as undeliverable: 5.1.1");
        assertThat(oracle().backlog().unacknowledged()).isOne();
    }

    @Test
    void shouldEndTheMessageWhoseRecipientTheRelayRefuses() throws Exception {
        // The first connection takes the mail that asks for a sequence; this test delivers it.
        Map<String, String> takesOne = Map.of("DOT", "250 2.0.0 queued\n" + ScriptedRelay.CLOSE);
        Map<String, String> refuses = Map.of("RCPT", "550 5.1.1 no such user");
        try (ScriptedRelay relay = new ScriptedRelay(null, false, List.of(takesOne, refuses))) {
            pair.relayOfClient(relay.port());
            pair.installOracle("fixed", "60s");
            pair.startServer();
            pair.client().tell("refused");
            eventually().until(() -> relay.mails.size() == 1);
            mailServer.user(SERVER).deliver(mail("Return-Path: <" + CLIENT + ">\r\n" + relay.mails.get(0)));

            eventually().until(() -> !oracle().givenUp().isEmpty());
            assertThat(oracle().givenUp())
                    .singleElement()
                    .extracting(GivenUpMessage::reason)
                    .asString()
                    .startsWith("it was refused for good")
                    .contains("550 5.1.1 no such user");
            assertThat(relay.commands)
                    .filteredOn(line -> line.startsWith("RCPT"))
                    .hasSize(2);
            assertThat(pair.bean.told).isEmpty();
        }
    }
}
