package io.github.restartoracle.benchmarks.load;

import io.github.restartoracle.wsrm.event.Delivery;
import io.github.restartoracle.wsrm.event.TransmissionListener;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

    private final Map<String, LongAdder> acknowledged = new ConcurrentHashMap<>();
    private final ConcurrentHistogram roundTrips = new ConcurrentHistogram(TimeUnit.MINUTES.toNanos(1), 3);
    /** The addresses of the paths that are measured. */
    private final Set<String> healthy = ConcurrentHashMap.newKeySet();

    private volatile boolean measuring;

    private NeighboursCaller() {}

    public static void main(String[] arguments) throws Exception {
        new NeighboursCaller()
                .run(
                        arguments[0],
                        Integer.parseInt(arguments[1]),
                        Others.valueOf(arguments[2]),
                        Integer.parseInt(arguments[3]));
    }

    @Override
    public void delivered(Delivery delivery) {
        acknowledged.computeIfAbsent(delivery.address(), key -> new LongAdder()).increment();
        if (measuring && healthy.contains(delivery.address()) && delivery.rttNanos() >= 0) {
            roundTrips.recordValue(Math.min(delivery.rttNanos(), roundTrips.getHighestTrackableValue()));
        }
    }

    /** Waits until so many messages to an address are acknowledged. */
    private void await(String address, long number) throws InterruptedException {
        LongAdder count = acknowledged.computeIfAbsent(address, key -> new LongAdder());
        while (count.sum() < number) {
            TimeUnit.MILLISECONDS.sleep(1);
        }
    }

    private void run(String oracle, int messages, Others others, int port) throws Exception {
        Bus bus = Stack.ORACLE.bus(Map.of("oracle", oracle), this);
        List<Path> paths = new ArrayList<>();
        for (int i = 0; i < NeighboursComparison.HEALTHY; i++) {
            String address = "http://localhost:" + port + "/orders" + i;
            healthy.add(address);
            paths.add(new Path(address, Stack.client(bus, address)));
        }
        send(paths, messages, 0);
        call(
                switch (others) {
                    case NONE -> List.of();
                    case GOOD -> good(bus, port);
                    case BAD -> bad(bus, port);
                });
        // What bad paths use for the first time is compiled here, and not while something is measured.
        send(paths, messages, 0);
        long begun = System.nanoTime();
        send(paths, messages, 0);
        double perSecond = paths.size() * messages / ((System.nanoTime() - begun) / 1e9);
        measuring = true;
        send(paths, RATE_PER_SECOND * 15, RATE_PER_SECOND);
        Child.tell(perSecond + " " + roundTrips.getValueAtPercentile(50) / 1e6 + " "
                + roundTrips.getValueAtPercentile(99) / 1e6);
        Runtime.getRuntime().halt(0);
    }

    private final class Path {
        private final String address;
        private final Orders orders;
        private long sent;

        Path(String address, Orders orders) {
            this.address = address;
            this.orders = orders;
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
                await(address, sent - MOST_UNACKNOWLEDGED);
            }
            await(address, sent);
        }
    }

    private static void send(List<Path> paths, int messages, int rate) throws InterruptedException, ExecutionException {
        Measures.inThreads(paths.size(), path -> () -> {
            paths.get(path).send(messages, rate);
            return null;
        });
    }

    private List<Orders> good(Bus bus, int port) throws InterruptedException {
        List<Orders> others = new ArrayList<>();
        for (int i = 0; i < NeighboursComparison.OTHERS; i++) {
            others.add(open(bus, "http://localhost:" + port + "/orders" + (NeighboursComparison.HEALTHY + i)));
        }
        return others;
    }

    /** Opens the other paths, then lets their peers turn bad. */
    private List<Orders> bad(Bus bus, int port) throws IOException, InterruptedException {
        List<BadPeer> peers = new ArrayList<>();
        List<Orders> others = new ArrayList<>();
        int number = NeighboursComparison.HEALTHY;
        BadPeer silent = new BadPeer(BadPeer.Kind.SILENT, port);
        silent.turnBad();
        others.add(Stack.client(bus, "https://localhost:" + silent.port() + "/other" + number++));
        for (BadPeer.Kind kind : List.of(BadPeer.Kind.SLOW, BadPeer.Kind.LARGE, BadPeer.Kind.REFUSED)) {
            BadPeer peer = new BadPeer(kind, port);
            peers.add(peer);
            others.add(open(bus, "http://localhost:" + peer.port() + "/orders" + number++));
        }
        String address = "http://localhost:" + port + "/orders" + number;
        Orders blocked = open(bus, address);
        ClientProxy.getClient(blocked).getOutInterceptors().add(new Blocking());
        others.add(blocked);
        for (BadPeer peer : peers) {
            peer.turnBad();
        }
        return others;
    }

    private static void call(List<Orders> others) throws InterruptedException {
        for (Orders each : others) {
            Thread thread = new Thread(() -> flood(each), "flood");
            thread.setDaemon(true);
            thread.start();
        }
        TimeUnit.SECONDS.sleep(3);
    }

    private Orders open(Bus bus, String address) throws InterruptedException {
        Orders orders = Stack.client(bus, address);
        orders.put("creates the sequence");
        await(address, 1);
        return orders;
    }

    private static void flood(Orders orders) {
        while (true) {
            try {
                orders.put("an order");
                TimeUnit.MILLISECONDS.sleep(50);
            } catch (InterruptedException | RuntimeException refused) {
                // try the next message
            }
        }
    }

    /** Holds every message for half a minute. */
    private static final class Blocking extends AbstractPhaseInterceptor<Message> {
        Blocking() {
            super(Phase.WRITE);
        }

        @Override
        public void handleMessage(Message message) {
            try {
                TimeUnit.SECONDS.sleep(30);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
