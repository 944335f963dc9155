package io.github.restartoracle.harness.fault;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The times at which a fault is in force, since the start of the run: from its beginning, for its length, and again at regular
 * times if it repeats. A window includes its beginning and not its end. The constructor throws {@link IllegalArgumentException}
 * for values that contradict each other; the message names the key of the scenario file.
 *
 * @param at when it begins for the first time, not negative
 * @param lasting how long it lasts, positive; empty: to the end of the run
 * @param every the time from one beginning to the next, longer than {@code lasting}; empty: it does not repeat
 */
public record Window(Duration at, Optional<Duration> lasting, Optional<Duration> every) {
    public Window {
        if (at.isNegative()) {
            throw new IllegalArgumentException("at must not be negative, as " + Quantity.duration(at) + " is");
        }
        if (lasting.isPresent() && (lasting.get().isNegative() || lasting.get().isZero())) {
            throw new IllegalArgumentException("for must be longer than 0s; without it a fault lasts to the end");
        }
        if (every.isPresent() && (lasting.isEmpty() || every.get().compareTo(lasting.get()) <= 0)) {
            throw new IllegalArgumentException("every must be longer than for, without which a fault does not end");
        }
    }

    /**
     * {@return a window that does not repeat}
     *
     * @param at when it begins
     * @param lasting how long it lasts; empty: to the end of the run
     */
    public static Window once(Duration at, Optional<Duration> lasting) {
        return new Window(at, lasting, Optional.empty());
    }

    /** {@return the window from the start to the end of the run} */
    public static Window always() {
        return once(Duration.ZERO, Optional.empty());
    }

    /**
     * One stretch of time.
     *
     * @param from its beginning
     * @param to its end, which does not belong to it
     */
    public record Span(Duration from, Duration to) {}

    /**
     * {@return true if the fault is in force: from a beginning on, and not at an end}
     *
     * @param nanos since the start of the run
     */
    public boolean contains(long nanos) {
        long since = nanos - at.toNanos();
        if (since < 0) {
            return false;
        }
        long phase = every.isPresent() ? since % every.get().toNanos() : since;
        return lasting.isEmpty() || phase < lasting.get().toNanos();
    }

    /**
     * {@return the stretches that begin before a time, in order}
     *
     * @param end where the last one is cut
     */
    public List<Span> until(Duration end) {
        List<Span> spans = new ArrayList<>();
        Duration from = at;
        while (from.compareTo(end) < 0) {
            Duration to =
                    lasting.map(from::plus).filter(d -> d.compareTo(end) < 0).orElse(end);
            spans.add(new Span(from, to));
            if (every.isEmpty()) {
                break;
            }
            from = from.plus(every.get());
        }
        return spans;
    }

    /** Returns whether two windows have a moment in common; true also where two that repeat may meet or not. */
    boolean overlaps(Window other) {
        return startsBeforeEndOf(other) && other.startsBeforeEndOf(this);
    }

    private boolean startsBeforeEndOf(Window other) {
        return other.every.isPresent()
                || other.lasting.map(d -> at.compareTo(other.at.plus(d)) < 0).orElse(true);
    }

    /** Returns the part of a fault's notation that all faults share. */
    String notation() {
        return "at: " + Quantity.duration(at)
                + lasting.map(d -> ", for: " + Quantity.duration(d)).orElse("")
                + every.map(d -> ", every: " + Quantity.duration(d)).orElse("");
    }
}
