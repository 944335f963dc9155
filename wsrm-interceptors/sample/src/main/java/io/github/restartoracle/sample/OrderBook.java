package io.github.restartoracle.sample;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The orders of a shop: when each was due and how long it took. Thread-safe. */
final class OrderBook {
    /** The age from which data is not shown any more. */
    static final Duration SHOWN = Duration.ofMinutes(2);

    private final InstantSource clock;
    private final Map<Long, Instant> onTheirWay = new LinkedHashMap<>();
    private final Deque<Point> times = new ArrayDeque<>();
    private final Deque<Point> pending = new ArrayDeque<>();
    private long placed;
    private long arrived;
    private long copies;

    /**
     * A point of a figure.
     *
     * @param at milliseconds since 1970
     * @param value seconds or orders
     */
    record Point(long at, double value) {}

    /**
     * The state at one moment.
     *
     * @param pending orders that have not arrived
     * @param oldest the seconds since the oldest of them was due, 0 if there is none
     * @param arrived orders that have arrived
     * @param copies arrivals of orders that had arrived before
     * @param times effective transmission times in seconds at the moments at which the orders were due
     * @param pendings the numbers of orders that had not arrived
     */
    record State(int pending, double oldest, long arrived, long copies, List<Point> times, List<Point> pendings) {}

    OrderBook(InstantSource clock) {
        this.clock = clock;
    }

    /** Adds an order that is due now; returns its number. */
    synchronized long place() {
        Instant now = clock.instant();
        onTheirWay.put(++placed, now);
        note(pending, now, onTheirWay.size());
        return placed;
    }

    /** Notes the arrival of an order; only its first arrival counts. */
    synchronized void arrived(long number) {
        Instant due = onTheirWay.remove(number);
        if (due == null) {
            copies++;
            return;
        }
        arrived++;
        note(times, due, seconds(due));
    }

    synchronized State state() {
        return new State(
                onTheirWay.size(),
                onTheirWay.values().stream().findFirst().map(this::seconds).orElse(0.0),
                arrived,
                copies,
                List.copyOf(times),
                List.copyOf(pending));
    }

    private double seconds(Instant since) {
        return Duration.between(since, clock.instant()).toNanos() / 1e9;
    }

    private void note(Deque<Point> points, Instant at, double value) {
        points.add(new Point(at.toEpochMilli(), value));
        long oldest = clock.instant().minus(SHOWN).toEpochMilli();
        points.removeIf(point -> point.at < oldest);
    }
}
