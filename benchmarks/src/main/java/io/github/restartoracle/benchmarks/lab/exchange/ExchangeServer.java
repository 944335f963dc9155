package io.github.restartoracle.benchmarks.lab.exchange;

import io.github.restartoracle.harness.testbed.TestbedNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
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
            BufferedReader in =
                    new BufferedReader(new InputStreamReader(connection.getInputStream(), StandardCharsets.US_ASCII));
            String request = readHead(in);
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
            connection.setSoTimeout(PATIENCE_MILLIS);
            // The answer may still be in flight. If the server closed first, the kernel would give the connection up
            // after 8 timeouts in a row instead of 15, and not tell the client.
            if (in.read() >= 0) {
                throw new IOException("more than one request over one connection");
            }
        } catch (IOException | RuntimeException e) {
            LOG.debug("an exchange failed", e);
        }
    }

    /** Reads up to the empty line, which ends a request without a body, and returns the first line. */
    private static String readHead(BufferedReader in) throws IOException {
        String first = in.readLine();
        for (String line = first; !"".equals(line); line = in.readLine()) {
            if (line == null) {
                throw new IOException("the connection ended in the middle of a request");
            }
        }
        return String.valueOf(first);
    }

    private static byte[] head(int bytes, long received, long answered) {
        // Numbers have a fixed width, so that the length of the head is known.
        String format = "HTTP/1.0 200 OK\r\nX-Received: %020d\r\nX-Answered: %020d\r\nContent-Length: %010d\r\n\r\n";
        int length = String.format(Locale.ROOT, format, received, answered, 0).length();
        return String.format(Locale.ROOT, format, received, answered, bytes - length)
                .getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public void close() throws IOException {
        socket.close();
        threads.shutdownNow();
    }
}
