package io.github.restartoracle.mail.pop3;

import io.github.restartoracle.mail.account.MailServer;
import io.github.restartoracle.mail.account.TlsMode;
import io.github.restartoracle.mail.pop3.Pop3Exception.Reason;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/** Commands and answers over one connection that a watchdog closes at the deadline. Not thread-safe, but for closing. */
final class Pop3Connection implements AutoCloseable {
    private static final int MAX_QUOTED = 100;

    private final MailServer server;
    private final Socket socket;
    private final Future<?> deadline;
    private volatile boolean expired;
    private Pop3Wire wire;

    @SuppressWarnings("this-escape")
    private Pop3Connection(MailServer server, Socket socket, ScheduledExecutorService watchdog) throws IOException {
        this.server = server;
        this.socket = socket;
        this.wire = new Pop3Wire(socket, socket);
        this.deadline = watchdog.schedule(this::expire, server.deadline().toMillis(), TimeUnit.MILLISECONDS);
    }

    static Pop3Connection open(MailServer server, ScheduledExecutorService watchdog) throws Pop3Exception {
        Socket socket = new Socket();
        try {
            socket.connect(new InetSocketAddress(server.host(), server.port()), millis(server.connectTimeout()));
            socket.setSoTimeout(millis(server.readTimeout()));
            socket.setTcpNoDelay(true);
            Pop3Connection connection = new Pop3Connection(server, socket, watchdog);
            if (server.tls() == TlsMode.IMPLICIT) {
                connection.secure();
            }
            return connection;
        } catch (IOException | RuntimeException e) {
            quietly(socket);
            throw e instanceof Pop3Exception failure
                    ? failure
                    : new Pop3Exception(Reason.CONNECTION, "no connection to " + server + ": " + e.getMessage(), e);
        }
    }

    private static int millis(Duration duration) {
        return (int) Math.max(1, Math.min(Integer.MAX_VALUE, duration.toMillis()));
    }

    private void expire() {
        expired = true;
        // The plain socket: closing TLS would write, and could wait.
        quietly(socket);
    }

    /** Switches to TLS (RFC 2595). Nobody may have put anything into the clear part of the connection. */
    void startTls() throws Pop3Exception {
        try {
            command("STLS", null);
        } catch (Pop3Exception e) {
            throw e.fatal() ? e : new Pop3Exception(Reason.TLS, "TLS is required and the server refuses it", e);
        }
        guarded(() -> {
            if (wire.hasInput()) {
                throw new Pop3Exception(Reason.TLS, "something was put in before TLS began");
            }
            return true;
        });
        secure();
    }

    private void secure() throws Pop3Exception {
        try {
            SSLContext context = server.trust();
            SSLSocketFactory factory =
                    context == null ? (SSLSocketFactory) SSLSocketFactory.getDefault() : context.getSocketFactory();
            SSLSocket secure = (SSLSocket) factory.createSocket(socket, server.host(), server.port(), true);
            SSLParameters parameters = secure.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            parameters.setProtocols(new String[] {"TLSv1.3", "TLSv1.2"});
            secure.setSSLParameters(parameters);
            secure.startHandshake();
            wire = new Pop3Wire(secure, socket);
        } catch (SSLException e) {
            close();
            throw new Pop3Exception(Reason.TLS, "no TLS with " + server + ": " + e.getMessage(), e);
        } catch (IOException e) {
            close();
            throw failure(e);
        }
    }

    /**
     * Sends a command and reads its status.
     *
     * @param argument never quoted in a message, since it may be a secret
     */
    void command(String word, @Nullable String argument) throws Pop3Exception {
        guarded(() -> {
            wire.send(argument == null ? word : word + " " + argument);
            return true;
        });
        try {
            status(word.startsWith("AUTH "));
        } catch (Pop3Exception e) {
            throw new Pop3Exception(e.reason(), word + ": " + e.getMessage(), e.getCause());
        }
    }

    /** Reads a status line. */
    String status() throws Pop3Exception {
        return status(false);
    }

    private String status(boolean login) throws Pop3Exception {
        String line = guarded(wire::line);
        if (line.equals("+OK") || line.startsWith("+OK ")) {
            return line;
        }
        if (line.startsWith("+ ") && login) {
            // RFC 5034, section 4; in XOAUTH2 it says why the token is refused.
            throw new Pop3Exception(Reason.LOGIN, "the server refuses the token");
        }
        if (!line.equals("-ERR") && !line.startsWith("-ERR ")) {
            throw new Pop3Exception(Reason.PROTOCOL, "the server's answer is not POP3");
        }
        throw new Pop3Exception(refusal(line.toUpperCase(Locale.ROOT)), "the server refuses: " + quoted(line));
    }

    /** RFC 2449, section 8, and RFC 3206. */
    private static Reason refusal(String line) {
        if (line.startsWith("-ERR [IN-USE]")) {
            return Reason.IN_USE;
        }
        if (line.startsWith("-ERR [LOGIN-DELAY]")) {
            return Reason.LOGIN_DELAY;
        }
        if (line.startsWith("-ERR [AUTH]")) {
            return Reason.LOGIN;
        }
        return line.startsWith("-ERR [SYS/TEMP]") ? Reason.UNAVAILABLE : Reason.REFUSED;
    }

    private static String quoted(String line) {
        String shown = line.length() > MAX_QUOTED ? line.substring(0, MAX_QUOTED) : line;
        return shown.replaceAll("[^ -~]", "?");
    }

    /** The next line of a listing, null at its end. */
    @Nullable
    String listingLine() throws Pop3Exception {
        String line = guarded(wire::line);
        return line.equals(".") ? null : line;
    }

    /** Reads a text after a status. A target that fails is told apart from a connection that does. */
    long text(OutputStream target, long maxOctets) throws IOException {
        try {
            return wire.copy(target, maxOctets);
        } catch (Pop3Exception e) {
            throw failure(e);
        }
    }

    @FunctionalInterface
    private interface Step<T> {
        T run() throws IOException;
    }

    private <T> T guarded(Step<T> step) throws Pop3Exception {
        try {
            return step.run();
        } catch (IOException e) {
            throw failure(e);
        }
    }

    private Pop3Exception failure(IOException e) {
        if (expired) {
            return new Pop3Exception(Reason.DEADLINE, "the session took longer than " + server.deadline(), e);
        }
        return e instanceof Pop3Exception failure
                ? failure
                : new Pop3Exception(Reason.CONNECTION, "the connection broke: " + e.getMessage(), e);
    }

    private static void quietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException closed) {
            // it is no longer used either way
        }
    }

    @Override
    public void close() {
        deadline.cancel(false);
        quietly(socket);
    }

    @Override
    public String toString() {
        return server.toString();
    }
}
