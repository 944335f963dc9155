package io.github.restartoracle.benchmarks.lab.exchange;

import io.github.restartoracle.harness.testbed.TestbedNode;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers HTTP/1.0 requests for {@code /BYTES/PROCESSING-NANOS} with that many bytes after that time, and closes. The headers
 * contain the times at which the request was complete and the answer began, on the clock of {@link System#nanoTime()}: client
 * and server run on one machine.
 *
 * <p>A thread per connection, as the servers of the seeds had. Thread-safe.
 */
public final class ExchangeServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ExchangeServer.class);
    private static final int BACKLOG = 1024;
    private static final int REQUEST_LIMIT = 1 << 20;
    private static final int PATIENCE_MILLIS = 130_000;

    private final ServerSocket socket;
    private final ExecutorService threads;

    private ExchangeServer(ServerSocket socket, ExecutorService threads) {
        this.socket = socket;
        this.threads = threads;
    }

    /**
     * Runs the server in its container until the process is ended.
     *
     * @param args the port
     * @throws IOException if the port cannot be opened
     */
    public static void main(String[] args) throws IOException {
        try (ExchangeServer server = open(Integer.parseInt(args[0]))) {
            TestbedNode.current().ready();
            while (!Thread.currentThread().isInterrupted()) {
                LockSupport.park(server);
            }
        }
    }

    static ExchangeServer open(int port) throws IOException {
        ServerSocket socket = new ServerSocket();
        socket.setReuseAddress(true);
        socket.bind(new InetSocketAddress(port), BACKLOG);
        ExecutorService threads = Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "exchange-server");
            thread.setDaemon(true);
            return thread;
        });
        ExchangeServer server = new ExchangeServer(socket, threads);
        threads.execute(server::accept);
        return server;
    }

    int port() {
        return socket.getLocalPort();
    }

    private void accept() {
        while (!socket.isClosed()) {
            try {
                Socket connection = socket.accept();
                threads.execute(() -> serve(connection));
            } catch (IOException closed) {
                LOG.debug("no more connections", closed);
            }
        }
    }

    private static void serve(Socket connection) {
        try (connection) {
            connection.setTcpNoDelay(true);
            String request = readHead(connection.getInputStream());
            long received = System.nanoTime();
            String[] path = request.substring(request.indexOf('/') + 1, request.indexOf(" HTTP/"))
                    .split("/", -1);
            byte[] answer = new byte[Integer.parseInt(path[0])];
            PhaseRunner.park(received + Long.parseLong(path[1]));
            long answered = System.nanoTime();
            byte[] head = head(answer.length, received, answered);
            Arrays.fill(answer, (byte) 'x');
            System.arraycopy(head, 0, answer, 0, head.length);
            // The answer is sent in one write, so that the segments are as full as possible.
            connection.getOutputStream().write(answer);
            connection.shutdownOutput();
            awaitClose(connection);
        } catch (IOException | RuntimeException e) {
            LOG.debug("an exchange failed", e);
        }
    }

    /**
     * Waits until the client closes the connection, because the answer may still be in flight. If the server closed first, the
     * kernel would give the connection up after 8 timeouts in a row instead of 15, and not tell the client.
     */
    private static void awaitClose(Socket connection) throws IOException {
        connection.setSoTimeout(PATIENCE_MILLIS);
        int read = connection.getInputStream().read();
        if (read >= 0) {
            throw new IOException("more than one request over one connection");
        }
    }

    /** Reads up to the empty line, which ends a request without a body. */
    private static String readHead(InputStream in) throws IOException {
        byte[] buffer = new byte[4096];
        int length = 0;
        while (length < REQUEST_LIMIT) {
            if (length == buffer.length) {
                buffer = Arrays.copyOf(buffer, 2 * length);
            }
            int read = in.read(buffer, length, buffer.length - length);
            if (read < 0) {
                throw new IOException("the connection ended after " + length + " bytes of a request");
            }
            length += read;
            if (length >= 4
                    && buffer[length - 4] == '\r'
                    && buffer[length - 3] == '\n'
                    && buffer[length - 2] == '\r'
                    && buffer[length - 1] == '\n') {
                return new String(buffer, 0, length, StandardCharsets.US_ASCII);
            }
        }
        throw new IOException("a request without an end");
    }

    private static byte[] head(int bytes, long received, long answered) {
        // Numbers have a fixed width, so that the length of the head is known.
        String head = String.format(
                Locale.ROOT,
                "HTTP/1.0 200 OK\r\nX-Received: %020d\r\nX-Answered: %020d\r\nContent-Length: %010d\r\n\r\n",
                received,
                answered,
                0);
        String text = head.replace(
                "Content-Length: 0000000000",
                String.format(Locale.ROOT, "Content-Length: %010d", bytes - head.length()));
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public void close() throws IOException {
        socket.close();
        threads.shutdownNow();
    }
}
