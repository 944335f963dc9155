package io.github.restartoracle.mail.internal.wire;

import io.github.restartoracle.internal.attempt.Causes;
import io.github.restartoracle.mail.internal.account.MailServer;
import io.github.restartoracle.mail.internal.wire.WireException.Reason;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.security.NoSuchAlgorithmException;
import java.security.cert.CertificateException;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSocket;
import jdk.net.ExtendedSocketOptions;
import org.jspecify.annotations.Nullable;

/**
 * A connection to a mail server: commands and answers in lines, texts with stuffed dots (RFC 5321, section 4.5.2; RFC 1939,
 * section 3). The server can neither exhaust memory nor hold a thread: lines and texts are bounded, each read and write has a
 * timeout, and {@link #expire} ends the connection from another thread. An unrequested answer ends it too, since it would be
 * taken for the answer to the next command.
 *
 * <p>Confined to one thread, but for {@link #expire} and {@link #close}.
 */
public final class LineConnection implements AutoCloseable {
    private static final String[] PROTOCOLS = {"TLSv1.3", "TLSv1.2"};
    private static final int CHUNK = 16 << 10;

    private final MailServer server;
    private final Watchdog watchdog;
    private final int maxLine;
    private final Socket tcp = new Socket();
    private final byte[] ahead = new byte[CHUNK];
    private InputStream in = InputStream.nullInputStream();
    private OutputStream out = OutputStream.nullOutputStream();
    private boolean quickAcknowledgement;
    private int position;
    private int limit;
    private volatile boolean expired;

    /**
     * Creates a connection that is not open yet.
     *
     * @param server the host, its timeouts and its TLS settings
     * @param watchdog limits the time of a write
     * @param maxLine octets of the longest line that is read, without its end
     */
    public LineConnection(MailServer server, Watchdog watchdog, int maxLine) {
        this.server = server;
        this.watchdog = watchdog;
        this.maxLine = maxLine;
    }

    /** Connects, without TLS. */
    public void open() throws WireException {
        try {
            // Resolved for each connection: the JVM's cache decides how long an address holds.
            tcp.connect(new InetSocketAddress(server.host(), server.port()), millis(server.connectTimeout()));
            tcp.setSoTimeout(millis(server.readTimeout()));
            tcp.setTcpNoDelay(true);
            quickAcknowledgement = tcp.supportedOptions().contains(ExtendedSocketOptions.TCP_QUICKACK);
            use(tcp);
        } catch (IOException | RuntimeException e) {
            throw new WireException(Reason.CONNECTION, "cannot connect to " + server + ": " + e.getMessage(), e);
        }
    }

    private static int millis(Duration duration) {
        return (int) Math.max(1, Math.min(Integer.MAX_VALUE, duration.toMillis()));
    }

    private void use(Socket socket) throws IOException {
        in = socket.getInputStream();
        out = socket.getOutputStream();
    }

    /** Puts TLS under the session. The certificate has to be that of the host that was asked for. */
    public void secure() throws WireException {
        try {
            if (position < limit || in.available() > 0) {
                throw new WireException(Reason.PROTOCOL, "the server sent data before the TLS handshake");
            }
            SSLContext trust = server.trust();
            SSLContext context = trust == null ? SSLContext.getDefault() : trust;
            SSLSocket tls =
                    (SSLSocket) context.getSocketFactory().createSocket(tcp, server.host(), server.port(), true);
            SSLParameters parameters = tls.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            parameters.setProtocols(PROTOCOLS);
            tls.setSSLParameters(parameters);
            tls.startHandshake();
            use(tls);
        } catch (IOException e) {
            throw failure(e);
        } catch (NoSuchAlgorithmException e) {
            throw new WireException(Reason.TLS, "this JVM has no TLS", e);
        }
    }

    /** Sends a line. Unread input would be taken for its answer, so it ends the connection. */
    public void send(String line) throws WireException {
        if (position < limit) {
            throw new WireException(Reason.PROTOCOL, "the server sent an unsolicited response");
        }
        byte[] octets = (line + "\r\n").getBytes(StandardCharsets.UTF_8);
        write(octets, octets.length);
    }

    private void write(byte[] octets, int length) throws WireException {
        Watchdog.Watch timeout = watchdog.after(server.writeTimeout(), this::expire);
        try {
            out.write(octets, 0, length);
            out.flush();
        } catch (IOException e) {
            throw failure(e);
        } finally {
            timeout.cancel();
        }
    }

    /** Opens a text, whose dots are stuffed, and whose end is sent when the stream is closed. */
    public OutputStream text() {
        return new Text();
    }

    /** Reads the next line, without its end. */
    public String line() throws WireException {
        StringBuilder line = new StringBuilder(80);
        while (true) {
            int octet = read();
            if (octet == '\r') {
                if (read() != '\n') {
                    throw new WireException(Reason.PROTOCOL, "a line ends in CR alone");
                }
                return line.toString();
            }
            if (octet == '\n') {
                throw new WireException(Reason.PROTOCOL, "a line ends in LF alone");
            }
            if (line.length() == maxLine) {
                throw new WireException(Reason.PROTOCOL, "a line is longer than " + maxLine + " octets");
            }
            line.append((char) octet);
        }
    }

