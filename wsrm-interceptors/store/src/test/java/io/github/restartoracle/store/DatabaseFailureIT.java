package io.github.restartoracle.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.restartoracle.house.FreePort;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.cxf.ws.rm.RMConfiguration.DeliveryAssurance;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * A PostgreSQL that source and destination share fails under load:
 * <ul>
 *   <li>it is stopped,
 *   <li>one of its backends, or the whole server, is killed (SIGKILL),
 *   <li>it is frozen (SIGSTOP) for longer than a lease, and for longer than a store waits for an answer.
 * </ul>
 *
 * <p>An order whose call has returned is delivered once and in order; one whose call has failed is not delivered. For longer:
 *
 * <pre>./mvnw verify -pl wsrm-interceptors/store -am -Drounds=30 -Dseed=1 -Dtest=None
 *     -Dsurefire.failIfNoSpecifiedTests=false -Dit.test=DatabaseFailureIT -Dfailsafe.failIfNoSpecifiedTests=false</pre>
 */
@Timeout(value = 40, unit = TimeUnit.MINUTES)
@SuppressWarnings("NullAway.Init") // every test starts the processes first
class DatabaseFailureIT {
    private static final List<DatabaseFailure> FAILURES = List.of(DatabaseFailure.values());
    private static final long SEED = Seed.of(DatabaseFailureIT.class);
    private static final int ROUNDS = Integer.getInteger("rounds", FAILURES.size());
    private static final int FULL_ROUNDS = Integer.getInteger("full", 1);
    private static final int LEASE_MILLIS = 2_000;
    private static final int CHUNK = 50;

    /** Keeps the logs of the processes if a test fails. */
    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path directory;

    private final Random random = new Random(SEED);
    private PostgresServer server;
    private StoreProcess source;
    private StoreProcess destination;
    private int next = 1;

    @AfterEach
    void end() {
        if (source != null) {
            source.kill();
            destination.kill();
            server.close();
        }
    }

    private void start(Path files) {
        server = new PostgresServer(files);
        int port = FreePort.next();
        StoreProcess.Life receiving = new StoreProcess.Life(
                        "destination",
                        server.newDatabase("destination"),
                        port,
                        DeliveryAssurance.EXACTLY_ONCE,
                        true,
                        "destination",
                        LEASE_MILLIS)
                .impatient();
        StoreProcess.Life sending = new StoreProcess.Life(
                        "source",
                        server.newDatabase("source"),
                        port,
                        DeliveryAssurance.EXACTLY_ONCE,
                        true,
                        "source",
                        LEASE_MILLIS)
                .impatient();
        destination = receiving.start(directory.resolve("destination.log")).ready();
        source = sending.start(directory.resolve("source.log")).ready();
        source.ask("put o 0 0", "done");
    }

    private static void pass(long millis) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
    }

    private List<String> delivered() {
        return destination.delivered().stream()
                .map(line -> line.split(" ", -1)[1])
                .toList();
    }

    private List<String> failed() {
        return source.rest(0).stream()
                .filter(line -> line.startsWith("failed "))
                .map(line -> line.split(" ", -1)[1])
                .toList();
    }

    /** Sends while a failure happens, and until calls succeed again. */
    private void during(Runnable failure) {
        int before = source.calls();
        source.say("put o " + next + " " + (next + CHUNK - 1));
        await().atMost(Duration.ofSeconds(100)).until(() -> source.calls() >= before + 1 + random.nextInt(CHUNK / 2));
        failure.run();
        source.await("done o" + (next + CHUNK - 1));
        next += CHUNK;
        await().atMost(Duration.ofSeconds(100))
                .pollInterval(Duration.ofMillis(100))
                .until(() -> {
                    int former = source.calls();
                    source.ask("put o " + next + " " + next, "done");
                    next++;
                    return source.calls() > former;
                });
    }

    @Test
    void shouldLoseNothingAndDeliverNothingTwiceOrOutOfOrder() {
        start(directory.resolve("postgres"));
        List<DatabaseFailure> happened = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            DatabaseFailure failure = FAILURES.get(round % FAILURES.size());
            happened.add(failure);
            during(() -> failure.happen(server, random, DatabaseFailureIT::pass));
            System.out.println("round " + (round + 1) + " " + failure + ": " + source.calls() + " calls have returned, "
                    + failed().size() + " have failed");
        }
        shouldHaveEverythingOnceInOrder(happened);
    }

    private void shouldHaveEverythingOnceInOrder(Object happened) {
        List<String> put = new ArrayList<>(new TreeSet<>(source.put()));
        await().atMost(Duration.ofSeconds(100))
                .pollInterval(Duration.ofMillis(500))
                .untilAsserted(() -> assertThat(delivered())
                        .as("seed %d, %s", SEED, happened)
                        .containsAll(put));
        assertThat(delivered())
                .as("seed %d, %s", SEED, happened)
                .doesNotHaveDuplicates()
                .isSorted();
        assertThat(delivered())
                .as("seed %d", SEED)
                .filteredOn(failed()::contains)
                .isEmpty();
        assertThat(source.ask("drain", "drained")).isEqualTo("drained true");
        assertThat(source.ask("state", "state")).contains("unacknowledged 0", "gave up 0");
    }

    /** The server has a small disk of its own; mounting it needs rights. */
    @Test
    void shouldGoOnWhenTheDiskWasFull() {
        try (SmallDisk disk = new SmallDisk(directory.resolve("disk"), 256)) {
            start(disk.directory.resolve("postgres"));
            for (int round = 0; round < FULL_ROUNDS; round++) {
                int failedBefore = failed().size();
                during(() -> fill(disk));
                System.out.println("full " + (round + 1) + ": " + source.calls() + " calls have returned, "
                        + failed().size() + " have failed");
                assertThat(failed().size()).as("calls that have failed").isGreaterThan(failedBefore);
            }
            shouldHaveEverythingOnceInOrder("full");
            server.close();
        }
    }

    /** Fills the disk until calls have failed, and some time longer. */
    private void fill(SmallDisk disk) {
        int failedBefore = failed().size();
        long endNanos = System.nanoTime() + TimeUnit.MINUTES.toNanos(5);
        disk.fillUntil(() -> {
            if (source.has("done o" + (next + CHUNK - 1))) {
                next += CHUNK;
                source.say("put o " + next + " " + (next + CHUNK - 1));
            }
            return failed().size() > failedBefore || System.nanoTime() > endNanos;
        });
        pass(DatabaseFailure.pause(random));
        disk.free();
        if (!server.answers()) {
            server.kill();
            server.start();
        }
    }
}
