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

    private final Bus bus;
    private final int port;

    private NeighboursCaller(String oracle, int port) {
        this.bus = Stack.ORACLE.bus(Map.of("oracle", oracle), this);
        this.port = port;
    }

    public static void main(String[] arguments) throws Exception {
        NeighboursCaller caller = new NeighboursCaller(arguments[0], Integer.parseInt(arguments[3]));
        caller.run(Integer.parseInt(arguments[1]), Others.valueOf(arguments[2]));
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

    private void run(int messages, Others others) throws Exception {
        List<Path> paths = new ArrayList<>();
        for (int i = 0; i < NeighboursComparison.HEALTHY; i++) {
            String address = address(port, i);
            healthy.add(address);
            paths.add(new Path(address, Stack.client(bus, address, false)));
        }
        send(paths, messages, 0);
        flood(
                switch (others) {
                    case NONE -> List.of();
                    case GOOD -> good();
                    case BAD -> bad();
                });
        // What bad paths use for the first time is compiled here, and not while something is measured.
        send(paths, messages, 0);
        long begun = System.nanoTime();
        send(paths, messages, 0);
        double perSecond = paths.size() * messages / ((System.nanoTime() - begun) / 1e9);
        measuring = true;
        send(paths, RATE_PER_SECOND * 15, RATE_PER_SECOND);
        Child.tell(perSecond, roundTrips.getValueAtPercentile(50) / 1e6, roundTrips.getValueAtPercentile(99) / 1e6);
        Runtime.getRuntime().halt(0);
    }

    private static String address(int port, int number) {
        return "http://localhost:" + port + "/orders" + number;
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

    private List<Orders> good() throws InterruptedException {
        List<Orders> others = new ArrayList<>();
        for (int i = 0; i < NeighboursComparison.OTHERS; i++) {
            others.add(open(port, NeighboursComparison.HEALTHY + i));
        }
        return others;
    }

    /** Opens the other paths, then lets their peers turn bad. */
    private List<Orders> bad() throws IOException, InterruptedException {
        BadPeer silent = new BadPeer(BadPeer.Kind.SILENT, port);
        silent.turnBad();
        List<Orders> others = new ArrayList<>();
        others.add(Stack.client(bus, "https://localhost:" + silent.port() + "/other", false));
        int number = NeighboursComparison.HEALTHY + 1;
        List<BadPeer> peers = new ArrayList<>();
        for (BadPeer.Kind kind : List.of(BadPeer.Kind.SLOW, BadPeer.Kind.LARGE, BadPeer.Kind.REFUSED)) {
            BadPeer peer = new BadPeer(kind, port);
            peers.add(peer);
            others.add(open(peer.port(), number++));
        }
        Orders blocked = open(port, number);
        ClientProxy.getClient(blocked).getOutInterceptors().add(new Blocking());
        others.add(blocked);
        for (BadPeer peer : peers) {
            peer.turnBad();
        }
        return others;
    }

    private Orders open(int at, int number) throws InterruptedException {
        String address = address(at, number);
        Orders orders = Stack.client(bus, address, false);
        orders.put("creates the sequence");
        await(address, 1);
        return orders;
    }

    private static void flood(List<Orders> others) throws InterruptedException {
        for (Orders each : others) {
            Thread thread = new Thread(() -> flood(each), "flood");
            thread.setDaemon(true);
            thread.start();
        }
        TimeUnit.SECONDS.sleep(3);
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
