package io.github.restartoracle.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.restartoracle.house.FreePort;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.apache.cxf.ws.rm.RMConfiguration.DeliveryAssurance;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Processes that are killed (SIGKILL) lose no message, and deliver none twice or out of order. A build has a few deaths each.
 * For 50 of every database, delivery assurance and order, with a seed of one's own:
 *
 * <pre>./mvnw verify -pl wsrm-interceptors/store -am -Drounds=50 -Dseed=1 -Dtest=None
 *     -Dsurefire.failIfNoSpecifiedTests=false -Dit.test=StoreCrashIT -Dfailsafe.failIfNoSpecifiedTests=false</pre>
 */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
@SuppressWarnings("NullAway.Init") // every test starts the processes first
class StoreCrashIT {
    private static final long SEED = Seed.of(StoreCrashIT.class);
    private static final int ROUNDS = Integer.getInteger("rounds", 0);

    /** Keeps the logs of the processes if a test fails. */
    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path directory;

    private final Random random = new Random(SEED);
    private final List<String> put = new ArrayList<>();
    private StoreProcess source;
    private StoreProcess destination;
    private StoreProcess.Life sourceLife;
    private StoreProcess.Life destinationLife;

    private void start(TestDatabase database, DeliveryAssurance assurance, boolean inOrder) {
        prepare(database, assurance, inOrder);
        startDestination();
        startSource();
        destination.ready();
        source.ready().ask("put o 0 0", "done");
        assertThat(source.ask("drain", "drained")).isEqualTo("drained true");
    }

    private void prepare(TestDatabase database, DeliveryAssurance assurance, boolean inOrder) {
        int port = FreePort.next();
        sourceLife =
                new StoreProcess.Life("source", url(database, "source"), port, assurance, inOrder, "source", 10_000);
        destinationLife = new StoreProcess.Life(
                "destination", url(database, "destination"), port, assurance, inOrder, "destination", 10_000);
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

    private void startSource() {
        source = sourceLife.start(directory.resolve("source.log"));
    }

    private void startDestination() {
        destination = destinationLife.start(directory.resolve("destination.log"));
    }

    @AfterEach
    void killAll() {
        for (StoreProcess child : new StoreProcess[] {source, destination}) {
            if (child != null) {
                child.kill();
            }
        }
    }

    private static List<String> orders(List<String> delivered) {
        return delivered.stream().map(line -> line.split(" ", -1)[1]).toList();
    }

    private void shouldHaveDeliveredAll(DeliveryAssurance assurance, boolean inOrder) {
        put.addAll(source.put());
        // With at most once in order, CXF skips a missing message and drops it when it comes later.
        int least = assurance == DeliveryAssurance.AT_MOST_ONCE ? 1 : put.size();
        await().atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofMillis(300))
                .untilAsserted(() -> assertThat(orders(destination.delivered()))
                        .as("seed %d", SEED)
                        .containsAll(put.subList(put.size() - least, put.size())));
        List<String> delivered = orders(destination.delivered());
        if (assurance != DeliveryAssurance.AT_LEAST_ONCE) {
            assertThat(delivered).as("seed %d", SEED).doesNotHaveDuplicates();
        }
        if (inOrder) {
            assertThat(delivered).as("seed %d", SEED).isSorted();
        }
    }

    private enum Death {
        SOURCE,
        DESTINATION,
        BOTH
    }

    /** Returns some combinations in a build, with three rounds each; all of them if rounds were asked for. */
    static Stream<Arguments> combinations() {
        if (ROUNDS == 0) {
            return Stream.of(
                    Arguments.of(TestDatabase.H2, DeliveryAssurance.EXACTLY_ONCE, true),
                    Arguments.of(TestDatabase.POSTGRESQL, DeliveryAssurance.EXACTLY_ONCE, true),
                    Arguments.of(TestDatabase.POSTGRESQL, DeliveryAssurance.AT_LEAST_ONCE, false));
        }
        // With at most once in order, CXF never acknowledges the dropped messages, so that sources restart them for
        // ever.
        return Stream.of(TestDatabase.values())
                .flatMap(database -> Stream.of(DeliveryAssurance.values())
                        .flatMap(assurance -> Stream.of(true, false)
                                .filter(inOrder -> !inOrder || assurance != DeliveryAssurance.AT_MOST_ONCE)
                                .map(inOrder -> Arguments.of(database, assurance, inOrder))));
    }

