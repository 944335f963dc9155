package io.github.restartoracle.mail.pop3;

import io.github.restartoracle.mail.pop3.Pop3Exception.Reason;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import jdk.net.ExtendedSocketOptions;

/** The lines and texts of a POP3 connection, in bounded memory. Not thread-safe, but for closing the socket. */
final class Pop3Wire implements Closeable {
    /** Far more than any server sends (RFC 2449 allows 512 octets), little enough for memory. */
    static final int MAX_LINE = 128 << 10;

    private final Socket socket;
    private final Socket tcp;
    private final boolean quick;
    private final InputStream in;
    private final OutputStream out;
    private final byte[] buffer = new byte[16 << 10];
    private int position;
    private int limit;

    /**
     * The wire of a connection.
     *
     * @param socket what is spoken over
     * @param tcp what lies below, the same without TLS
     */
    Pop3Wire(Socket socket, Socket tcp) throws IOException {
        this.socket = socket;
        this.tcp = tcp;
        this.quick = tcp.supportedOptions().contains(ExtendedSocketOptions.TCP_QUICKACK);
        this.in = socket.getInputStream();
        this.out = socket.getOutputStream();
    }

    /** Sends a command. What came unasked for would be taken for its answer, so that ends the session. */
    void send(String command) throws IOException {
        if (position < limit) {
            throw new Pop3Exception(Reason.PROTOCOL, "the server spoke unasked");
        }
        out.write((command + "\r\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    /** The next line, without its end. */
    String line() throws IOException {
        StringBuilder line = new StringBuilder(80);
        while (true) {
            int octet = read();
            if (octet == '\r') {
                if (read() != '\n') {
                    throw new Pop3Exception(Reason.PROTOCOL, "a line ends in CR alone");
                }
                return line.toString();
            }
            if (octet == '\n') {
                throw new Pop3Exception(Reason.PROTOCOL, "a line ends in LF alone");
            }
            if (line.length() == MAX_LINE) {
                throw new Pop3Exception(Reason.PROTOCOL, "a line is longer than " + MAX_LINE);
            }
            line.append((char) octet);
        }
    }

    /**
     * Copies a text up to the dot that ends it (RFC 1939, section 3), without the dots that were stuffed.
     *
     * @return its octets
     * @throws Pop3Exception if the connection fails
     * @throws IOException if the target does
     */
    long copy(OutputStream target, long maxOctets) throws IOException {
        byte[] chunk = new byte[buffer.length];
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
                throw new Pop3Exception(Reason.TOO_LARGE, "a mail is longer than " + maxOctets + " octets");
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

    private int peek() throws IOException {
        fill();
        return buffer[position];
    }

    private int read() throws IOException {
        fill();
        return buffer[position++] & 0xFF;
    }

    private void fill() throws IOException {
        if (position < limit) {
            return;
        }
        int read;
        try {
            acknowledgeAtOnce();
            read = in.read(buffer);
        } catch (SocketTimeoutException e) {
            throw new Pop3Exception(Reason.DEADLINE, "the server was silent for too long", e);
        } catch (IOException e) {
            throw new Pop3Exception(Reason.CONNECTION, "the connection broke: " + e.getMessage(), e);
        }
        if (read <= 0) {
            throw new Pop3Exception(Reason.CONNECTION, "the server closed the connection");
        }
        position = 0;
        limit = read;
    }

    /**
     * A server that writes a mail in pieces may wait with the next until the former is acknowledged (Nagle), which TCP holds
     * back for 40 ms: 25 mails a second. The system forgets the option, so it is set for each read.
     */
    private void acknowledgeAtOnce() throws IOException {
        if (quick) {
            tcp.setOption(ExtendedSocketOptions.TCP_QUICKACK, true);
        }
    }

    /** Whether something is there already that was not asked for. */
    boolean hasInput() throws IOException {
        return position < limit || in.available() > 0;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
