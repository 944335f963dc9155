package io.github.restartoracle.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.restartoracle.house.FreePort;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.cxf.ws.rm.RMConfiguration.DeliveryAssurance;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three processes send the orders of one service from one PostgreSQL, and die (SIGKILL) and pause (SIGSTOP, shorter and longer
 * than a lease) at random moments. Every order whose call has returned is delivered, and none twice.
 */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
@SuppressWarnings("NullAway.Init") // every test starts the processes first
class ClusterIT {
    private static final long SEED = Seed.of(ClusterIT.class);
    private static final int EVENTS = Integer.getInteger("events", 4);
    private static final int LEASE_MILLIS = 1_500;
    private static final int CHUNK = 25;

    /** Keeps the logs of the processes if a test fails. */
    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path directory;

    private final Random random = new Random(SEED);
    private final List<String> put = new ArrayList<>();
    private final List<Node> all = new ArrayList<>();

    /** The nodes that run. */
    private final List<Node> nodes = new ArrayList<>();

    private StoreProcess destination;

    /** One of the three nodes, over all its lives. */
    private final class Node implements Turmoil.Node {
        private final StoreProcess.Life life;
        private final Path log;
        private final String name;
        private StoreProcess child;
        private int lives;
        private int next;

        Node(String name, StoreProcess.Life life) {
            this.name = name;
            this.life = life;
            this.log = directory.resolve(name + ".log");
            start();
            all.add(this);
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public void start() {
            child = life.start(log).ready();
            lives++;
            next = 0;
        }

        /** Tells the node to send more if it has sent all orders so far. */
        void keepBusy() {
            if (next == 0 || child.has("done " + prefix() + (next - 1))) {
                child.say("put " + prefix() + " " + next + " " + (next + CHUNK - 1));
                next += CHUNK;
            }
        }

        private String prefix() {
            return name + lives + "-";
        }

        @Override
        public void kill() {
            child.kill();
            put.addAll(child.put());
        }

        @Override
        public void signal(String signal) {
            child.signal(signal);
        }

        void finish() {
            keepBusy();
            child.await("done " + prefix() + (next - 1));
            put.addAll(child.put());
        }
    }

    @AfterEach
    void killAll() {
        all.forEach(node -> node.child.kill());
        if (destination != null) {
            destination.kill();
        }
    }

    private void pass(long millis) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        while (System.nanoTime() < end) {
            nodes.forEach(Node::keepBusy);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        }
    }

    /** Returns the number of calls that have returned. */
    private int calls() {
        return put.size() + nodes.stream().mapToInt(node -> node.child.calls()).sum();
    }

    private List<String> delivered() {
        return destination.delivered().stream()
                .map(line -> line.split(" ", -1)[1])
                .toList();
    }

    /** Returns the orders that are not delivered yet; by a set, because after a long run there are very many. */
    private Set<String> missing() {
        Set<String> missing = new HashSet<>(put);
        delivered().forEach(missing::remove);
        return missing;
    }

    @Test
    void shouldLoseNothingAndDeliverNothingTwiceWhenNodesDieAndPause() {
        int port = FreePort.next();
        destination = new StoreProcess.Life(
                        "destination",
                        TestDatabase.POSTGRESQL.url(directory),
                        port,
                        DeliveryAssurance.EXACTLY_ONCE,
                        false,
                        "",
                        10_000)
                .start(directory.resolve("destination.log"))
                .ready();
        String shared = TestDatabase.POSTGRESQL.url(directory);
        for (String name : List.of("a", "b", "c")) {
            // One node keeps its name; the sequences of the others are taken over when their lease has ended.
            nodes.add(new Node(
                    name,
                    new StoreProcess.Life(
                            "source",
                            shared,
                            port,
                            DeliveryAssurance.EXACTLY_ONCE,
                            false,
                            name.equals("a") ? "a" : "",
                            LEASE_MILLIS)));
        }
        List<String> events = Turmoil.among(nodes, EVENTS, LEASE_MILLIS, random, this::pass);
        await().atMost(Duration.ofMinutes(10)).until(() -> {
            pass(100);
            return calls() > 10 * CHUNK;
        });
        nodes.forEach(Node::finish);
        await().atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(500))
                .untilAsserted(() ->
                        assertThat(missing()).as("seed %d, %s", SEED, events).isEmpty());
        assertThat(delivered()).as("seed %d, %s", SEED, events).doesNotHaveDuplicates();
    }
}
