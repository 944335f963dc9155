package io.github.restartoracle.harness.inject;

import io.github.restartoracle.harness.fault.Direction;
import io.github.restartoracle.harness.fault.Disruption;
import io.github.restartoracle.harness.fault.Fault;
import io.github.restartoracle.harness.fault.FaultSchedule;
import io.github.restartoracle.harness.fault.PacketDrop;
import io.github.restartoracle.harness.fault.RandomLoss;
import io.github.restartoracle.harness.fault.Reset;
import io.github.restartoracle.harness.proof.RuleCount;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides for each packet if a schedule lets it pass, and counts. A random decision depends only on the seed, the connection's
 * number, the direction and the packet's number in it, so that other connections do not shift it.
 *
 * <p>Not thread-safe, except for {@link #begin}, {@link #cutUntil} and {@link #counts}; confined to the thread of one link.
 */
final class PacketFate {
    enum Fate {
        ARRIVES,
        LOST,
        /** The packet does not arrive, and its sender gets a reset. */
        RESET
    }

    private final long seed;
    private final List<Rule> rules = new ArrayList<>();
    private volatile @Nullable Long startNanos;
    private volatile @Nullable Long cutUntilNanos;

    PacketFate(FaultSchedule schedule, long seed) {
        this.seed = seed;
        for (Direction direction : List.of(Direction.FORWARD, Direction.BACKWARD)) {
            for (Fault fault : schedule.faults()) {
                if (fault.direction().overlaps(direction)) {
                    rules.add(new Rule(fault, direction));
                }
            }
        }
    }

    /** Sets the run's time 0; before this call no packet is lost. May be called by another thread. */
    void begin(long atNanos) {
        startNanos = atNanos;
    }

    /** Drops all packets up to a time, independently of the schedule. May be called by another thread. */
    void cutUntil(long endNanos) {
        cutUntilNanos = endNanos;
    }

    /**
     * Decides the fate of one transmission.
     *
     * @param atNanos the time at which it leaves
     * @param connection the connection's number, from 0
     * @param direction forward or backward
     * @param packet the packet's number in that direction of that connection, from 1
     * @return its fate
     */
    Fate of(long atNanos, long connection, Direction direction, int packet) {
        Long cutUntil = cutUntilNanos;
        if (cutUntil != null && atNanos - cutUntil < 0) {
            return Fate.LOST;
        }
        Long start = startNanos;
        if (start == null) {
            return Fate.ARRIVES;
        }
        long sinceStart = atNanos - start;
        for (Rule rule : rules) {
            if (rule.direction == direction && rule.fault.window().contains(sinceStart)) {
                Fate fate = fate(rule.fault, connection, direction, packet);
                rule.count(fate);
                if (fate != Fate.ARRIVES) {
                    return fate;
                }
            }
        }
        return Fate.ARRIVES;
    }

    private Fate fate(Fault fault, long connection, Direction direction, int packet) {
        return fault.match(new Fault.Cases<Fate>() {
            @Override
            public Fate disruption(Disruption disruption) {
                return Fate.LOST;
            }

            @Override
            public Fate reset(Reset reset) {
                return Fate.RESET;
            }

            @Override
            public Fate loss(RandomLoss loss) {
                return lostIf(uniform(connection, direction, packet) < loss.probability());
            }

            @Override
            public Fate drop(PacketDrop drop) {
                return lostIf(packet == drop.position());
            }
        });
    }

    private static Fate lostIf(boolean lost) {
        return lost ? Fate.LOST : Fate.ARRIVES;
    }

    /** Returns a number from 0 to below 1: SplitMix64 finaliser over the mixed keys; 53 random bits. */
    private double uniform(long connection, Direction direction, int packet) {
        long z = mix(mix(mix(seed) + connection) + packet * 2L + (direction == Direction.FORWARD ? 0 : 1));
        return (z >>> 11) * 0x1.0p-53;
    }

    private static long mix(long key) {
        long z = key + 0x9e3779b97f4a7c15L;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }

    /** Returns the counters of each fault so far. */
    List<RuleCount> counts() {
        return rules.stream().map(Rule::count).toList();
    }

    /** A fault in one direction, and its counters. */
    private static final class Rule {
        private final Fault fault;
        private final Direction direction;
        private long seen;
        private long dropped;

        Rule(Fault fault, Direction direction) {
            this.fault = fault;
            this.direction = direction;
        }

        synchronized void count(Fate fate) {
            seen++;
            dropped += fate == Fate.ARRIVES ? 0 : 1;
        }

        synchronized RuleCount count() {
            return new RuleCount(fault, direction, seen, dropped);
        }
    }
}
