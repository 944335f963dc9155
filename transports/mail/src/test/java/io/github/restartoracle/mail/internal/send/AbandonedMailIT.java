package io.github.restartoracle.mail.internal.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.restartoracle.internal.attempt.Attempt;
import io.github.restartoracle.internal.attempt.Phase;
import io.github.restartoracle.mail.Accounts;
import io.github.restartoracle.mail.internal.account.MailAccounts;
import io.github.restartoracle.mail.internal.account.MailAddress;
import io.github.restartoracle.mail.internal.mime.Envelope;
import io.github.restartoracle.mail.internal.mime.SoapPayload;
import io.github.restartoracle.mail.internal.smtp.ScriptedRelay;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.cxf.Bus;
import org.apache.cxf.bus.extension.ExtensionManagerBus;
import org.apache.cxf.io.CachedOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Attempts that are abandoned before the relay has the mail. */
class AbandonedMailIT {
    private static final MailAddress CLIENT = MailAddress.of("client@example.org");

    private final Bus bus = new ExtensionManagerBus();

    @TempDir
    Path spool;

    @AfterEach
    void shutDown() {
        bus.shutdown(true);
    }

    private Attempt send(ScriptedRelay relay, Attempt attempt) throws IOException {
        if (bus.getExtension(MailAccounts.class) == null) {
            bus.setExtension(
                    Accounts.at(relay.port(), 0, spool, CLIENT.toString(), "smtp.connections", "1"),
                    MailAccounts.class);
        }
        CachedOutputStream body = new CachedOutputStream();
        body.write("<e/>".getBytes(StandardCharsets.UTF_8));
        Outbox outbox = Outbox.of(bus);
        outbox.send(new Submission(
                outbox.accounts().all().get(0),
                Envelope.of(CLIENT, MailAddress.of("server@example.com")),
                new SoapPayload("text/xml", null, body),
                attempt,
                null,
                null));
        return attempt;
    }

    @Test
    void shouldNotConnectForAnAttemptThatWasAbandonedBefore() throws IOException {
        try (ScriptedRelay relay = new ScriptedRelay(null, false, List.of(Map.of()))) {
            Attempt abandoned = TestAttempts.attempt();
            abandoned.abandon();
            send(relay, abandoned);
            Attempt next = send(relay, TestAttempts.attempt());

            await().until(() -> next.phase() == Phase.ANSWERED);
            assertThat(relay.connections()).isOne();
            assertThat(relay.mails).hasSize(1);
        }
    }

    @Test
    void shouldMakeRoomForTheNextWhenAnAttemptThatHangsIsAbandoned() throws IOException {
        Map<String, String> hangs = Map.of("GREETING", ScriptedRelay.SILENCE);
        try (ScriptedRelay relay = new ScriptedRelay(null, false, List.of(hangs, Map.of()))) {
            Attempt hanging = send(relay, TestAttempts.attempt());
            await().until(() -> relay.connections() == 1);
            Attempt waiting = send(relay, TestAttempts.attempt());
            Attempt next = send(relay, TestAttempts.attempt());
            waiting.abandon();
            hanging.abandon();

            await().until(() -> next.phase() == Phase.ANSWERED);
            assertThat(hanging.phase()).isEqualTo(Phase.ABANDONED);
            assertThat(relay.mails).hasSize(1);
        }
    }
}
