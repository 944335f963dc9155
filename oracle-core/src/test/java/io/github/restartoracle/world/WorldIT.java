package io.github.restartoracle.world;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.time.NanoClock;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Looks for lost, doubled, disordered and stuck messages by the thousand. {@code ./mvnw -Pworld verify -Dseeds=1-100000}
 * tries more seeds, {@code -Dseeds=17} repeats one, {@code -Dlines=100000} tells more of what happened before. Seeds above
 * 1,000,000,000 are worlds of everyday life.
 */
class WorldIT {
    private static final int MOST_BROKEN = Integer.getInteger("broken", 5);
    /** The number of seeds that makes even the rarest transition often. */
    private static final long ENOUGH_SEEDS = 9_000;
    /** The transitions from event to event, of messages that have a number from the start and wait for no answer. */
    private static final List<String> TRANSITIONS = """
            Arrival FOLLOWED
            MessageState CAPTURED -> IN_FLIGHT
            MessageState CAPTURED -> SUSPENDED
            MessageState CAPTURED -> WAITING
            MessageState GIVEN_UP -> IN_FLIGHT
            MessageState GIVEN_UP -> SETTLED
            MessageState GIVEN_UP -> WAITING
            MessageState IN_FLIGHT -> GIVEN_UP
            MessageState IN_FLIGHT -> SETTLED
            MessageState IN_FLIGHT -> SUSPENDED
            MessageState IN_FLIGHT -> WAITING
            MessageState SUSPENDED -> IN_FLIGHT
            MessageState SUSPENDED -> SETTLED
            MessageState SUSPENDED -> WAITING
            MessageState WAITING -> IN_FLIGHT
            MessageState WAITING -> SETTLED
            MessageState WAITING -> SUSPENDED
            ReceivedState ACCEPTED -> RUNNING
            ReceivedState ACCEPTED -> WAITING
            ReceivedState ARRIVED -> ACCEPTED
            ReceivedState ARRIVED -> GONE
            ReceivedState DELIVERED -> NOTING
            ReceivedState FAILED -> GIVING_UP
            ReceivedState GIVEN_UP -> RUNNING
            ReceivedState GIVEN_UP -> WAITING
            ReceivedState GIVING_UP -> FAILED
            ReceivedState GIVING_UP -> GIVEN_UP
            ReceivedState NOTING -> DELIVERED
            ReceivedState NOTING -> GONE
            ReceivedState RUNNING -> GIVING_UP
            ReceivedState RUNNING -> GONE
            ReceivedState RUNNING -> NOTING
            ReceivedState RUNNING -> WAITING
            ReceivedState WAITING -> RUNNING
            """.lines().toList();

    private static final long TELL_NANOS = 10_000_000_000L;

    /** Repeats seeds that once found a defect. */
    @ParameterizedTest
    @ValueSource(
            longs = {
                569, 1183, 1314, 1823, 2303, 3002, 3898, 4066, 5045, 5444, 5845, 32198, 45137, 3115, 3451, 40, 134,
                7721, 1674, 1675, 1876, 15636, 18923, 389, 614940, 652493, 664930
            })
    void shouldNotBreakAgain(long seed) {
        assertThat(World.run(seed).events()).isPositive();
    }

    @Test
    void shouldLoseDoubleDisorderAndHoldUpNothing() {
        String[] bounds = System.getProperty("seeds", "1-10000").split("-", 2);
        long first = Long.parseLong(bounds[0]);
        long last = Long.parseLong(bounds[bounds.length - 1]);
        Tally tally = run(first, last);
        if (last - first >= ENOUGH_SEEDS) {
            assertThat(tally.transitions.keySet()).containsAll(TRANSITIONS);
        }
    }

    /** Runs worlds without stores, in which services restart and little else happens. */
    @Test
    void shouldLoseNothingInEverydayLife() {
        run(Plan.EVERYDAY + 1, Plan.EVERYDAY + 2_000);
    }

    private static Tally run(long first, long last) {
        Tally tally = new Tally(last - first + 1);
        LongStream.rangeClosed(first, last).parallel().forEach(tally::run);
        tally.tell();
        tally.transitions.forEach(
                (transition, times) -> System.out.printf("world: %,10d %s%n", times.get(), transition));
        assertThat(tally.broken)
                .as("%d of the seeds %d to %d are broken; one again: -Dseeds=SEED", tally.failed.get(), first, last)
                .isEmpty();
        return tally;
    }

    /** The worlds that have been run. Thread-safe. */
    private static final class Tally {
        private final long all;
        private final long startNanos = NanoClock.system().nanoTime();
        private final AtomicLong toldNanos = new AtomicLong(startNanos);
        private final AtomicLong done = new AtomicLong();
        private final AtomicLong failed = new AtomicLong();
        private final AtomicLong events = new AtomicLong();
        private final AtomicLong virtualNanos = new AtomicLong();
        private final Map<WorldFault.Kind, AtomicLong> faults = new ConcurrentHashMap<>();
        private final Map<String, AtomicLong> transitions = new ConcurrentSkipListMap<>();
        private final ConcurrentLinkedQueue<String> broken = new ConcurrentLinkedQueue<>();

        Tally(long all) {
            this.all = all;
        }

        void run(long seed) {
            try {
                World.End end = World.run(seed);
                events.addAndGet(end.events());
                virtualNanos.addAndGet(end.virtualNanos());
                end.transitions()
                        .forEach((transition, times) -> transitions
                                .computeIfAbsent(transition, key -> new AtomicLong())
                                .addAndGet(times));
                for (WorldFault fault : end.plan().faults) {
                    faults.computeIfAbsent(fault.kind(), key -> new AtomicLong())
                            .incrementAndGet();
                }
            } catch (RuntimeException e) {
                if (failed.incrementAndGet() <= MOST_BROKEN) {
                    broken.add(String.valueOf(e.getMessage()));
                }
            }
            done.incrementAndGet();
            long now = NanoClock.system().nanoTime();
            long told = toldNanos.get();
            if (now - told > TELL_NANOS && toldNanos.compareAndSet(told, now)) {
                tell();
            }
        }

        void tell() {
            double seconds = (NanoClock.system().nanoTime() - startNanos) / 1e9;
            System.out.printf(
                    "world: %,d of %,d seeds in %.0f s, %d broken; %,d events, %.1f days of virtual time; faults %s%n",
                    done.get(), all, seconds, failed.get(), events.get(), virtualNanos.get() / 86_400e9, faults);
        }
    }

    @Test
    void shouldDrawEveryFault() {
        Set<WorldFault.Kind> drawn = EnumSet.noneOf(WorldFault.Kind.class);
        for (long seed = 1; seed <= 200; seed++) {
            new Plan(seed, new Chance(seed)).faults.forEach(fault -> drawn.add(fault.kind()));
        }
        assertThat(drawn).containsExactlyInAnyOrder(WorldFault.Kind.values());
    }
}
