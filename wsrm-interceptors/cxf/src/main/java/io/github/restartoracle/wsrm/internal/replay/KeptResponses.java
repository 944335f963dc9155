package io.github.restartoracle.wsrm.internal.replay;

import io.github.restartoracle.status.MessageId;
import io.github.restartoracle.time.NanoClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The requests whose invocation runs, and the responses of those whose invocation has ended, within limits of bytes and time.
 * The oldest response goes first when the limit on bytes is reached; a restart of its request is then answered by CXF, with an
 * acknowledgement only.
 *
 * <p>Thread-safe.
 */
final class KeptResponses {
    /** The maximum number of copies of a request that wait for its response; another copy is answered by CXF. */
    private static final int MAX_WAITING = 4;

    private static final long SWEEP_NANOS = Duration.ofSeconds(1).toNanos();

    /** A request, and its response once there is one. */
    private static final class Entry {
        final long sinceNanos;
        final String fingerprint;
        final BooleanSupplier ended;
        final List<Runnable> waiting = new ArrayList<>(0);
        boolean invoked;

        @Nullable
        KeptResponse response;

        Entry(long sinceNanos, String fingerprint, BooleanSupplier ended) {
            this.sinceNanos = sinceNanos;
            this.fingerprint = fingerprint;
            this.ended = ended;
        }
    }

    private final NanoClock clock;
    private final long maxBytes;
    private final long maxAgeNanos;
    private final Map<MessageId, Entry> entries = new LinkedHashMap<>();
    private long bytes;
    private long sweptNanos;

    /**
     * Creates an empty set.
     *
     * @param maxBytes limit on the memory of all responses, more than 0
     * @param maxAge after which a request is forgotten, counted from its first copy
     */
    KeptResponses(NanoClock clock, long maxBytes, Duration maxAge) {
        this.clock = clock;
        this.maxBytes = maxBytes;
        this.maxAgeNanos = maxAge.toNanos();
        this.sweptNanos = clock.nanoTime();
    }

    /** The state of a request. */
    enum State {
        /** It is new, and the caller goes on with it. */
        NEW,
        /** A former copy is being passed to the service, or is processed by it. */
        RUNNING,
        /** There is a response. */
        ANSWERED,
        /** It is no copy: another request had its number, and the response to that is not for this caller. */
        ANOTHER
    }

    /**
     * Notes a copy of a request.
     *
     * @param fingerprint of its content and its caller
     * @param ended tells if the sequence has ended, so that no copy can come any more
     */
    synchronized State arrive(MessageId key, String fingerprint, BooleanSupplier ended) {
        forgetOld();
        forgetEnded();
        Entry entry = entries.get(key);
        if (entry == null) {
            entries.put(key, new Entry(clock.nanoTime(), fingerprint, ended));
            return State.NEW;
        }
        if (!entry.fingerprint.equals(fingerprint)) {
            return State.ANOTHER;
        }
        return entry.response == null ? State.RUNNING : State.ANSWERED;
    }

    /** {@return true if a copy of the request is known, in any state} */
    synchronized boolean contains(MessageId key) {
        return entries.containsKey(key);
    }

    /** Records that the service is invoked: from now on the request has a response, be it a fault. */
    synchronized void invoked(MessageId key) {
        Entry entry = entries.get(key);
        if (entry != null) {
            entry.invoked = true;
        }
    }

    /** Records that the request was refused before the service was invoked: a later copy is new again. */
    void refused(MessageId key) {
        List<Runnable> waiting = List.of();
        synchronized (this) {
            Entry entry = entries.get(key);
            if (entry != null && !entry.invoked) {
                entries.remove(key);
                waiting = List.copyOf(entry.waiting);
            }
        }
        waiting.forEach(Runnable::run);
    }

    /** Keeps the response to a request, and tells the copies that wait for it. */
    void answered(MessageId key, KeptResponse response) {
        List<Runnable> waiting;
        synchronized (this) {
            Entry entry = entries.get(key);
            if (entry == null || !entry.invoked || entry.response != null) {
                return;
            }
            waiting = List.copyOf(entry.waiting);
            entry.waiting.clear();
            if (response.bytes() > maxBytes) {
                entries.remove(key);
            } else {
                entry.response = response;
                bytes += response.bytes();
                makeRoom(key);
            }
        }
        waiting.forEach(Runnable::run);
    }

    /** {@return the response to a request, null if there is none} */
    synchronized @Nullable KeptResponse response(MessageId key) {
        Entry entry = entries.get(key);
        return entry == null ? null : entry.response;
    }

    /**
     * Waits for a response.
     *
     * @param action run once, by another thread, when there is a response or there will be none
     * @return false if there is a response already, or none will come, or too many wait: the action will not be run
     */
    synchronized boolean await(MessageId key, Runnable action) {
        Entry entry = entries.get(key);
        if (entry == null || entry.response != null || entry.waiting.size() >= MAX_WAITING) {
            return false;
        }
        entry.waiting.add(action);
        return true;
    }

    /** Removes a copy that waits no longer. */
    synchronized void stopWaiting(MessageId key, Runnable action) {
        Entry entry = entries.get(key);
        if (entry != null) {
            entry.waiting.remove(action);
        }
    }

    /** {@return the memory that all responses take} */
    synchronized long bytes() {
        return bytes;
    }

    private void forgetOld() {
        long nowNanos = clock.nanoTime();
        Iterator<Entry> oldest = entries.values().iterator();
        while (oldest.hasNext()) {
            Entry entry = oldest.next();
            if (nowNanos - entry.sinceNanos < maxAgeNanos) {
                return;
            }
            release(entry);
            oldest.remove();
        }
    }

    /** Forgets responses of sequences that have ended; checks at most once in a second. */
    private void forgetEnded() {
        long nowNanos = clock.nanoTime();
        if (nowNanos - sweptNanos >= SWEEP_NANOS) {
            sweptNanos = nowNanos;
            removeIf((key, entry) -> entry.response != null && entry.ended.getAsBoolean());
        }
    }

    private void makeRoom(MessageId kept) {
        if (bytes > maxBytes) {
            long[] surplus = {bytes - maxBytes};
            removeIf((key, entry) -> {
                KeptResponse response = entry.response;
                if (surplus[0] <= 0 || response == null || key.equals(kept)) {
                    return false;
                }
                surplus[0] -= response.bytes();
                return true;
            });
        }
    }

    private interface Choice {
        boolean test(MessageId key, Entry entry);
    }

    private void removeIf(Choice choice) {
        entries.entrySet().removeIf(each -> {
            boolean goes = choice.test(each.getKey(), each.getValue());
            if (goes) {
                release(each.getValue());
            }
            return goes;
        });
    }

    private void release(Entry entry) {
        if (entry.response != null) {
            bytes -= entry.response.bytes();
        }
    }
}
