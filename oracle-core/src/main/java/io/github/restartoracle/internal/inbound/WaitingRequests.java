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
public final class WaitingRequests {
    private static final int MOST = 100;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);
    /** As many as a source has in flight by default. */
    private static final int MOST_BEHIND = 256;
    /** More than a SYN that was lost costs. */
    private static final long ARRIVAL_NANOS = TimeUnit.SECONDS.toNanos(2);
    /** The same as in the source, which then lets other messages pass as well. */
    private static final long DELIVERY_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** A request whose message comes after another one; after 0 if it does not. */
    record Request(long after, Received.Kind kind, Runnable task) {}

    private final NavigableMap<Long, List<Request>> requests = new TreeMap<>();

    WaitingRequests() {}

    /**
     * Lets a request wait until {@link Act.Resume}.
     *
     * @param after the message for whose delivery it waits, as for {@link Inbound#decide}
     * @param task resumes it
     */
    public void add(long number, long after, Received.Kind kind, Runnable task) {
        requests.computeIfAbsent(number, key -> new ArrayList<>(1)).add(new Request(after, kind, task));
    }

    /** Removes a request that was {@linkplain #add added}; no effect if it does not wait. */
    public void remove(long number, Runnable task) {
        requests.computeIfPresent(number, (key, copies) -> {
            copies.removeIf(copy -> copy.task().equals(task));
            return copies.isEmpty() ? null : copies;
        });
    }

    /** Removes the requests of which a decision tells that they can go on, and returns them by number. */
    List<Runnable> takeDue(BiPredicate<Long, Request> decision) {
        List<Runnable> due = new ArrayList<>();
        requests.forEach((number, copies) -> copies.removeIf(request -> {
            boolean goesOn = decision.test(number, request);
            if (goesOn) {
                due.add(request.task());
            }
            return goesOn;
        }));
        requests.values().removeIf(List::isEmpty);
        return due;
    }

    /**
     * Returns the time for which a request may wait: until a minute after it came; or, if it waits for another of its caller,
     * for 2 s until that comes, and for 10 s in all. If that is 0 or less, it has waited for so long, or too many wait: the
     * request is refused, or waits for no other of its caller.
     *
     * @param after the message for whose delivery it waits; 0 for none
     * @param here true if that has come
     */
    public long patienceNanos(long after, boolean here, long sinceNanos, long nowNanos) {
        long longest = after == 0 ? PATIENCE_NANOS : here ? DELIVERY_NANOS : ARRIVAL_NANOS;
        long most = after == 0 ? MOST : MOST_BEHIND;
        long count = requests.values().stream()
                .flatMap(List::stream)
                .filter(request -> (request.after() == 0) == (after == 0))
                .count();
        return count < most ? longest - (nowNanos - sinceNanos) : 0;
    }

    boolean isEmpty() {
        return requests.isEmpty();
    }
}
