package io.github.restartoracle.mail.internal.smtp;

import io.github.restartoracle.mail.internal.account.Login;
import io.github.restartoracle.mail.internal.account.MailAddress;
import io.github.restartoracle.mail.internal.account.MailServer;
import io.github.restartoracle.mail.internal.account.SmtpRelay;
import io.github.restartoracle.mail.internal.account.TlsMode;
import io.github.restartoracle.mail.internal.mime.Envelope;
import io.github.restartoracle.mail.internal.mime.MailComposer;
import io.github.restartoracle.mail.internal.mime.OutgoingMail;
import io.github.restartoracle.mail.internal.mime.SoapPayload;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import org.apache.cxf.io.CachedOutputStream;
import org.jspecify.annotations.Nullable;

/** Relays and mails for tests. */
final class Relays {
    /** Longer than any step takes on a busy machine. */
    static final Duration PATIENCE = Duration.ofSeconds(60);

    static final MailAddress SENDER = MailAddress.of("client@example.org");
    private static final MailAddress RECIPIENT = MailAddress.of("server@example.com");

    private Relays() {}

    /** Returns a relay with long timeouts. */
    static SmtpRelay at(int port) {
        return at(port, TlsMode.NONE, null, null, PATIENCE, PATIENCE);
    }

    static SmtpRelay at(
            int port,
            TlsMode tls,
            @Nullable SSLContext trust,
            @Nullable Login login,
            Duration readTimeout,
            Duration deadline) {
        MailServer server =
                new MailServer("localhost", port, tls, trust, login, true, PATIENCE, readTimeout, PATIENCE, deadline);
        return new SmtpRelay(
                server,
                null,
                1,
                Duration.ofMinutes(1),
                1000,
                "example.org",
                false,
                true,
                false,
                null,
                Duration.ofSeconds(5));
    }

    static OutgoingMail mail(int bodyBytes) throws IOException {
        CachedOutputStream body = new CachedOutputStream();
        body.write(("<e>" + "x".repeat(bodyBytes) + "</e>").getBytes(StandardCharsets.UTF_8));
        return new MailComposer(false, 64 << 20, Clock.systemUTC())
                .compose(Envelope.of(SENDER, RECIPIENT), new SoapPayload("text/xml", "\"urn:a\"", body));
    }
}
