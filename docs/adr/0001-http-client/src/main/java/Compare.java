import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Prints the needs of restarts for a pool of connections, and the behaviour of two libraries. Linux only: reads
 * /proc/net/tcp.
 */
public final class Compare {
    private static final int REQUESTS = 256;
    private static final int IDLE = 9;
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Duration SHORT = Duration.ofMillis(500);

    public static void main(String[] arguments) throws Exception {
        List<Supplier<Client>> clients =
                List.of(() -> new HttpClient5(false), () -> new HttpClient5(true), NettyPool::new);
        for (Supplier<Client> each : clients) {
            try (Client client = each.get()) {
                System.out.println(client.name());
                hanging(client);
                System.out.println("  abandoned after it was written, the peer sees: " + abandoned(client));
                System.out.println("  with " + IDLE + " idle connections gone silent, answered by attempt: " + silent(client));
            }
        }
        System.exit(0);
    }

    private static void hanging(Client client) throws Exception {
        try (Peer unreachable = Peer.unreachable();
                Peer healthy = Peer.answering()) {
            int own = unreachable.connecting();
            List<Client.Request> requests = new ArrayList<>();
            for (int i = 0; i < REQUESTS; i++) {
                requests.add(client.send(unreachable.address(), LONG));
            }
            await(() -> connecting(unreachable) - own == REQUESTS);
            System.out.println("  of " + REQUESTS + " requests to a peer that cannot be reached, connecting: "
                    + (unreachable.connecting() - own) + "; threads of the client: " + clientThreads());
            long begin = System.nanoTime();
            client.send(healthy.address(), LONG).answer().get(LONG.toSeconds(), TimeUnit.SECONDS);
            System.out.println("  meanwhile a healthy peer answers within a second: "
                    + (System.nanoTime() - begin < TimeUnit.SECONDS.toNanos(1)));
            requests.forEach(request -> request.abandon().run());
            Thread.sleep(2000);
            System.out.println("  2 s after all were abandoned, still connecting: " + (unreachable.connecting() - own));
        }
    }

    private static String abandoned(Client client) throws Exception {
        try (Peer peer = Peer.answering()) {
            client.send(peer.address(), LONG).answer().get(5, TimeUnit.SECONDS);
            peer.fallSilent();
            Client.Request request = client.send(peer.address(), LONG);
            Thread.sleep(500);
            peer.closes.clear();
            request.abandon().run();
            return String.valueOf(peer.closes.poll(5, TimeUnit.SECONDS));
        }
    }

    private static int silent(Client client) throws Exception {
        try (Peer peer = Peer.answering()) {
            List<Client.Request> requests = new ArrayList<>();
            for (int i = 0; i < IDLE; i++) {
                requests.add(client.send(peer.address(), LONG));
            }
            for (Client.Request request : requests) {
                request.answer().get(5, TimeUnit.SECONDS);
            }
            peer.fallSilent();
            for (int attempt = 1; ; attempt++) {
                try {
                    client.send(peer.address(), SHORT).answer().get(30, TimeUnit.SECONDS);
                    return attempt;
                } catch (ExecutionException noAnswer) {
                    // The next attempt.
                }
            }
        }
    }

    /** Counts the threads of the client, without those of the peers and of the JVM. */
    private static long clientThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("httpclient-") || name.startsWith("netty"))
                .count();
    }

    private static int connecting(Peer peer) {
        try {
            return peer.connecting();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        for (int i = 0; i < 100 && !condition.getAsBoolean(); i++) {
            Thread.sleep(100);
        }
    }
}
