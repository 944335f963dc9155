package io.github.restartoracle.mail.internal.receive;

import static org.assertj.core.api.Assertions.assertThat;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import io.github.restartoracle.mail.Accounts;
import io.github.restartoracle.mail.GreenMailSetup;
import io.github.restartoracle.mail.internal.account.MailAccounts;
import io.github.restartoracle.mail.internal.account.MailAddress;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.apache.cxf.Bus;
import org.apache.cxf.bus.extension.ExtensionManagerBus;
import org.apache.cxf.message.ExchangeImpl;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageImpl;
import org.apache.cxf.service.model.EndpointInfo;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Answers to the sender of a mail. */
class ReplyTargetIT {
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
                        "service@example.com",
                        "allowed-senders",
                        "client@example.org",
                        "authserv-id",
                        "mx.test"),
                MailAccounts.class);
    }

    @AfterEach
    void stop() {
        bus.shutdown(true);
        server.stop();
    }

    private void answer(String text, boolean partial, boolean empty) throws IOException {
        EndpointInfo endpoint = new EndpointInfo();
        endpoint.setAddress("mailto:service@example.com");
        Message message = new MessageImpl();
        ExchangeImpl exchange = new ExchangeImpl();
        exchange.setOneWay(partial);
        message.setExchange(exchange);
        exchange.setOutMessage(message);
        message.put(Message.PARTIAL_RESPONSE_MESSAGE, partial);
        message.put(Message.EMPTY_PARTIAL_RESPONSE_MESSAGE, empty);
        ReplyTarget target = new ReplyTarget(MailAddress.of("client@example.org"), "<1@example.org>", false);
        try (OutputStream out = ReplyTarget.answer(target, message, bus, endpoint)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
    }

    @Test
    void shouldMailNothingForAnEmptyPartialResponse() throws IOException {
        answer("", true, false);
        answer("<envelope/>", true, true);

        assertThat(server.getReceivedMessages()).isEmpty();
    }

    @Test
    void shouldMailAPartialResponseThatCarriesAnAcknowledgement() throws Exception {
        answer("<acknowledgement/>", true, false);

        assertThat(server.getReceivedMessages()).hasSize(1);
        assertThat(server.getReceivedMessages()[0].getHeader("To", ",")).isEqualTo("client@example.org");
        assertThat(server.getReceivedMessages()[0].getHeader("In-Reply-To", ","))
                .isEqualTo("<1@example.org>");
    }
}
