package io.github.restartoracle.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * The PostgreSQL of two nodes that send and two that receive is frozen, killed, or loses its connections or its disk, in an
 * order drawn from a seed. Between the failures nodes are killed (SIGKILL). No message is lost, doubled or out of order, and no
 * order whose call failed is delivered. All orders before the end of a failure are delivered 15 s after it. For longer, and
 * without the allowance for a busy machine:
 *
 * <pre>./mvnw verify -pl wsrm-interceptors/store -am -Drounds=100 -Dallowance=0 -Dseed=1 -Dtest=None
 *     -Dsurefire.failIfNoSpecifiedTests=false -Dit.test=DatabaseTurmoilIT -Dfailsafe.failIfNoSpecifiedTests=false</pre>
 */
@Timeout(value = 3, unit = TimeUnit.HOURS)
class DatabaseTurmoilIT {
    private static final List<DatabaseFailure> FAILURES = List.of(DatabaseFailure.values());
    private static final long SEED = Seed.of(DatabaseTurmoilIT.class);
    private static final int ROUNDS = Integer.getInteger("rounds", 3);
    private static final int ALLOWANCE_SECONDS = Integer.getInteger("allowance", 60);
    private static final int STALL_SECONDS = 15;
    private static final int DISK_MEGABYTES = 1_024;

    /** Keeps the logs of the processes if a test fails. */
    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path directory;

    private final Random random = new Random(SEED);
    private final List<String> happened = new ArrayList<>();
    /**
     * The calls that have failed because the server did not answer. Its process cannot undo them if it loses its lease, or is
     * killed, before the server answers again.
     */
    private final Set<String> inDoubt = new HashSet<>();

    @Test
    void shouldLoseNothingDoubleNothingAndStallNowhere() {
        try (SmallDisk disk = new SmallDisk(directory.resolve("disk"), DISK_MEGABYTES);
                PostgresServer server = new PostgresServer(disk.directory.resolve("postgres"));
                TwoSides sides =
                        new TwoSides(directory, server.newDatabase("source"), server.newDatabase("destination"))) {
            sides.pass(1_000);
            for (int round = 1; round <= ROUNDS; round++) {
                sides.pass(random.nextInt(1_500));
                List<String> failedBefore = sides.failed();
                String what = fail(server, disk, sides);
                happened.add(what);
                long stalledMillis = awaitDelivery(sides);
                if (what.startsWith("FREEZE")) {
                    inDoubt.addAll(failedWithout(failedBefore, sides));
                }
                happened.add(kill(sides));
                System.out.println("round " + round + " " + what + ": everything delivered after " + stalledMillis
                        + " ms; " + happened.get(happened.size() - 1) + "; "
                        + sides.put().size()
                        + " calls have returned, " + sides.failed().size() + " have failed");
                shouldHaveNothingTwice(sides);
            }
            sides.finish();
            awaitDelivery(sides);
            shouldHaveNothingTwice(sides);
        }
    }

    private String fail(PostgresServer server, SmallDisk disk, TwoSides sides) {
        int which = random.nextInt(FAILURES.size() + 1);
        if (which == FAILURES.size()) {
            fill(server, disk, sides);
            return "FULL_DISK";
        }
        FAILURES.get(which).happen(server, random, sides::pass);
        return FAILURES.get(which).name();
    }

    /** Fills the disk until calls have failed, or for some seconds: the server has files that it writes to again. */
    private void fill(PostgresServer server, SmallDisk disk, TwoSides sides) {
        int failedBefore = sides.failed().size();
        long endNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        disk.fillUntil(() -> {
            sides.pass(100);
            server.takeRoom();
            return sides.failed().size() > failedBefore || System.nanoTime() > endNanos;
        });
        sides.pass(DatabaseFailure.pause(random));
        disk.free();
        if (!server.answers()) {
            server.kill();
            server.start();
        }
    }

    /** Returns the time from now until all orders are delivered whose calls had returned. */
    private long awaitDelivery(TwoSides sides) {
        long startNanos = System.nanoTime();
        List<String> before = sides.put();
        List<String> missing = before;
        while (!missing.isEmpty()) {
            sides.pass(100);
            missing = sides.missing(before);
            assertThat(System.nanoTime() - startNanos)
                    .as("seed %d, %s, not delivered: %s", SEED, happened, missing)
                    .isLessThan(TimeUnit.SECONDS.toNanos(STALL_SECONDS + ALLOWANCE_SECONDS));
        }
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
    }

    /** Kills one of the nodes, sometimes. */
    private String kill(TwoSides sides) {
        if (random.nextBoolean()) {
            return "nobody is killed";
        }
        TwoSides.Node node = sides.nodes().get(random.nextInt(sides.nodes().size()));
        node.kill();
        sides.pass(random.nextInt(2 * TwoSides.LEASE_MILLIS));
        node.start();
        sides.await(node);
        return node.name() + " is killed";
    }

    private static Set<String> failedWithout(Collection<String> others, TwoSides sides) {
        Set<String> failed = new HashSet<>(sides.failed());
        failed.removeAll(Set.copyOf(others));
        return failed;
    }

    private void shouldHaveNothingTwice(TwoSides sides) {
        assertThat(sides.orders()).as("seed %d, %s", SEED, happened).doesNotHaveDuplicates();
        assertThat(sides.orders())
                .as("calls that have failed, seed %d, %s", SEED, happened)
                .filteredOn(failedWithout(inDoubt, sides)::contains)
                .isEmpty();
        assertThat(sides.delivered().values())
                .as("seed %d, %s", SEED, happened)
                .allSatisfy(orders -> assertThat(orders).isSorted());
    }
}
