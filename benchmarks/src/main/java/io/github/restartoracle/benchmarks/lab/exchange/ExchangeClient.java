package io.github.restartoracle.benchmarks.lab.exchange;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes exchanges with an {@link ExchangeServer}, each over a separate connection. Thread-safe. */
final class ExchangeClient {
    private static final Logger LOG = LoggerFactory.getLogger(ExchangeClient.class);
    /** Longer than the kernel takes to give up a connection, which is 127 s. */
    private static final Duration PATIENCE = Duration.ofSeconds(130);

    private static final Pattern TIMES =
            Pattern.compile("X-Received: (-?\\d{19,20})\r\nX-Answered: (-?\\d{19,20})\r\n");

    private final InetSocketAddress server;

    ExchangeClient(String host, int port) {
        this.server = new InetSocketAddress(host, port);
    }

    /** Makes one exchange and blocks until it has ended. A failed exchange has no parts. */
    Exchange call(String phase, int number, Call call, long dueNanos) {
        long start = Math.max(dueNanos, System.nanoTime());
        Optional<ResponseTimeParts> parts = Optional.empty();
        try {
            parts = Optional.of(attempt(call, start));
        } catch (IOException | IllegalArgumentException e) {
            // The node's log has the cause of each exchange that is reported as failed.
            LOG.warn(
                    "{} {} failed {} s after it was due: {}",
                    phase,
                    number,
                    (System.nanoTime() - dueNanos) / 1_000_000_000,
                    e.toString());
        }
        return new Exchange(phase, number, call.requestBytes(), call.responseBytes(), dueNanos, start, parts);
    }

    private ResponseTimeParts attempt(Call call, long start) throws IOException {
        try (Socket socket = new Socket()) {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout((int) PATIENCE.toMillis());
            socket.connect(server, (int) PATIENCE.toMillis());
            long connected = System.nanoTime();
            socket.getOutputStream().write(request(call));
            byte[] answer = new byte[call.responseBytes()];
            int read = socket.getInputStream().readNBytes(answer, 0, answer.length);
            long end = System.nanoTime();
            if (read < answer.length) {
                throw new IOException("the answer ended after " + read + " of " + answer.length + " bytes");
            }
            String head = new String(answer, 0, Math.min(answer.length, Call.MIN_BYTES), StandardCharsets.US_ASCII);
            Matcher times = TIMES.matcher(head);
            if (!times.find()) {
                throw new IOException("not an answer of the server: " + head);
            }
            return ResponseTimeParts.between(
                    start, connected, Long.parseLong(times.group(1)), Long.parseLong(times.group(2)), end);
        }
    }

    private static byte[] request(Call call) {
        String head = "GET /" + call.responseBytes() + "/" + call.processing().toNanos() + " HTTP/1.0\r\nX-Filler: ";
        String end = "\r\n\r\n";
        String filler = "x".repeat(call.requestBytes() - head.length() - end.length());
        return (head + filler + end).getBytes(StandardCharsets.US_ASCII);
    }
}
