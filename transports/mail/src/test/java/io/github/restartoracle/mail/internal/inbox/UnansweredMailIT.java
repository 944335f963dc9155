package io.github.restartoracle.mail.internal.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.cxf.ws.addressing.ContextUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Calls by mail without WS-RM, in a JVM with and without the property that CXF needs for their answers. */
class UnansweredMailIT {
    private static final String PROPERTY = ContextUtils.WS_ADDRESSING_DECOUPLED_ENABLED_PROPERTY;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir
    Path spool;

    private List<String> reasons() throws IOException {
        List<String> reasons = new ArrayList<>();
        try (Stream<Path> files = Files.walk(spool)) {
            for (Path file : files.toList()) {
                if (file.toString().endsWith(".reason")) {
                    reasons.add(Files.readString(file));
                }
            }
        }
        return reasons;
    }

    @Test
    void shouldKeepACallThatCxfDoesNotAnswerAndNameTheProperty() throws IOException {
        try (HostileService service = new HostileService(spool)) {
            String call = Mails.soap(RmMails.usual().price(RmMails.reference("wsa:ReplyTo", RmMails.FRIEND)));

            // The service restores the former value of the JVM.
            System.clearProperty(PROPERTY);
            service.mailbox.add(Mails.bytes(call));
            await().atMost(PATIENCE).until(() -> service.mailbox.mails.isEmpty());
            assertThat(service.inbox().count(MailOutcome.QUAR)).isEqualTo(1);
            assertThat(service.inbox().count(MailOutcome.FAULT)).isZero();
            assertThat(reasons()).singleElement().asString().contains("-D" + PROPERTY + "=true");
            assertThat(service.sent()).isEmpty();

            System.setProperty(PROPERTY, "true");
            service.mailbox.add(
                    Mails.bytes(Mails.soap(RmMails.usual().price(RmMails.reference("wsa:ReplyTo", RmMails.FRIEND)))));
            await().atMost(PATIENCE).until(() -> !service.sent().isEmpty());
            assertThat(service.sent()).singleElement().asString().contains("price of " + Mails.SECRET);
            assertThat(service.recipients()).containsExactly(RmMails.FRIEND.substring("mailto:".length()));
        }
    }
}
