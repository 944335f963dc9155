package io.github.restartoracle.mail.smtp;

import io.github.restartoracle.mail.account.MailServer;
import io.github.restartoracle.mail.account.TlsMode;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.security.NoSuchAlgorithmException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/**
 * The connection to a relay as Angus sees it: replies arrive line by line and are bounded, nothing may arrive before it was
 * asked for, writes have a timeout, and TLS can be put underneath in mid-session. That the certificate is of the host we
 * want is checked in every handshake.
 *
 * <p>Confined to one thread, but for {@link #abort}.
 */
final class RelaySocket extends Socket {
    private static final int MAX_LINE = 4096;
    private static final int MAX_REPLY = 65_536;
    private static final String[] PROTOCOLS = {"TLSv1.2", "TLSv1.3"};

    private final MailServer server;
    private final Watchdog watchdog;
    private final Socket tcp = new Socket();
    private final InputStream input = new Replies();
    private final OutputStream output = new Commands();
    private Socket inner = tcp;
    private InputStream innerInput = InputStream.nullInputStream();
    private OutputStream innerOutput = OutputStream.nullOutputStream();
    private final byte[] ahead = new byte[8192];
    private int aheadFrom;
    private int aheadTo;
    private int lineLength;
    private int replyLength;

    RelaySocket(MailServer server, Watchdog watchdog) {
        this.server = server;
        this.watchdog = watchdog;
    }

    /** The TCP connection. */
    void open() throws IOException {
        // Each attempt asks the resolver, which caches; an address is not kept longer than a connection.
        InetSocketAddress address = new InetSocketAddress(server.host(), server.port());
        if (address.isUnresolved()) {
            throw new UnknownHostException(server.host());
        }
        tcp.connect(address, millis(server.connectTimeout()));
        tcp.setSoTimeout(millis(server.readTimeout()));
        tcp.setTcpNoDelay(true);
        use(tcp);
    }

    boolean beginsWithTls() {
        return server.tls() == TlsMode.IMPLICIT;
    }

    /** Puts TLS under the session. */
    void secure() throws IOException {
        if (aheadFrom < aheadTo || inner.getInputStream().available() > 0) {
            throw new IOException("the relay sent something before the TLS handshake");
        }
        SSLContext context = server.trust();
        try {
            SSLContext used = context == null ? SSLContext.getDefault() : context;
            SSLSocket tls = (SSLSocket) used.getSocketFactory().createSocket(tcp, server.host(), server.port(), true);
            SSLParameters parameters = tls.getSSLParameters();
            parameters.setProtocols(PROTOCOLS);
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            tls.setSSLParameters(parameters);
            tls.startHandshake();
            use(tls);
        } catch (NoSuchAlgorithmException noTls) {
            throw new IOException(noTls);
        }
    }

    private void use(Socket socket) throws IOException {
        inner = socket;
        innerInput = socket.getInputStream();
        innerOutput = socket.getOutputStream();
    }

    private static int millis(java.time.Duration duration) {
        return (int) Math.min(Integer.MAX_VALUE, Math.max(1, duration.toMillis()));
    }

    /** Closes the connection at once, from any thread; who reads or writes gets an exception. */
    void abort() {
        try {
            tcp.close();
        } catch (IOException alreadyBroken) {
            // nothing is left to close
        }
    }

    @Override
    public InputStream getInputStream() {
        return input;
    }

    @Override
    public OutputStream getOutputStream() {
        return output;
    }

    @Override
    public InetAddress getInetAddress() {
        try {
            // With its name, so that nobody asks for a reverse look-up.
            return InetAddress.getByAddress(server.host(), tcp.getInetAddress().getAddress());
        } catch (UnknownHostException impossible) {
            return tcp.getInetAddress();
        }
    }

    @Override
    public int getPort() {
        return server.port();
    }

    @Override
    @SuppressWarnings("UnsynchronizedOverridesSynchronized") // must get through while another thread hangs
    public void close() throws IOException {
        // TLS would first wait to say good-bye to a relay that does not listen.
        tcp.close();
    }

    @Override
    public boolean isClosed() {
        return tcp.isClosed();
    }

    /** What the relay says, a line at a time, so that what is left over is known. */
    private final class Replies extends InputStream {
        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            if (length == 0) {
                return 0;
            }
            if (aheadFrom == aheadTo) {
                int count = innerInput.read(ahead, 0, ahead.length);
                if (count < 0) {
                    return -1;
                }
                aheadFrom = 0;
                aheadTo = count;
            }
            int given = 0;
            boolean lineEnds = false;
            while (aheadFrom < aheadTo && given < length && !lineEnds) {
                byte next = ahead[aheadFrom++];
                bytes[offset + given++] = next;
                lineEnds = next == '\n';
                lineLength = lineEnds ? 0 : lineLength + 1;
            }
            replyLength += given;
            if (lineLength > MAX_LINE || replyLength > MAX_REPLY) {
                throw new IOException("the relay's reply is too long");
            }
            return given;
        }

        @Override
        public int available() {
            return 0;
        }
    }

    /** What the relay is told. */
    private final class Commands extends OutputStream {
        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            if (aheadFrom < aheadTo) {
                throw new IOException("the relay replied more than it was asked for");
            }
            replyLength = 0;
            Watchdog.Watch timeout = watchdog.after(server.writeTimeout(), RelaySocket.this::abort);
            try {
                innerOutput.write(bytes, offset, length);
            } finally {
                timeout.callOff();
            }
        }

        @Override
        public void flush() throws IOException {
            innerOutput.flush();
        }
    }
}
