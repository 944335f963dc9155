package io.github.restartoracle.internal.inbound;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BiPredicate;

/**
 * The requests that wait for a decision on their message, by the number of the message. A number has one request for each
 * copy. Not thread-safe.
 */
final class WaitingRequests {
    private static final int MOST = 100;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

    private record Request(Received.Kind kind, Runnable task) {}

    private final NavigableMap<Long, List<Request>> requests = new TreeMap<>();

    void add(long number, Received.Kind kind, Runnable task) {
        requests.computeIfAbsent(number, key -> new ArrayList<>(1)).add(new Request(kind, task));
    }

    void remove(long number, Runnable task) {
        requests.computeIfPresent(number, (key, copies) -> {
            copies.removeIf(copy -> copy.task().equals(task));
            return copies.isEmpty() ? null : copies;
        });
    }

    /** Removes the requests of which a decision tells that they can go on, and returns them by number. */
    List<Runnable> takeDue(BiPredicate<Long, Received.Kind> decision) {
        List<Runnable> due = new ArrayList<>();
        requests.forEach((number, copies) -> copies.removeIf(request -> {
            boolean goesOn = decision.test(number, request.kind());
            if (goesOn) {
                due.add(request.task());
            }
            return goesOn;
        }));
        requests.values().removeIf(List::isEmpty);
        return due;
    }

    /** Returns the time for which a request that came at a time may still wait; 0 or less if it may not. */
    long patienceNanos(long sinceNanos, long nowNanos) {
        int count = requests.values().stream().mapToInt(List::size).sum();
        return count < MOST ? PATIENCE_NANOS - (nowNanos - sinceNanos) : 0;
    }

    boolean isEmpty() {
        return requests.isEmpty();
    }
}
