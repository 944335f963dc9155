package io.github.restartoracle.wsrm.world;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.wsrm.inbound.ReceivedState;
import io.github.restartoracle.wsrm.path.MessageState;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Looks for lost, doubled, disordered and stuck messages by the thousand. {@code ./mvnw -Pworld verify -Dseeds=1-100000} tries more
 * seeds, {@code -Dseeds=17} one again.
 */
class WorldIT {
    private static final int MOST_BROKEN = 5;
    private static final long TELL_NANOS = 10_000_000_000L;

    /** Seeds that have found something once. */
    @ParameterizedTest
    @ValueSource(longs = {569, 1183, 1314, 1823, 2303, 3002, 3898, 4066, 5045, 5444, 5845, 32198, 45137})
    void shouldNotBreakAgain(long seed) {
        assertThat(World.run(seed).events()).isPositive();
    }

    @Test
    void shouldLoseDoubleDisorderAndHoldUpNothing() {
        String[] bounds = System.getProperty("seeds", "1-10000").split("-", 2);
        long first = Long.parseLong(bounds[0]);
        long last = Long.parseLong(bounds[bounds.length - 1]);
        Tally tally = new Tally(last - first + 1);
        LongStream.rangeClosed(first, last).parallel().forEach(tally::run);
        tally.tell();
        assertThat(tally.broken)
                .as("%d of the seeds %d to %d are broken; one again: -Dseeds=SEED", tally.failed.get(), first, last)
                .isEmpty();
    }

    /** What has been run. Thread-safe. */
    private static final class Tally {
        private final long all;
        private final long startNanos = System.nanoTime();
        private final AtomicLong toldNanos = new AtomicLong(startNanos);
        private final AtomicLong done = new AtomicLong();
        private final AtomicLong failed = new AtomicLong();
        private final AtomicLong events = new AtomicLong();
        private final AtomicLong virtualNanos = new AtomicLong();
        private final Map<Fault.Kind, AtomicLong> faults = new ConcurrentHashMap<>();
        private final ConcurrentLinkedQueue<String> broken = new ConcurrentLinkedQueue<>();

        Tally(long all) {
            this.all = all;
        }

        void run(long seed) {
            try {
                World.End end = World.run(seed);
                events.addAndGet(end.events());
                virtualNanos.addAndGet(end.virtualNanos());
                for (Fault fault : end.plan().faults) {
                    faults.computeIfAbsent(fault.kind(), key -> new AtomicLong())
                            .incrementAndGet();
                }
            } catch (RuntimeException e) {
                if (failed.incrementAndGet() <= MOST_BROKEN) {
                    broken.add(String.valueOf(e.getMessage()));
                }
            }
            done.incrementAndGet();
            long now = System.nanoTime();
            long told = toldNanos.get();
            if (now - told > TELL_NANOS && toldNanos.compareAndSet(told, now)) {
                tell();
            }
        }

        void tell() {
            double seconds = (System.nanoTime() - startNanos) / 1e9;
            System.out.printf(
                    "world: %,d of %,d seeds in %.0f s, %d broken; %,d events, %.1f days of virtual time; faults %s%n",
                    done.get(), all, seconds, failed.get(), events.get(), virtualNanos.get() / 86_400e9, faults);
        }
    }

    @Test
    void shouldVisitEveryState() {
        Set<Enum<?>> visited = new HashSet<>();
        for (long seed = 1; seed <= 300; seed++) {
            visited.addAll(World.visit(seed));
        }
        Set<Enum<?>> expected = new HashSet<>(EnumSet.complementOf(EnumSet.of(ReceivedState.GONE)));
        // There is one sequence from the start, and no call that is answered.
        expected.addAll(
                EnumSet.complementOf(EnumSet.of(MessageState.PARKED, MessageState.ANSWERING, MessageState.SETTLED)));
        assertThat(visited).isEqualTo(expected);
    }

    @Test
    void shouldDrawEveryFault() {
        Set<Fault.Kind> drawn = EnumSet.noneOf(Fault.Kind.class);
        for (long seed = 1; seed <= 200; seed++) {
            new Plan(new Chance(seed)).faults.forEach(fault -> drawn.add(fault.kind()));
        }
        assertThat(drawn).containsExactlyInAnyOrder(Fault.Kind.values());
    }
}
