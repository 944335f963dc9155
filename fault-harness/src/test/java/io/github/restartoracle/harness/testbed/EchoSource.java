package io.github.restartoracle.harness.testbed;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * A program for a node: for a number of seconds opens a connection every 100 ms at most, sends a number of bytes and reads them
 * back. Writes one line per connection: begin, connected, answered, in milliseconds since time 0, and the number of resets.
 */
public final class EchoSource {
    private static final Path LINEAR = Path.of("/proc/sys/net/ipv4/tcp_syn_linear_timeouts");

    /** The time of an answer that did not come while the source waited. */
    static final long NEVER = 999_999;

    private EchoSource() {}

    public static void main(String... args) throws IOException {
        TestbedNode node = TestbedNode.current();
        node.ready();
        long start = node.awaitStart();
        long end = start + Duration.ofSeconds(Long.parseLong(args[0])).toNanos();
        byte[] payload = new byte[Integer.parseInt(args[1])];
        int patienceMillis = args.length > 2 ? Integer.parseInt(args[2]) : 0;
        LockSupport.parkNanos(start - System.nanoTime());
        StringBuilder lines = new StringBuilder();
        int lost = 0;
        while (System.nanoTime() < end) {
            long begin = System.nanoTime();
            try (Socket socket = connect(InetAddress.getAllByName(node.peer()))) {
                socket.setSoTimeout(patienceMillis);
                long connected = System.nanoTime();
                socket.getOutputStream().write(payload);
                boolean echoed = echoed(socket, payload.length);
                lines.append((begin - start) / 1_000_000 + " " + (connected - start) / 1_000_000 + " "
                        + (echoed ? (System.nanoTime() - start) / 1_000_000 : NEVER) + "\n");
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

    private static boolean echoed(Socket socket, int bytes) throws IOException {
        try {
            socket.getInputStream().readNBytes(bytes);
            return true;
        } catch (SocketTimeoutException silent) {
            return false;
        }
    }

    /** Connects to the addresses, one after the other; the last one gets more time. */
    private static Socket connect(InetAddress... addresses) throws IOException {
        for (int i = 0; i < addresses.length - 1; i++) {
            Socket socket = new Socket();
            try {
                socket.connect(new InetSocketAddress(addresses[i], EchoDestination.PORT), 2_000);
                return socket;
            } catch (SocketTimeoutException dead) {
                socket.close();
            }
        }
        Socket socket = new Socket();
        try {
            socket.connect(new InetSocketAddress(addresses[addresses.length - 1], EchoDestination.PORT), 20_000);
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }
}
