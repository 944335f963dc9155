package io.github.restartoracle.mail.smtp;

import io.github.restartoracle.mail.mime.OutgoingMail;
import jakarta.mail.Session;
import java.io.IOException;
import java.io.OutputStream;
import org.eclipse.angus.mail.smtp.SMTPMessage;
import org.jspecify.annotations.Nullable;

/** A complete mail for Angus, which neither changes nor looks into it. */
final class RenderedMessage extends SMTPMessage {
    private final OutgoingMail mail;

    RenderedMessage(Session session, OutgoingMail mail) {
        super(session);
        this.mail = mail;
        saved = true;
    }

    @Override
    public String getSubject() {
        return "";
    }

    @Override
    public void writeTo(OutputStream out, String @Nullable [] ignored) throws IOException {
        mail.writeTo(out);
    }
}
