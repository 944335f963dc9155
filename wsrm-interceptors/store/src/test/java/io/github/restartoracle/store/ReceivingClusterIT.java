package io.github.restartoracle.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.restartoracle.house.CuttableLink;
import io.github.restartoracle.house.FreePort;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.apache.cxf.ws.rm.RMConfiguration.DeliveryAssurance;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Three processes are one service, on one PostgreSQL and behind one address, and die (SIGKILL) and pause (SIGSTOP, shorter and
 * longer than a lease) at random moments. Every order whose call has returned at the client is delivered, none twice, and each
 * sequence in order if that was asked for. The client does not know the nodes: each of its connections reaches another one.
 */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
@SuppressWarnings("NullAway.Init") // every test starts the processes first
class ReceivingClusterIT {
    private static final long SEED = Seed.of(ReceivingClusterIT.class);
    private static final int EVENTS = Integer.getInteger("events", 3);
    private static final int LEASE_MILLIS = 1_500;
    private static final int CHUNK = 10;

    /** Keeps the logs of the processes if a test fails. */
    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path directory;

    private final Random random = new Random(SEED);
    private final List<Node> all = new ArrayList<>();
    private final List<Kind> kinds =
            Stream.of("a", "b", "c", "d").map(Kind::new).toList();
    private CuttableLink front;
    private StoreProcess source;

    /** The orders that the source sends in one sequence. */
    private final class Kind {
        private final String name;
        private int next;

        Kind(String name) {
            this.name = name;
        }

        boolean isDone() {
            return source.has("done " + name + (next - 1));
        }

        void put(int count) {
            source.say("put " + name + " " + next + " " + (next + count - 1));
            next += count;
        }
    }

    /** One of the three nodes, over all its lives. */
    private final class Node implements Turmoil.Node {
        private final StoreProcess.Life life;
        private final String name;
        private StoreProcess child;

        Node(String name, StoreProcess.Life life) {
            this.name = name;
            this.life = life;
            this.child = life.start(log());
            all.add(this);
        }

        private Path log() {
            return directory.resolve(name + ".log");
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public void start() {
            child = life.start(log());
        }

        @Override
        public void kill() {
            child.kill();
        }

        @Override
        public void signal(String signal) {
            child.signal(signal);
        }
    }

    @AfterEach
    void killAll() {
        all.forEach(Node::kill);
        if (source != null) {
            source.kill();
        }
        if (front != null) {
            front.close();
        }
    }

    private List<Node> startNodes(boolean inOrder) {
        String shared = TestDatabase.POSTGRESQL.url(directory);
        List<Node> nodes = new ArrayList<>();
        for (String name : List.of("x", "y", "z")) {
            // One node keeps its name; the sequences of the others are taken over when their lease has ended.
            nodes.add(new Node(
                    name,
                    new StoreProcess.Life(
                            "destination",
                            shared,
                            FreePort.next(),
                            DeliveryAssurance.EXACTLY_ONCE,
                            inOrder,
                            name.equals("x") ? "x" : "",
                            LEASE_MILLIS)));
        }
        nodes.forEach(node -> node.child.ready());
        return nodes;
    }

    /** Lets time pass, and sends more of each kind that has sent all orders so far. */
    private void pass(long millis) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        while (System.nanoTime() < end) {
            kinds.stream().filter(Kind::isDone).forEach(kind -> kind.put(CHUNK));
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
        }
    }

    private List<String> orders() {
        return all.get(0).child.ready().delivered().stream()
                .map(line -> line.split(" ", -1)[1])
                .toList();
    }

    @ParameterizedTest(name = "in order {0}")
    @ValueSource(booleans = {false, true})
    void shouldDeliverEverythingOnceWhenNodesDieAndPause(boolean inOrder) {
        List<Node> nodes = startNodes(inOrder);
        front = new CuttableLink(
                FreePort.next(), all.stream().map(node -> node.life.port()).toArray(Integer[]::new));
        source = new StoreProcess.Life(
                        "source",
                        TestDatabase.POSTGRESQL.url(directory),
                        front.port,
                        DeliveryAssurance.EXACTLY_ONCE,
                        inOrder,
                        "source",
                        10_000)
                .start(directory.resolve("source.log"))
                .ready();
        kinds.forEach(kind -> kind.put(1));
        assertThat(source.ask("drain", "drained")).isEqualTo("drained true");
        List<String> events = Turmoil.among(nodes, EVENTS, LEASE_MILLIS, random, this::pass);
        await().atMost(Duration.ofMinutes(10)).until(() -> {
            pass(100);
            return source.calls() > 5 * CHUNK;
        });
        String what = "seed " + SEED + ", " + events;
        kinds.forEach(kind -> source.await("done " + kind.name + (kind.next - 1)));
        assertThat(source.ask("drain", "drained")).as(what).isEqualTo("drained true");
        assertThat(source.ask("state", "state")).as(what).contains("gave up 0");
        // The messages that a dead node had accepted are delivered by another one a little later.
        await().atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(500))
                .untilAsserted(() -> assertThat(orders()).as(what).containsAll(source.put()));
        List<String> orders = orders();
        assertThat(orders).as(what).doesNotHaveDuplicates();
        if (inOrder) {
            for (Kind kind : kinds) {
                assertThat(orders.stream().filter(order -> order.startsWith(kind.name)))
                        .as(what)
                        .isSorted();
            }
        }
    }
}
