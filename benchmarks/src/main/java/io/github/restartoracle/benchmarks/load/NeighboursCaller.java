package io.github.restartoracle.benchmarks.load;

import io.github.restartoracle.status.Delivery;
import io.github.restartoracle.wsrm.event.TransmissionListener;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.ConcurrentHistogram;
import org.apache.cxf.Bus;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;

/**
 * A process with fifteen healthy paths and possibly five others. Its arguments: an oracle, the messages of each healthy path, a
 * name of {@link Others}, and the port of the service. It prints messages per second at saturation, and the median and the 99th
 * percentile of round trips in milliseconds at a fixed rate.
 */
final class NeighboursCaller implements TransmissionListener {
    /** The paths in addition to those that are measured. */
    enum Others {
        NONE,
        /** Five that are called as often as the bad ones, and whose messages arrive. */
        GOOD,
        /** Five that fail, each in a different way. */
        BAD
    }

    private static final int RATE_PER_SECOND = 20;
    private static final int MOST_UNACKNOWLEDGED = 100;

    private final int port;
    private final Bus bus;
    private final Map<String, Path> paths = new ConcurrentHashMap<>();
    private final List<Path> healthy = new ArrayList<>();
    private final ConcurrentHistogram roundTrips = new ConcurrentHistogram(TimeUnit.MINUTES.toNanos(1), 3);
    private volatile boolean measuring;

    private NeighboursCaller(String oracle, int port) {
        this.port = port;
        this.bus = Stack.ORACLE.bus(Map.of("oracle", oracle), this);
    }

    public static void main(String[] arguments) throws Exception {
        NeighboursCaller caller = new NeighboursCaller(arguments[0], Integer.parseInt(arguments[3]));
        caller.run(Integer.parseInt(arguments[1]), Others.valueOf(arguments[2]));
    }

    @Override
    public void delivered(Delivery delivery) {
        Path path = paths.get(delivery.address());
        if (path == null) {
            return;
        }
        path.acknowledged.increment();
        if (measuring && healthy.contains(path) && delivery.rttNanos() >= 0) {
            roundTrips.recordValue(Math.min(delivery.rttNanos(), roundTrips.getHighestTrackableValue()));
        }
    }

    private void run(int messages, Others others) throws Exception {
        for (int i = 0; i < NeighboursComparison.HEALTHY; i++) {
            healthy.add(new Path("http", port, i));
        }
        send(messages, 0);
        switch (others) {
            case NONE -> {}
            case GOOD -> good();
            case BAD -> bad();
        }
        paths.values().stream().filter(path -> !healthy.contains(path)).forEach(Path::flood);
        TimeUnit.SECONDS.sleep(3);
        // What bad paths use for the first time is compiled here, and not while something is measured.
        send(messages, 0);
        long begun = System.nanoTime();
        send(messages, 0);
        double perSecond = healthy.size() * messages / ((System.nanoTime() - begun) / 1e9);
        measuring = true;
        send(RATE_PER_SECOND * 15, RATE_PER_SECOND);
        Child.tell(perSecond, roundTrips.getValueAtPercentile(50) / 1e6, roundTrips.getValueAtPercentile(99) / 1e6);
        Runtime.getRuntime().halt(0);
    }

    private void send(int messages, int rate) throws InterruptedException, ExecutionException {
        Measures.inThreads(healthy.size(), path -> () -> {
            healthy.get(path).send(messages, rate);
            return null;
        });
    }

    private void good() throws InterruptedException {
        for (int i = 0; i < NeighboursComparison.OTHERS; i++) {
            new Path("http", port, NeighboursComparison.HEALTHY + i).open();
        }
    }

    /** Opens the other paths, then lets their peers turn bad. */
    private void bad() throws IOException, InterruptedException {
        int number = NeighboursComparison.HEALTHY;
        BadPeer silent = new BadPeer(BadPeer.Kind.SILENT, port);
        silent.turnBad();
        new Path("https", silent.port(), number++);
        List<BadPeer> peers = new ArrayList<>();
        for (BadPeer.Kind kind : List.of(BadPeer.Kind.SLOW, BadPeer.Kind.LARGE, BadPeer.Kind.REFUSED)) {
            BadPeer peer = new BadPeer(kind, port);
            peers.add(peer);
            new Path("http", peer.port(), number++).open();
        }
        Path blocked = new Path("http", port, number);
        blocked.open();
        ClientProxy.getClient(blocked.orders).getOutInterceptors().add(blocking());
        for (BadPeer peer : peers) {
            peer.turnBad();
        }
    }

    /** Returns an interceptor that holds every message for half a minute. */
    private static AbstractPhaseInterceptor<Message> blocking() {
        return new AbstractPhaseInterceptor<>(Phase.WRITE) {
            @Override
            public void handleMessage(Message message) {
                try {
                    TimeUnit.SECONDS.sleep(30);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        };
    }

    private final class Path {
        private final Orders orders;
        private final LongAdder acknowledged = new LongAdder();
        private long sent;

        Path(String scheme, int at, int number) {
            String address = scheme + "://localhost:" + at + "/orders" + number;
            paths.put(address, this);
            orders = Stack.client(bus, address, false);
        }

        void open() throws InterruptedException {
            orders.put("creates the sequence");
            sent++;
            awaitAtMost(0);
        }

        /** Sends at a rate, or for rate 0 at the rate of the acknowledgements, and waits for all of them. */
        void send(int messages, int rate) throws InterruptedException {
            long begun = System.nanoTime();
            for (int i = 0; i < messages; i++) {
                if (rate > 0) {
                    long left = begun + i * TimeUnit.SECONDS.toNanos(1) / rate - System.nanoTime();
                    TimeUnit.NANOSECONDS.sleep(left);
                }
                orders.put("an order");
                sent++;
                awaitAtMost(MOST_UNACKNOWLEDGED);
            }
            awaitAtMost(0);
        }

        private void awaitAtMost(int unacknowledged) throws InterruptedException {
            while (sent - acknowledged.sum() > unacknowledged) {
                TimeUnit.MILLISECONDS.sleep(1);
            }
        }

        /** Sends until the process ends. */
        void flood() {
            BadPeer.start(() -> {
                while (true) {
                    try {
                        orders.put("an order");
                        TimeUnit.MILLISECONDS.sleep(50);
                    } catch (InterruptedException | RuntimeException refused) {
                        // try the next message
                    }
                }
            });
        }
    }
}
