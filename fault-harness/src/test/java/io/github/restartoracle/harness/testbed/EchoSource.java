package io.github.restartoracle.harness.testbed;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * A program for a node: for a number of seconds opens a connection every 100 ms at most, sends a number of bytes and reads
 * them back; writes one line per connection: begin, connected, answered, in milliseconds since time 0,
 * and how many were reset.
 */
public final class EchoSource {
    private static final Path LINEAR = Path.of("/proc/sys/net/ipv4/tcp_syn_linear_timeouts");

    private EchoSource() {}

    public static void main(String... args) throws IOException {
        TestbedNode node = TestbedNode.current();
        node.ready();
        long start = node.awaitStart();
        long end = start + Duration.ofSeconds(Long.parseLong(args[0])).toNanos();
        byte[] payload = new byte[Integer.parseInt(args[1])];
        LockSupport.parkNanos(start - System.nanoTime());
        StringBuilder lines = new StringBuilder();
        int lost = 0;
        while (System.nanoTime() < end) {
            long begin = System.nanoTime();
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(node.peer(), EchoDestination.PORT), 20_000);
                long connected = System.nanoTime();
                socket.getOutputStream().write(payload);
                socket.getInputStream().readNBytes(payload.length);
                lines.append((begin - start) / 1_000_000 + " " + (connected - start) / 1_000_000 + " "
                        + (System.nanoTime() - start) / 1_000_000 + "\n");
            } catch (SocketException refused) {
                lost++;
            }
            LockSupport.parkNanos(begin + 100_000_000 - System.nanoTime());
        }
        Files.writeString(node.output().resolve("connections.txt"), lines);
        Files.writeString(node.output().resolve("reset.txt"), Integer.toString(lost));
        if (Files.exists(LINEAR)) {
            Files.copy(LINEAR, node.output().resolve("syn-linear-timeouts.txt"));
        }
    }
}
