package io.github.restartoracle.internal.inbound;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;

/** Numbers that a test has accepted. Not thread-safe. */
public final class AcceptedSet implements AcceptedNumbers {
    private final NavigableSet<Long> numbers = new TreeSet<>();
    private boolean closed;

    /** Adds a number; no effect if it is there. */
    public void add(long number) {
        numbers.add(number);
    }

    /** Removes a number; no effect if it is not there. */
    public void remove(long number) {
        numbers.remove(number);
    }

    /** Adds numbers. */
    public void addAll(Collection<Long> more) {
        numbers.addAll(more);
    }

    /** Returns the numbers, lowest first. */
    public Collection<Long> numbers() {
        return numbers;
    }

    /** Notes that no other number is added. */
    public void close() {
        closed = true;
    }

    /** Creates an empty set. */
    public AcceptedSet() {}

    @Override
    public long last() {
        return Long.MAX_VALUE;
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    @Override
    public boolean contains(long number) {
        return numbers.contains(number);
    }

    @Override
    public long contiguous() {
        List<Long> ranges = ranges();
        return ranges.isEmpty() || ranges.get(0) > 1 ? 0 : ranges.get(1);
    }

    @Override
    public long highest() {
        return numbers.isEmpty() ? 0 : numbers.last();
    }

    /** Returns lower and upper bounds in turn, as an acknowledgement has them. */
    public List<Long> ranges() {
        List<Long> bounds = new ArrayList<>();
        for (long number : numbers) {
            if (!bounds.isEmpty() && bounds.get(bounds.size() - 1) == number - 1) {
                bounds.set(bounds.size() - 1, number);
            } else {
                bounds.add(number);
                bounds.add(number);
            }
        }
        return bounds;
    }
}
