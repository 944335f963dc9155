package io.github.restartoracle.harness.inject;

import io.github.restartoracle.harness.fault.FaultSchedule;
import io.github.restartoracle.harness.proof.FaultVerdict;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Runs in a network namespace: echoes over a link with faults. Arguments: a schedule, the shortest duration in seconds, and the
 * duration of a cut in milliseconds; it ends when the link works.
 */
final class KernelLinkTrial {
    private static final int EVERY_MILLIS = 50;
    private static final int TIMEOUT_MILLIS = 500;
    private static final int PATIENCE_SECONDS = 60;
    private static final String OK = "ok";

    private KernelLinkTrial() {}

    @SuppressWarnings("SystemOut") // the test reads the output
    public static void main(String[] args) throws Exception {
        ExecutorService threads = Executors.newCachedThreadPool();
        try (ServerSocket server = new ServerSocket(0);
                KernelLink link = KernelLink.open(FaultSchedule.parse(args[0]))) {
            Future<?> unused = threads.submit(() -> accept(server, threads));
            InetSocketAddress target = new InetSocketAddress(link.address(), server.getLocalPort());
            InetSocketAddress beside = new InetSocketAddress(InetAddress.getLoopbackAddress(), server.getLocalPort());
            exchange(target);
            link.begin();
            link.cut(Duration.ofMillis(Long.parseLong(args[2])));
            long startNanos = System.nanoTime();
            long seconds = Long.parseLong(args[1]);
            String last = "";
            for (long since = 0;
                    since < seconds || (since < PATIENCE_SECONDS && !last.equals(OK));
                    since = (System.nanoTime() - startNanos) / 1_000_000_000) {
                last = exchange(target);
                System.out.println("exchange " + last + " " + exchange(beside));
                Thread.sleep(EVERY_MILLIS);
            }
            for (FaultVerdict verdict : link.proof().verdicts()) {
                System.out.println("proof " + verdict);
            }
        }
        System.out.println("left " + saved());
        System.exit(0);
    }

    private static String exchange(InetSocketAddress target) {
        try (Socket socket = new Socket()) {
            socket.connect(target, TIMEOUT_MILLIS);
            socket.setSoTimeout(TIMEOUT_MILLIS);
            socket.getOutputStream().write('x');
            return socket.getInputStream().read() == 'x' ? OK : "ended";
        } catch (SocketTimeoutException e) {
            return "silent";
        } catch (IOException e) {
            return "refused";
        }
    }

    /** Accepts connections, with a thread for each: the end of a dropped connection must not keep others waiting. */
    private static Object accept(ServerSocket server, ExecutorService threads) throws IOException {
        while (true) {
            Socket socket = server.accept();
            threads.execute(() -> echo(socket));
        }
    }

    private static void echo(Socket connection) {
        try (Socket socket = connection) {
            InputStream in = socket.getInputStream();
            for (int octet = in.read(); octet >= 0; octet = in.read()) {
                socket.getOutputStream().write(octet);
            }
        } catch (IOException e) {
            // Reset by the link; the client has noticed it.
        }
    }

    private static long saved() throws IOException {
        Process process = new ProcessBuilder("iptables-save").start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .filter(line -> line.contains("restart-"))
                .count();
    }
}
