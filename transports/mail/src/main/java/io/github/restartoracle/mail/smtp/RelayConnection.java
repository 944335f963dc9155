package io.github.restartoracle.mail.smtp;

import io.github.restartoracle.mail.account.Login;
import io.github.restartoracle.mail.account.MailServer;
import io.github.restartoracle.mail.account.SmtpRelay;
import io.github.restartoracle.mail.account.TlsMode;
import io.github.restartoracle.mail.address.MailAddress;
import io.github.restartoracle.mail.mime.OutgoingMail;
import jakarta.mail.Address;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.URLName;
import jakarta.mail.internet.AddressException;
import jakarta.mail.internet.InternetAddress;
import java.io.IOException;
import java.util.Properties;
import org.eclipse.angus.mail.smtp.SMTPMessage;

/** One connection to the relay, from greeting to QUIT. Confined to one thread, but for {@link #abort}. */
final class RelayConnection {
    private final RelaySocket socket;
    private final StagedTransport transport;
    private final Session session;
    private final long openedNanos;
    private SmtpStage setUp = SmtpStage.CONNECT;
    private int mails;
    private long usedNanos;

    RelayConnection(SmtpRelay relay, Session session, Watchdog watchdog, long nowNanos) {
        MailServer server = relay.server();
        Login login = server.login();
        this.socket = new RelaySocket(server, watchdog);
        this.session = session;
        this.openedNanos = nowNanos;
        this.usedNanos = nowNanos;
        URLName url = new URLName(
                "smtp",
                server.host(),
                server.port(),
                null,
                login == null ? null : login.user(),
                login == null ? null : login.password().password(login.user()));
        this.transport = new StagedTransport(session, url, socket);
    }

    /** What the connections to a relay have in common. */
    static Session session(SmtpRelay relay) {
        Login login = relay.server().login();
        boolean starttls = relay.server().tls() == TlsMode.STARTTLS;
        Properties properties = new Properties();
        properties.put("mail.smtp.localhost", relay.heloName());
        properties.put("mail.smtp.auth", String.valueOf(login != null));
        properties.put("mail.smtp.auth.mechanisms", login != null && login.token() ? "XOAUTH2" : "PLAIN LOGIN");
        properties.put("mail.smtp.starttls.enable", String.valueOf(starttls));
        properties.put("mail.smtp.starttls.required", String.valueOf(starttls));
        properties.put("mail.smtp.quitwait", "false");
        return Session.getInstance(properties);
    }

    /** Connects, secures, greets and logs in. */
    void open(SmtpRelay relay) throws SmtpException {
        try {
            socket.open();
            if (socket.beginsWithTls()) {
                setUp = SmtpStage.TLS;
                socket.secure();
            }
            setUp = SmtpStage.GREETING;
            transport.connect(socket);
        } catch (IOException failed) {
            abort();
            throw Failures.at(setUp, null, failed);
        } catch (MessagingException | RuntimeException failed) {
            abort();
            throw refused(relay, failed);
        }
        if (relay.server().login() != null && transport.stage() != SmtpStage.LOGIN) {
            abort();
            throw configuration(SmtpStage.LOGIN, "the relay offers no login, but a user is set");
        }
    }

    private SmtpException refused(SmtpRelay relay, Exception failed) {
        boolean starttls = relay.server().tls() == TlsMode.STARTTLS;
        Reply reply = transport.reply();
        if (starttls
                && transport.stage() == SmtpStage.HELLO
                && reply != null
                && !reply.isFailure()
                && reply.code() > 0) {
            return configuration(SmtpStage.TLS, "the relay does not offer STARTTLS, which is required");
        }
        return Failures.at(transport.stage(), reply, failed);
    }

    private static SmtpException configuration(SmtpStage stage, String reason) {
        return new SmtpException(SmtpOutcome.PERMANENT, stage, 0, null, reason, null);
    }

    /** Sends one mail. After a failure the connection must not be used any more. */
    void send(OutgoingMail mail, MailAddress bounceAddress, boolean notifications, Progress progress)
            throws SmtpException {
        requireSize(mail);
        boolean dsn = notifications && transport.supportsExtension("DSN");
        SMTPMessage message = new RenderedMessage(session, mail);
        message.setEnvelopeFrom(bounceAddress.toString());
        StringBuilder extension = new StringBuilder();
        if (transport.supportsExtension("SIZE")) {
            extension.append("SIZE=").append(mail.size());
        }
        if (dsn) {
            message.setNotifyOptions(SMTPMessage.NOTIFY_FAILURE | SMTPMessage.NOTIFY_DELAY);
            message.setReturnOption(SMTPMessage.RETURN_HDRS);
            extension
                    .append(extension.length() == 0 ? "" : " ")
                    .append("ENVID=")
                    .append(mail.envelopeId());
        }
        if (extension.length() > 0) {
            message.setMailExtension(extension.toString());
        }
        transport.onStage(stage -> tell(stage, progress));
        try {
            mails++;
            transport.sendMessage(message, recipient(mail));
        } catch (MessagingException | RuntimeException failed) {
            abort();
            throw Failures.at(transport.stage(), transport.reply(), failed);
        } finally {
            transport.onStage(ignored -> {});
        }
    }

    private void tell(SmtpStage stage, Progress progress) {
        boolean goOn = switch (stage) {
            case DATA -> progress.writing();
            case FINAL -> progress.written();
            default -> true;
        };
        if (!goOn) {
            abort();
        }
    }

    private void requireSize(OutgoingMail mail) throws SmtpException {
        String offered = transport.getExtensionParameter("SIZE");
        if (offered != null && offered.matches("\\d{1,18}")) {
            long most = Long.parseLong(offered);
            if (most > 0 && mail.size() > most) {
                throw new SmtpException(
                        SmtpOutcome.PERMANENT,
                        SmtpStage.MAIL,
                        0,
                        null,
                        "the mail has " + mail.size() + " bytes, and the relay takes " + most,
                        null);
            }
        }
    }

    private static Address[] recipient(OutgoingMail mail) throws MessagingException {
        try {
            return new Address[] {
                new InternetAddress(mail.envelope().recipient().toString(), false)
            };
        } catch (AddressException impossible) {
            throw new MessagingException("recipient", impossible);
        }
    }

    /** Whether another mail may use this connection, which is asked (NOOP) if it was idle for a while. */
    boolean isUsable(SmtpRelay relay, long nowNanos, long checkAfterNanos) {
        if (!isReusable(relay, nowNanos)) {
            return false;
        }
        return nowNanos - usedNanos < checkAfterNanos || transport.isConnected();
    }

    /** Whether it is young enough and has not carried too many. */
    boolean isReusable(SmtpRelay relay, long nowNanos) {
        return !socket.isClosed()
                && mails < relay.reuseMails()
                && nowNanos - openedNanos < relay.reuseFor().toNanos();
    }

    void used(long nowNanos) {
        usedNanos = nowNanos;
    }

    boolean isFresh() {
        return mails == 0;
    }

    /** Says QUIT and closes. */
    void quit() {
        try {
            transport.close();
        } catch (MessagingException alreadyBroken) {
            // it is closed all the same
        } finally {
            abort();
        }
    }

    /** Closes at once, from any thread. */
    void abort() {
        socket.abort();
    }
}
