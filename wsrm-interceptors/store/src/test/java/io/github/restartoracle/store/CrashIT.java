package io.github.restartoracle.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.apache.cxf.ws.rm.RMConfiguration.DeliveryAssurance;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Processes that are killed (SIGKILL) lose nothing, deliver nothing twice and nothing out of order. */
@Timeout(180)
@SuppressWarnings("NullAway.Init") // every test starts the processes first
class CrashIT {
    private static final long SEED = Long.getLong("seed", System.nanoTime());

    @TempDir
    Path directory;

    private final Random random = new Random(SEED);
    private final List<String> put = new ArrayList<>();
    private Child source;
    private Child destination;
    private Child.Life sourceLife;
    private Child.Life destinationLife;

    private void start(TestDatabase database, DeliveryAssurance assurance, boolean inOrder) {
        int port = FreePort.next();
        sourceLife = new Child.Life("source", url(database, "source"), port, assurance, inOrder, "source", 10_000);
        destinationLife = new Child.Life(
                "destination", url(database, "destination"), port, assurance, inOrder, "destination", 10_000);
        destination = destinationLife.start(directory.resolve("destination.log"));
        source = sourceLife.start(directory.resolve("source.log"));
        source.ask("put o 0 0", "done");
        assertThat(source.ask("drain", "drained")).isEqualTo("drained true");
    }

    private String url(TestDatabase database, String side) {
        Path own = directory.resolve(side);
        assertThat(own.toFile().mkdirs()).isTrue();
        return database.url(own);
    }

    private void killSource() {
        source.kill();
        put.addAll(source.put());
    }

    private void killDestination() {
        destination.kill();
    }

    private void startSource() {
        source = sourceLife.start(directory.resolve("source.log"));
    }

    private void startDestination() {
        destination = destinationLife.start(directory.resolve("destination.log"));
    }

    @AfterEach
    void killAll() {
        for (Child child : new Child[] {source, destination}) {
            if (child != null) {
                child.kill();
            }
        }
    }

    /** Sequence and order of each delivery. */
    private List<String> delivered() {
        int before = destination.told();
        destination.ask("report", "reported");
        return destination.rest(before).stream()
                .filter(line -> line.startsWith("delivered "))
                .map(line -> line.substring(10))
                .toList();
    }

    private static List<String> orders(List<String> delivered) {
        return delivered.stream().map(line -> line.split(" ", -1)[1]).toList();
    }

    private void shouldHaveDeliveredAll(DeliveryAssurance assurance, boolean inOrder) {
        put.addAll(source.put());
        await().atMost(Duration.ofSeconds(20))
                .pollInterval(Duration.ofMillis(300))
                .untilAsserted(() ->
                        assertThat(orders(delivered())).as("seed %d", SEED).containsAll(put));
        List<String> delivered = delivered();
        if (assurance == DeliveryAssurance.EXACTLY_ONCE) {
            assertThat(orders(delivered)).as("seed %d", SEED).doesNotHaveDuplicates();
        }
        if (inOrder) {
            Map<String, List<String>> bySequence = new HashMap<>();
            delivered.forEach(line -> bySequence
                    .computeIfAbsent(line.split(" ", -1)[0], key -> new ArrayList<>())
                    .add(line.split(" ", -1)[1]));
            assertThat(bySequence.values())
                    .as("seed %d", SEED)
                    .allSatisfy(orders -> assertThat(orders).isSorted());
        }
    }

    private enum Death {
        SOURCE,
        DESTINATION,
        BOTH
    }

    @ParameterizedTest(name = "{0}, {1}, in order {2}")
    @CsvSource({
        "H2, EXACTLY_ONCE, true",
        "DERBY, EXACTLY_ONCE, true",
        "POSTGRESQL, EXACTLY_ONCE, true",
        "POSTGRESQL, EXACTLY_ONCE, false",
        "POSTGRESQL, AT_LEAST_ONCE, false"
    })
    void shouldDeliverEverythingWhoeverDiesInTheMiddle(
            TestDatabase database, DeliveryAssurance assurance, boolean inOrder) {
        start(database, assurance, inOrder);
        List<Death> deaths = new ArrayList<>(List.of(Death.values()));
        Collections.shuffle(deaths, random);
        int next = 1;
        for (Death death : deaths) {
            int last = next + 299;
            int before = source.calls();
            source.say("put o " + next + " " + last);
            int moment = before + random.nextInt(20, 280);
            await().pollInterval(Duration.ofMillis(1)).until(() -> source.calls() >= moment);
            LockSupport.parkNanos(random.nextLong(10_000_000));
            if (death != Death.SOURCE) {
                killDestination();
            }
            if (death == Death.DESTINATION) {
                source.await("done o" + last);
            } else {
                killSource();
            }
            if (death != Death.SOURCE) {
                startDestination();
            }
            if (death != Death.DESTINATION) {
                startSource();
            }
            next = last + 1;
        }
        source.ask("put o " + next + " " + (next + 20), "done");
        assertThat(source.ask("drain", "drained")).isEqualTo("drained true");
        shouldHaveDeliveredAll(assurance, inOrder);
    }

    @ParameterizedTest(name = "{0}, {1} messages")
    @CsvSource({"POSTGRESQL, 10000", "H2, 2000", "DERBY, 2000"})
    void shouldSendEverythingThatWaitedInAnOutage(TestDatabase database, int count) {
        start(database, DeliveryAssurance.EXACTLY_ONCE, false);
        killDestination();
        source.ask("put o 1 " + count, "done");
        killSource();
        assertThat(put).as("no call has failed").hasSize(count + 1);
        startSource();
        assertThat(source.ask("state", "state")).isEqualTo("state " + count + " 0");
        startDestination();
        assertThat(source.ask("drain", "drained")).isEqualTo("drained true");
        assertThat(source.ask("state", "state"))
                .as("nothing is left, and no acknowledgement was taken for that of an unknown transmission")
                .isEqualTo("state 0 0");
        shouldHaveDeliveredAll(DeliveryAssurance.EXACTLY_ONCE, false);
        assertThat(delivered()).hasSize(count + 1);
    }
}
