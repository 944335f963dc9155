package io.github.restartoracle.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import io.github.restartoracle.mail.internal.account.MailAccounts;
import io.github.restartoracle.mail.internal.smtp.SmtpException;
import io.github.restartoracle.mail.internal.smtp.SmtpOutcome;
import jakarta.activation.DataHandler;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import jakarta.mail.util.ByteArrayDataSource;
import jakarta.xml.ws.BindingProvider;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import org.apache.cxf.Bus;
import org.apache.cxf.bus.extension.ExtensionManagerBus;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A CXF client that sends by mail. */
class MailConduitIT {
    private final GreenMail server = new GreenMail(GreenMailSetup.of(ServerSetup.PROTOCOL_SMTP));
    private final Bus bus = new ExtensionManagerBus();

    @TempDir
    Path spool;

    @BeforeEach
    void start() {
        server.start();
        bus.setExtension(
                Accounts.at(
                        server.getSmtp().getPort(),
                        0,
                        spool,
                        "client@example.org",
                        "recipient-domains",
                        "partner.example"),
                MailAccounts.class);
    }

    @AfterEach
    void stop() {
        bus.shutdown(true);
        server.stop();
    }

    private Notices client(String address, String binding, boolean mtom) {
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setBus(bus);
        factory.setServiceClass(Notices.class);
        factory.setAddress(address);
        factory.setBindingId(binding);
        factory.setProperties(Map.of("mtom-enabled", mtom));
        return (Notices) factory.create();
    }

    private Notices client(String address) {
        return client(address, "http://schemas.xmlsoap.org/wsdl/soap/http", false);
    }

    private static void sendTo(Notices client, String address) {
        ((BindingProvider) client).getRequestContext().put(BindingProvider.ENDPOINT_ADDRESS_PROPERTY, address);
    }

    private MimeMessage only() {
        assertThat(server.getReceivedMessages()).hasSize(1);
        return server.getReceivedMessages()[0];
    }

    @ParameterizedTest
    @ValueSource(strings = {"mailto:server@example.com", "MAILTO:server@example.com", "mailto:server%40example.com"})
    void shouldMailAOneWayMessage(String address) throws Exception {
        client(address).tell("gr\u00fc\u00dfe");

        MimeMessage mail = only();
        assertThat(mail.getHeader("To", ",")).isEqualTo("server@example.com");
        assertThat(mail.getHeader("Return-Path", ",")).isEqualTo("<client@example.org>");
        assertThat(mail.getHeader("SOAPAction", ",")).isEqualTo("\"urn:notices:tell\"");
        assertThat(mail.getContentType()).startsWith("text/xml");
        assertThat(new String(mail.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .contains("gr\u00fc\u00dfe");
    }

    @Test
    void shouldMailSoap12WithItsAction() throws Exception {
        client("mailto:server@example.com", "http://www.w3.org/2003/05/soap/bindings/HTTP/", false)
                .tell("a");

        assertThat(only().getContentType())
                .startsWith("application/soap+xml")
                .contains("action=\"urn:notices:tell\"")
                .contains("charset=\"UTF-8\"");
    }

    @Test
    void shouldMailAttachmentsUnchanged() throws Exception {
        byte[] picture = new byte[300_000];
        new Random(3).nextBytes(picture);

        client("mailto:server@example.com", "http://www.w3.org/2003/05/soap/bindings/HTTP/", true)
                .show(new DataHandler(new ByteArrayDataSource(picture, "image/png")));

        MimeMultipart parts = (MimeMultipart) only().getContent();
        assertThat(parts.getContentType()).contains("action=\\\"urn:notices:show\\\"");
        assertThat(parts.getCount()).isEqualTo(2);
        assertThat(parts.getBodyPart(0).getContentType()).contains("application/xop+xml");
        assertThat(parts.getBodyPart(1).getInputStream().readAllBytes()).isEqualTo(picture);
    }

    @Test
    void shouldTakeTheRecipientAnewFromEachMessage() throws Exception {
        Notices client = client("mailto:server@example.com");
        client.tell("a");
        sendTo(client, "mailto:b@partner.example");
        client.tell("b");
        sendTo(client, "mailto:server@example.com");
        client.tell("c");

        assertThat(server.getReceivedMessages())
                .extracting(mail -> mail.getHeader("To", ","))
                .containsExactlyInAnyOrder("server@example.com", "b@partner.example", "server@example.com");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mailto:victim@elsewhere.example",
                "mailto:client@example.org",
                "mailto:b@partner.example?bcc=c@partner.example",
                "mailto:b@partner.example,c@partner.example",
                "mailto:a%0d%0aBcc:b@partner.example"
            })
    void shouldWriteToNobodyWhoIsNeitherConfiguredNorListed(String address) {
        Notices client = client("mailto:server@example.com");
        sendTo(client, address);

        assertThatThrownBy(() -> client.tell("a"))
                .rootCause()
                .satisfies(cause -> assertThat(cause.toString()).containsAnyOf("may not send", "not a usable"));
        assertThat(server.getReceivedMessages()).isEmpty();
    }

    @Test
    void shouldRefuseACallWhoseResponseWouldHaveNoAddress() {
        Notices client = client("mailto:server@example.com");

        assertThatThrownBy(() -> client.ask("a")).hasStackTraceContaining("org.apache.cxf.ws.addressing.replyto");
        assertThat(server.getReceivedMessages()).isEmpty();
    }

    @Test
    void shouldTellTheCallerThatTheRelayIsDown() {
        Notices client = client("mailto:server@example.com");
        server.stop();

        assertThatThrownBy(() -> client.tell("a")).satisfies(thrown -> {
            Throwable cause = thrown;
            while (cause != null && !(cause instanceof SmtpException)) {
                cause = cause.getCause();
            }
            assertThat(cause)
                    .isInstanceOfSatisfying(
                            SmtpException.class,
                            failure -> assertThat(failure.outcome()).isEqualTo(SmtpOutcome.TEMPORARY));
        });
    }
}