    @ParameterizedTest(name = "{0}, {1}, in order {2}")
    @MethodSource("combinations")
    void shouldDeliverEverythingWhoeverDiesInTheMiddle(
            TestDatabase database, DeliveryAssurance assurance, boolean inOrder) {
        start(database, assurance, inOrder);
        List<Death> deaths = new ArrayList<>();
        while (deaths.size() < Math.max(ROUNDS, Death.values().length)) {
            deaths.addAll(List.of(Death.values()));
        }
        Collections.shuffle(deaths, random);
        int next = 1;
        for (Death death : deaths) {
            next = round(death, next);
        }
        source.ask("put o " + next + " " + (next + 20), "done");
        assertThat(source.ask("drain", "drained")).isEqualTo("drained true");
        shouldHaveDeliveredAll(assurance, inOrder);
    }

    /** Lets a process die while 300 orders are sent; returns the number of the next order. */
    private int round(Death death, int first) {
        int last = first + 299;
        int before = source.calls();
        source.say("put o " + first + " " + last);
        int moment = before + random.nextInt(20, 280);
        await().atMost(Duration.ofMinutes(10))
                .pollInterval(Duration.ofMillis(1))
                .until(() -> source.calls() >= moment);
        LockSupport.parkNanos(random.nextLong(10_000_000));
        if (death != Death.SOURCE) {
            destination.kill();
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
        destination.ready();
        source.ready();
        return last + 1;
    }

    @ParameterizedTest(name = "{0}, {1} messages")
    @CsvSource({"POSTGRESQL, 4000", "H2, 1000"})
    void shouldSendEverythingThatWaitedInAnOutage(TestDatabase database, int count) {
        start(database, DeliveryAssurance.EXACTLY_ONCE, false);
        destination.kill();
        source.ask("put o 1 " + count, "done");
        killSource();
        assertThat(put).as("no call has failed").hasSize(count + 1);
        startSource();
        source.ready();
        assertThat(source.ask("state", "state")).startsWith("state unacknowledged " + count + ", guessed 0, gave up 0");
        startDestination();
        destination.ready();
        assertThat(source.ask("drain", "drained")).isEqualTo("drained true");
        assertThat(source.ask("state", "state"))
                .as("nothing is left; no acknowledgement was taken for that of an unknown transmission; and what was"
                        + " recovered has not left all at once")
                .matches("state unacknowledged 0, guessed 0, gave up 0, at most ([1-9]|[12]\\d|3[012]) at once");
        shouldHaveDeliveredAll(DeliveryAssurance.EXACTLY_ONCE, false);
        assertThat(destination.delivered()).hasSize(count + 1);
    }

    /** The destination is down from the beginning, and the source dies while its calls get their numbers. */
    @ParameterizedTest
    @EnumSource
    void shouldSendCallsThatHadNoSequence(TestDatabase database) {
        prepare(database, DeliveryAssurance.EXACTLY_ONCE, true);
        startSource();
        source.ready().ask("put o 1 60", "done");
        assertThat(source.rest(0)).as("no call has failed").noneMatch(line -> line.startsWith("failed"));
        killSource();
        assertThat(put).hasSize(60);
        startSource();
        assertThat(source.ready().ask("state", "state")).startsWith("state unacknowledged 60,");
        startDestination();
        destination.ready();
        LockSupport.parkNanos(random.nextLong(1_500_000_000L));
        source.kill();
        startSource();
        source.ready().ask("put o 61 65", "done");
        assertThat(source.ask("drain", "drained")).isEqualTo("drained true");
        shouldHaveDeliveredAll(DeliveryAssurance.EXACTLY_ONCE, true);
        assertThat(destination.delivered()).hasSize(65);
    }

    /** Messages of the forgotten sequence, which cannot have arrived, move to the new one. */
    @Test
    void shouldGoOnInANewSequenceWhenTheDestinationHasLostItsStore() {
        start(TestDatabase.POSTGRESQL, DeliveryAssurance.EXACTLY_ONCE, true);
        destination.kill();
        source.ask("put o 1 5", "done");
        destinationLife = new StoreProcess.Life(
                "destination",
                url(TestDatabase.POSTGRESQL, "other"),
                destinationLife.port(),
                DeliveryAssurance.EXACTLY_ONCE,
                true,
                "destination",
                10_000);
        startDestination();
        destination.ready();
        await().atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofMillis(200))
                .untilAsserted(() -> assertThat(source.ask("state", "state"))
                        .startsWith("state unacknowledged 0, guessed 0, gave up 0"));
        source.ask("put o 6 7", "done");
        await().atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofMillis(200))
                .untilAsserted(() -> assertThat(orders(destination.delivered()))
                        .containsExactly("o000001", "o000002", "o000003", "o000004", "o000005", "o000006", "o000007"));
    }
}
