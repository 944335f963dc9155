package io.github.restartoracle.harness.inject;

import io.github.restartoracle.harness.fault.Direction;
import io.github.restartoracle.harness.fault.Fault;
import io.github.restartoracle.harness.fault.FaultSchedule;
import io.github.restartoracle.harness.proof.RuleCount;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides for each packet if a schedule lets it pass, and counts. A random decision depends only on the seed, the connection's
 * number, the direction and the packet's number in it, so that other connections do not shift it.
 *
 * <p>Decides for the thread of one link; all else is thread-safe.
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
        for (Fault fault : schedule.faults()) {
            fault.direction().each().forEach(direction -> rules.add(new Rule(fault, direction)));
        }
    }

    /** Sets the run's time 0, once; before this call no packet is lost. */
    synchronized void begin(long atNanos) {
        if (startNanos == null) {
            startNanos = atNanos;
        }
    }

    /** Returns the time since the run's time 0. */
    Duration sinceStart() {
        Long start = startNanos;
        return start == null ? Duration.ZERO : Duration.ofNanos(System.nanoTime() - start);
    }

    /** Drops all packets up to a time, independently of the schedule. */
    void cutUntil(long endNanos) {
        cutUntilNanos = endNanos;
    }

    /** Decides the fate of one transmission of a packet, which has a number in its direction of its connection, from 1. */
    Fate of(long atNanos, long connection, Direction direction, int packet) {
        Long cutUntil = cutUntilNanos;
        if (cutUntil != null && atNanos - cutUntil < 0) {
            return Fate.LOST;
        }
        Long start = startNanos;
        if (start == null) {
            return Fate.ARRIVES;
        }
        for (Rule rule : rules) {
            if (rule.direction == direction && rule.fault.window().contains(atNanos - start)) {
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
        return fault.match(
                disruption -> Fate.LOST,
                loss -> lostIf(uniform(connection, direction, packet) < loss.probability()),
                drop -> lostIf(packet == drop.position()),
                reset -> Fate.RESET);
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
