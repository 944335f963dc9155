package io.github.restartoracle.mail.smtp;

import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.URLName;
import java.io.IOException;
import java.io.OutputStream;
import java.util.function.Consumer;
import org.eclipse.angus.mail.smtp.SMTPTransport;
import org.jspecify.annotations.Nullable;

/**
 * Angus's SMTP that tells its stage and keeps the reply that decided it. Angus follows a refused command with RSET, whose
 * reply or failure would hide the one that matters.
 */
final class StagedTransport extends SMTPTransport {
    private final RelaySocket socket;
    private SmtpStage stage = SmtpStage.GREETING;
    private @Nullable Reply reply;
    private boolean resetting;
    private boolean secured;
    private Consumer<SmtpStage> listener = ignored -> {};

    StagedTransport(Session session, URLName relay, RelaySocket socket) {
        super(session, relay, "smtp", false);
        this.socket = socket;
        this.secured = socket.beginsWithTls();
    }

    SmtpStage stage() {
        return stage;
    }

    /** The reply to the stage's command, if one came. */
    @Nullable
    Reply reply() {
        return reply;
    }

    void onStage(Consumer<SmtpStage> stageListener) {
        listener = stageListener;
    }

    private void enter(SmtpStage next) {
        stage = next;
        reply = null;
        resetting = false;
        listener.accept(next);
    }

    @Override
    protected boolean ehlo(String domain) throws MessagingException {
        enter(SmtpStage.HELLO);
        boolean accepted = super.ehlo(domain);
        if (!accepted && secured && !socket.beginsWithTls()) {
            // Going on would mean to believe the extensions that were told before TLS.
            throw new MessagingException("EHLO refused after STARTTLS");
        }
        return accepted;
    }

    @Override
    protected void helo(String domain) throws MessagingException {
        enter(SmtpStage.HELLO);
        super.helo(domain);
    }

    @Override
    protected void startTLS() throws MessagingException {
        enter(SmtpStage.TLS);
        issueCommand("STARTTLS", 220);
        reply = null;
        try {
            socket.secure();
            secured = true;
        } catch (IOException failed) {
            throw new MessagingException("TLS failed", failed);
        }
    }

    @Override
    public synchronized int simpleCommand(String command) throws MessagingException {
        if (command.startsWith("AUTH ")) {
            enter(SmtpStage.LOGIN);
        }
        return super.simpleCommand(command);
    }

    @Override
    protected void mailFrom() throws MessagingException {
        enter(SmtpStage.MAIL);
        super.mailFrom();
    }

    @Override
    protected void rcptTo() throws MessagingException {
        enter(SmtpStage.RCPT);
        super.rcptTo();
    }

    @Override
    protected OutputStream data() throws MessagingException {
        enter(SmtpStage.DATA);
        OutputStream body = super.data();
        enter(SmtpStage.BODY);
        return body;
    }

    @Override
    protected void finishData() throws IOException, MessagingException {
        enter(SmtpStage.FINAL);
        super.finishData();
    }

    @Override
    public synchronized void issueCommand(String command, int expect) throws MessagingException {
        resetting = command.equals("RSET");
        super.issueCommand(command, expect);
    }

    @Override
    protected int readServerResponse() throws MessagingException {
        int code = super.readServerResponse();
        if (!resetting) {
            String text = getLastServerResponse();
            reply = new Reply(code, text == null ? "" : text);
        }
        return code;
    }
}