    /**
     * Copies a text up to the dot that ends it, without the dots that were stuffed.
     *
     * @return its octets
     * @throws WireException if the connection fails, or the text has more octets than allowed
     * @throws IOException if the target fails
     */
    public long copyText(OutputStream target, long maxOctets) throws IOException {
        byte[] chunk = new byte[CHUNK];
        int used = 0;
        long octets = 0;
        boolean lineStart = true;
        int previous = 0;
        while (true) {
            int octet = read();
            if (lineStart && octet == '.') {
                octet = read();
                if (octet == '\r' && peek() == '\n') {
                    read();
                    target.write(chunk, 0, used);
                    return octets;
                }
            }
            if (++octets > maxOctets) {
                throw new WireException(Reason.TOO_LARGE, "a mail is longer than " + maxOctets + " octets");
            }
            chunk[used++] = (byte) octet;
            if (used == chunk.length) {
                target.write(chunk, 0, used);
                used = 0;
            }
            lineStart = octet == '\n' && previous == '\r';
            previous = octet;
        }
    }

    private int peek() throws WireException {
        fill();
        return ahead[position];
    }

    private int read() throws WireException {
        fill();
        return ahead[position++] & 0xFF;
    }

    private void fill() throws WireException {
        if (position < limit) {
            return;
        }
        try {
            acknowledgeAtOnce();
            int read = in.read(ahead);
            if (read <= 0) {
                throw new WireException(Reason.CONNECTION, "the server closed the connection");
            }
            position = 0;
            limit = read;
        } catch (IOException e) {
            throw failure(e);
        }
    }

    /**
     * Asks TCP to acknowledge the next read at once. A server that writes a mail in pieces may hold the next piece back until
     * the former is acknowledged (Nagle), which costs 40 ms a mail. The system forgets the option, so it is set for each read.
     */
    private void acknowledgeAtOnce() throws IOException {
        if (quickAcknowledgement) {
            tcp.setOption(ExtendedSocketOptions.TCP_QUICKACK, true);
        }
    }

    private WireException failure(IOException e) {
        if (e instanceof WireException known) {
            return known;
        }
        if (expired) {
            return new WireException(Reason.DEADLINE, "the deadline of the session with " + server + " passed", e);
        }
        if (e instanceof SocketTimeoutException) {
            return new WireException(Reason.DEADLINE, "no data from " + server + " within the read timeout", e);
        }
        return isMisconfigured(e)
                ? new WireException(Reason.TLS, "TLS with " + server + " failed: " + e.getMessage(), e)
                : new WireException(Reason.CONNECTION, "the connection failed: " + e.getMessage(), e);
    }

    /** Returns whether a certificate or a version is refused, which will repeat, and not only a handshake cut off. */
    private static boolean isMisconfigured(Throwable failure) {
        return Causes.of(failure).stream()
                .anyMatch(cause -> cause instanceof CertificateException
                        || cause instanceof SSLPeerUnverifiedException
                        || (cause instanceof SSLHandshakeException && !isCutOff(cause.getCause())));
    }

    private static boolean isCutOff(@Nullable Throwable cause) {
        return cause instanceof EOFException || cause instanceof SocketException;
    }

    /** Ends the connection because time is up; a thread that reads or writes gets a {@link WireException}. */
    public void expire() {
        expired = true;
        close();
    }

    /** Closes the connection at once. TLS is not ended in form, since that writes and could wait. */
    @Override
    public void close() {
        try {
            tcp.close();
        } catch (IOException broken) {
            // it is not used any more either way
        }
    }

    /** Returns whether the connection was closed on this side. */
    public boolean isClosed() {
        return tcp.isClosed();
    }

    @Override
    public String toString() {
        return server.toString();
    }

    private final class Text extends OutputStream {
        private final byte[] chunk = new byte[CHUNK];
        private int used;
        private boolean lineStart = true;

        @Override
        public void write(int octet) throws WireException {
            if (lineStart && octet == '.') {
                put('.');
            }
            put(octet);
            lineStart = octet == '\n';
        }

        @Override
        public void write(byte[] octets, int offset, int length) throws WireException {
            for (int i = offset; i < offset + length; i++) {
                write(octets[i]);
            }
        }

        private void put(int octet) throws WireException {
            if (used == chunk.length) {
                drain();
            }
            chunk[used++] = (byte) octet;
        }

        private void drain() throws WireException {
            LineConnection.this.write(chunk, used);
            used = 0;
        }

        @Override
        public void flush() throws WireException {
            drain();
        }

        @Override
        public void close() throws WireException {
            for (char octet : (lineStart ? ".\r\n" : "\r\n.\r\n").toCharArray()) {
                put(octet);
            }
            drain();
        }
    }
}
