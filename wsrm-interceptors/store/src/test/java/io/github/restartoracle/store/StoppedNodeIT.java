package io.github.restartoracle.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * One of two nodes is stopped (SIGSTOP) at a random moment, for longer than its lease, and resumes (SIGCONT). The other serves
 * its sequences within three leases. Every order whose call has returned is delivered, none twice or out of order, and none
 * whose call has failed. For longer, and without the allowance for a busy machine:
 *
 * <pre>./mvnw verify -pl wsrm-interceptors/store -am -Dmoments=50 -Dallowance=0 -Dseed=1 -Dtest=None
 *     -Dsurefire.failIfNoSpecifiedTests=false -Dit.test=StoppedNodeIT -Dfailsafe.failIfNoSpecifiedTests=false</pre>
 */
@Timeout(value = 60, unit = TimeUnit.MINUTES)
class StoppedNodeIT {
    private static final long SEED = Seed.of(StoppedNodeIT.class);
    private static final int MOMENTS = Integer.getInteger("moments", 3);
    private static final int ALLOWANCE_SECONDS = Integer.getInteger("allowance", 120);
    private static final int LEASES = 3;

    /** Keeps the logs of the processes if a test fails. */
    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path directory;

    private final Random random = new Random(SEED);
    private final List<Long> servedAfterMillis = new ArrayList<>();

    @Test
    void shouldBeServedByTheOtherAndDoNothingTwiceWhenItGoesOn() {
        try (TwoSides sides = new TwoSides(
                directory, TestDatabase.POSTGRESQL.url(directory), TestDatabase.POSTGRESQL.url(directory))) {
            sides.pass(1_000);
            for (int moment = 1; moment <= MOMENTS; moment++) {
                TwoSides.Node node =
                        sides.nodes().get(random.nextInt(sides.nodes().size()));
                sides.pass(random.nextInt(1_000));
                String what = stop(sides, node);
                sides.pass(random.nextInt(2 * TwoSides.LEASE_MILLIS));
                System.out.println(
                        "moment " + moment + ", " + what + "; " + sides.put().size() + " calls have returned, "
                                + sides.failed().size() + " have failed");
            }
            sides.finish();
            shouldHaveEverythingOnceInOrder(sides);
        }
        System.out.println("seed " + SEED + ": served after "
                + servedAfterMillis.stream().sorted().toList() + " ms");
        assertThat(servedAfterMillis)
                .allMatch(millis ->
                        millis <= LEASES * TwoSides.LEASE_MILLIS + TimeUnit.SECONDS.toMillis(ALLOWANCE_SECONDS));
    }

    /** Stops a node, and waits until all orders are delivered whose calls had returned before. */
    private String stop(TwoSides sides, TwoSides.Node node) {
        long startNanos = System.nanoTime();
        node.signal("STOP");
        List<String> before = sides.put();
        String waiting = sides.missing(before).size() + " waiting";
        await(sides, node, startNanos, () -> sides.isServedByOneNode(node.sends()));
        long takenMillis = millisSince(startNanos);
        await(sides, node, startNanos, () -> sides.missing(before).isEmpty());
        servedAfterMillis.add(millisSince(startNanos));
        sides.pass(random.nextInt(TwoSides.LEASE_MILLIS));
        node.signal("CONT");
        return node.name() + " with " + waiting + ": taken over after " + takenMillis + " ms, all delivered after "
                + servedAfterMillis.get(servedAfterMillis.size() - 1) + " ms";
    }

    private static void await(TwoSides sides, TwoSides.Node node, long startNanos, BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            sides.pass(50);
            assertThat(millisSince(startNanos))
                    .as("seed %d, %s stands still: %s", SEED, node.name(), sides.missing(sides.put()))
                    .isLessThan(TimeUnit.MINUTES.toMillis(5));
        }
    }

    private static long millisSince(long startNanos) {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
    }

    private static void shouldHaveEverythingOnceInOrder(TwoSides sides) {
        Awaitility.await()
                .atMost(Duration.ofMinutes(5))
                .pollInterval(Duration.ofMillis(500))
                .untilAsserted(() -> assertThat(sides.missing(sides.put()))
                        .as("seed %d", SEED)
                        .isEmpty());
        assertThat(sides.orders()).as("seed %d", SEED).doesNotHaveDuplicates();
        assertThat(sides.orders())
                .as("seed %d", SEED)
                .filteredOn(sides.failed()::contains)
                .isEmpty();
        assertThat(sides.delivered().values())
                .as("seed %d", SEED)
                .allSatisfy(orders -> assertThat(orders).isSorted());
    }
}
