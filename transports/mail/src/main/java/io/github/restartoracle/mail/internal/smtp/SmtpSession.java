package io.github.restartoracle.mail.internal.smtp;

import io.github.restartoracle.mail.internal.account.Login;
import io.github.restartoracle.mail.internal.account.MailAddress;
import io.github.restartoracle.mail.internal.account.SmtpRelay;
import io.github.restartoracle.mail.internal.account.TlsMode;
import io.github.restartoracle.mail.internal.mime.OutgoingMail;
import io.github.restartoracle.mail.internal.wire.LineConnection;
import io.github.restartoracle.mail.internal.wire.Watchdog;
import io.github.restartoracle.mail.internal.wire.WireException;
import io.github.restartoracle.mail.internal.wire.WireException.Reason;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * One connection to the relay, from greeting to QUIT (RFC 5321), for one mail after another, each with one recipient. It tracks
 * the stage, which decides the meaning of a failure:
 * <ul>
 *   <li>before the body was complete it is temporary,
 *   <li>a reply has its own meaning,
 *   <li>without a reply after the body it is unknown.
 * </ul>
 * Confined to one thread, but for {@link #expire}.
 */
final class SmtpSession {
    private static final int MAX_LINE = 4096;
    private static final int MAX_REPLY_OCTETS = 65_536;

    private final SmtpRelay relay;
    private final LineConnection connection;
    private final Map<String, String> extensions = new HashMap<>();
    private final long openedNanos;
    private SmtpStage stage = SmtpStage.CONNECT;
    private int mails;
    private long usedNanos;

    SmtpSession(SmtpRelay relay, Watchdog watchdog, long nowNanos) {
        this.relay = relay;
        this.connection = new LineConnection(relay.server(), watchdog, MAX_LINE);
        this.openedNanos = nowNanos;
        this.usedNanos = nowNanos;
    }

    @FunctionalInterface
    private interface Step {
        void run() throws IOException;
    }

    /** Runs a step. A failure closes the connection and is thrown with its meaning. */
    private void guarded(Step step) throws SmtpException {
        try {
            step.run();
        } catch (SmtpException known) {
            expire();
            throw known;
        } catch (IOException | RuntimeException e) {
            expire();
            throw failure(e);
        }
    }

    private SmtpException failure(Exception cause) {
        if (stage == SmtpStage.FINAL) {
            String reason = "no valid reply after the body; the relay may have accepted the mail";
            return new SmtpException(SmtpOutcome.UNKNOWN, stage, 0, null, reason, cause);
        }
        boolean misconfigured = cause instanceof WireException wire && wire.reason() == Reason.TLS;
        String reason = cause instanceof IOException ? String.valueOf(cause.getMessage()) : cause.toString();
        return new SmtpException(
                misconfigured ? SmtpOutcome.PERMANENT : SmtpOutcome.TEMPORARY, stage, 0, null, reason, cause);
    }

    private SmtpException configuration(SmtpStage where, String reason) {
        return new SmtpException(SmtpOutcome.PERMANENT, where, 0, null, reason, null);
    }

    private SmtpException refusal(Reply reply) {
        return new SmtpException(
                reply.outcome(stage), stage, reply.code(), reply.enhancedStatus(), reply.shown(), null);
    }

    /** Connects, secures, greets and logs in. */
    void open() throws SmtpException {
        guarded(() -> {
            connection.open();
            if (relay.server().tls() == TlsMode.IMPLICIT) {
                secure();
            }
            stage = SmtpStage.GREETING;
            require(reply());
            hello(false);
            if (relay.server().tls() == TlsMode.STARTTLS) {
                startTls();
            }
            Login login = relay.server().login();
            if (login != null) {
                logIn(login);
            }
        });
    }

    private void secure() throws WireException {
        stage = SmtpStage.TLS;
        connection.secure();
    }

    private void startTls() throws IOException {
        if (!extensions.containsKey("STARTTLS")) {
            throw configuration(SmtpStage.TLS, "the relay does not offer STARTTLS, which smtp.tls requires");
        }
        stage = SmtpStage.TLS;
        require(command("STARTTLS"));
        secure();
        hello(true);
    }

    /**
     * Sends EHLO; without it there are no extensions. After STARTTLS it must succeed: extensions from before TLS do not count.
     */
    private void hello(boolean secured) throws IOException {
        stage = SmtpStage.HELLO;
        extensions.clear();
        Reply reply = command("EHLO " + relay.heloName());
        if (reply.code() >= 500 && !secured) {
            require(command("HELO " + relay.heloName()));
            return;
        }
        require(reply);
        for (String line : reply.lines().subList(1, reply.lines().size())) {
            String[] words = line.strip().split("[ =]", 2);
            extensions.merge(
                    words[0].toUpperCase(Locale.ROOT),
                    words.length < 2 ? "" : words[1].strip(),
                    (one, other) -> one + " " + other);
        }
    }

    private void logIn(Login login) throws IOException {
        String user = login.user();
        String secret;
        try {
            secret = login.password().password(user);
        } catch (RuntimeException e) {
            throw new SmtpException(SmtpOutcome.TEMPORARY, SmtpStage.LOGIN, 0, null, "the password source failed", e);
        }
        Set<String> offered = Set.of(
                extensions.getOrDefault("AUTH", "").toUpperCase(Locale.ROOT).split(" +"));
        stage = SmtpStage.LOGIN;
        if (login.token() && offered.contains("XOAUTH2")) {
            Reply reply = command("AUTH XOAUTH2 " + login.xoauth2(secret));
            // The challenge has the reason for which the token is refused; the refusal follows an empty answer.
            require(reply.code() == 334 ? command("") : reply);
        } else if (!login.token() && offered.contains("PLAIN")) {
            require(command("AUTH PLAIN " + base64("\0" + user + "\0" + secret)));
        } else if (!login.token() && offered.contains("LOGIN")) {
            challenged(command("AUTH LOGIN"));
            challenged(command(base64(user)));
            require(command(base64(secret)));
        } else {
            throw configuration(
                    SmtpStage.LOGIN,
                    "smtp.user is set, but the relay does not offer AUTH "
                            + (login.token() ? "XOAUTH2" : "PLAIN or LOGIN"));
        }
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private void challenged(Reply reply) throws IOException {
        if (reply.code() != 334) {
            require(reply);
            throw new WireException(Reason.PROTOCOL, "the relay sent no challenge for AUTH LOGIN");
        }
    }

    private Reply command(String line) throws WireException {
        connection.send(line);
        return reply();
    }

    private Reply reply() throws WireException {
        List<String> lines = new ArrayList<>();
        int octets = 0;
        String code = "";
        boolean more = true;
        while (more) {
            String line = connection.line();
            octets += line.length();
            boolean coded = line.length() >= 3 && line.chars().limit(3).allMatch(c -> c >= '0' && c <= '9');
            if (!coded || (!code.isEmpty() && !line.startsWith(code)) || octets > MAX_REPLY_OCTETS) {
                throw new WireException(
                        Reason.PROTOCOL,
                        "the relay's reply is malformed or longer than " + MAX_REPLY_OCTETS + " octets");
            }
            code = line.substring(0, 3);
            lines.add(line.length() > 4 ? line.substring(4) : "");
            more = line.length() > 3 && line.charAt(3) == '-';
        }
        return new Reply(Integer.parseInt(code), lines);
    }

    private void require(Reply reply) throws IOException {
        if (reply.isFailure()) {
            throw refusal(reply);
        }
        if (!reply.isSuccess()) {
            throw new WireException(Reason.PROTOCOL, "unexpected reply code " + reply.code());
        }
    }

    /** Sends one mail. After a failure the connection is closed. */
    void send(OutgoingMail mail, MailAddress bounceAddress, boolean notifications, SmtpProgress progress)
            throws SmtpException {
        mails++;
        guarded(() -> {
            stage = SmtpStage.MAIL;
            requireSize(mail);
            boolean dsn = notifications && extensions.containsKey("DSN");
            require(command("MAIL FROM:<" + bounceAddress + ">" + parameters(mail, dsn)));
            stage = SmtpStage.RCPT;
            require(command("RCPT TO:<" + mail.envelope().recipient() + ">" + (dsn ? " NOTIFY=FAILURE,DELAY" : "")));
            stage = SmtpStage.DATA;
            goOn(progress.writing());
            Reply reply = command("DATA");
            if (reply.code() != 354) {
                require(reply);
                throw new WireException(Reason.PROTOCOL, "unexpected reply code " + reply.code());
            }
            stage = SmtpStage.BODY;
            OutputStream text = connection.text();
            mail.writeTo(text);
            text.flush();
            stage = SmtpStage.FINAL;
            goOn(progress.written());
            text.close();
            require(reply());
        });
    }

    private String parameters(OutgoingMail mail, boolean dsn) {
        return (dsn ? " RET=HDRS" : "")
                + (extensions.containsKey("SIZE") ? " SIZE=" + mail.size() : "")
                + (dsn ? " ENVID=" + mail.envelopeId() : "");
    }

    private void goOn(boolean wanted) throws SmtpException {
        if (!wanted) {
            throw new SmtpException(SmtpOutcome.TEMPORARY, stage, 0, null, "the attempt was abandoned", null);
        }
    }

    private void requireSize(OutgoingMail mail) throws SmtpException {
        String offered = extensions.getOrDefault("SIZE", "");
        long most = offered.matches("\\d{1,18}") ? Long.parseLong(offered) : 0;
        if (most > 0 && mail.size() > most) {
            throw configuration(stage, "the mail has " + mail.size() + " bytes; the relay accepts at most " + most);
        }
    }

    /**
     * Asks the relay to run its queue for a domain (ETRN, RFC 1985).
     *
     * @return the reply code; 0 if the relay does not offer it
     */
    int runQueue(String domain) throws SmtpException {
        mails++;
        int[] code = {0};
        if (extensions.containsKey("ETRN")) {
            guarded(() -> {
                stage = SmtpStage.MAIL;
                code[0] = command("ETRN " + domain).code();
            });
        }
        return code[0];
    }

    /** Returns whether another mail may use this connection; the relay is asked (NOOP) if it was idle for some time. */
    boolean isUsable(long nowNanos, long checkAfterNanos) {
        if (!isReusable(nowNanos) || nowNanos - usedNanos < checkAfterNanos) {
            return isReusable(nowNanos);
        }
        try {
            return command("NOOP").isSuccess();
        } catch (WireException dead) {
            return false;
        }
    }

    /** Returns whether the connection is young enough and has carried few enough mails. */
    boolean isReusable(long nowNanos) {
        return !connection.isClosed()
                && mails < relay.reuseMails()
                && nowNanos - openedNanos < relay.reuseFor().toNanos();
    }

    void used(long nowNanos) {
        usedNanos = nowNanos;
    }

    boolean isFresh() {
        return mails == 0;
    }

    /** Sends QUIT and closes, without waiting for the answer. */
    void quit() {
        try {
            connection.send("QUIT");
        } catch (WireException alreadyBroken) {
            // it is closed all the same
        } finally {
            expire();
        }
    }

    /** Closes at once, from any thread. */
    void expire() {
        connection.expire();
    }
}
