package io.github.restartoracle.internal.inbound;

import io.github.restartoracle.status.MessageId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The requests whose invocation runs, and the responses of those whose invocation has ended, within limits of bytes and time.
 * The oldest response goes first when the limit on bytes is reached; copies of its request then get an acknowledgement only.
 *
 * <p>Thread-safe.
 *
 * @param <R> a response
 */
public final class KeptResponses<R> {
    /** The maximum number of copies of a request that wait for its response; another copy is refused for now, or goes on. */
    private static final int MAX_WAITING = 4;

    private static final long SWEEP_NANOS = Duration.ofSeconds(1).toNanos();

    /** A request, and its response once there is one. */
    private static final class Entry<R> {
        final long sinceNanos;
        final String fingerprint;
        final BooleanSupplier ended;
        final List<Runnable> waiting = new ArrayList<>(0);
        /** The number of copies that have gone on, any of which may be delivered, and were not refused. */
        int going = 1;

        boolean invoked;
        long bytes;

        @Nullable
        R response;

        Entry(long sinceNanos, String fingerprint, BooleanSupplier ended) {
            this.sinceNanos = sinceNanos;
            this.fingerprint = fingerprint;
            this.ended = ended;
        }
    }

    private final long maxBytes;
    private final long maxAgeNanos;
    private final Map<MessageId, Entry<R>> entries = new LinkedHashMap<>();
    private long bytes;
    private long sweptNanos;

    /**
     * Creates an empty set.
     *
     * @param maxBytes limit on the memory of all responses, more than 0
     * @param maxAge after which a request is forgotten, counted from its first copy
     */
    public KeptResponses(long maxBytes, Duration maxAge, long nowNanos) {
        this.maxBytes = maxBytes;
        this.maxAgeNanos = maxAge.toNanos();
        this.sweptNanos = nowNanos;
    }

    /** The state of a request. */
    public enum State {
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
     * @param key the name of its message
     * @param fingerprint of its content and its caller
     * @param ended tells if the sequence has ended, so that no copy can come any more
     * @return its state, with this copy
     */
    public synchronized State arrive(MessageId key, String fingerprint, BooleanSupplier ended, long nowNanos) {
        forgetOld(nowNanos);
        forgetEnded(nowNanos);
        Entry<R> entry = entries.get(key);
        if (entry == null) {
            entries.put(key, new Entry<>(nowNanos, fingerprint, ended));
            return State.NEW;
        }
        if (!entry.fingerprint.equals(fingerprint)) {
            return State.ANOTHER;
        }
        return entry.response == null ? State.RUNNING : State.ANSWERED;
    }

    /**
     * Returns whether a request is known.
     *
     * @param key the name of its message
     * @return true in any state
     */
    public synchronized boolean contains(MessageId key) {
        return entries.containsKey(key);
    }

    /**
     * Records that a further copy goes on: any of them may be delivered.
     *
     * @param key the name of its message
     * @return false if the request is not known, since all former copies were refused
     */
    public synchronized boolean goesOn(MessageId key) {
        Entry<R> entry = entries.get(key);
        if (entry != null) {
            entry.going++;
        }
        return entry != null;
    }

    /**
     * Records that the service is invoked: from now on the request has a response, be it a fault.
     *
     * @param key the name of its message
     */
    public synchronized void invoked(MessageId key) {
        Entry<R> entry = entries.get(key);
        if (entry != null) {
            entry.invoked = true;
        }
    }

    /**
     * Records that a copy that went on was refused. If none is left and the service was not invoked, a later copy is new again.
     *
     * @param key the name of its message
     */
    public void refused(MessageId key) {
        forget(key, entry -> --entry.going == 0 && !entry.invoked);
    }

    /**
     * Records that the response to the request could not be written, nor a fault instead; the copies that wait for it go on.
     *
     * @param key the name of its message
     */
    public void lost(MessageId key) {
        forget(key, entry -> entry.response == null);
    }

    private void forget(MessageId key, Predicate<Entry<R>> choice) {
        List<Runnable> waiting = List.of();
        synchronized (this) {
            Entry<R> entry = entries.get(key);
            if (entry != null && choice.test(entry)) {
                entries.remove(key);
                waiting = List.copyOf(entry.waiting);
            }
        }
        waiting.forEach(Runnable::run);
    }

    /**
     * Keeps the response to a request, and tells the copies that wait for it.
     *
     * @param key the name of its message
     * @param size the memory that it takes, bytes
     */
    public void answered(MessageId key, R response, long size) {
        List<Runnable> waiting;
        synchronized (this) {
            Entry<R> entry = entries.get(key);
            if (entry == null || !entry.invoked || entry.response != null) {
                return;
            }
            waiting = List.copyOf(entry.waiting);
            entry.waiting.clear();
            if (size > maxBytes) {
                entries.remove(key);
            } else {
                entry.response = response;
                entry.bytes = size;
                bytes += size;
                makeRoom(key);
            }
        }
        waiting.forEach(Runnable::run);
    }

    /**
     * Returns the response to a request.
     *
     * @param key the name of its message
     * @return null if there is none
     */
    public synchronized @Nullable R response(MessageId key) {
        Entry<R> entry = entries.get(key);
        return entry == null ? null : entry.response;
    }

    /**
     * Waits for a response.
     *
     * @param key the name of the message of the request
     * @param action run once, by another thread, when there is a response or there will be none
     * @return false if there is a response already, or none will come, or too many wait: the action will not be run
     */
    public synchronized boolean await(MessageId key, Runnable action) {
        Entry<R> entry = entries.get(key);
        if (entry == null || entry.response != null || entry.waiting.size() >= MAX_WAITING) {
            return false;
        }
        entry.waiting.add(action);
        return true;
    }

    /**
     * Removes a copy that waits no longer.
     *
     * @param key the name of the message of the request
     * @param action as it was given to {@link #await}
     */
    public synchronized void stopWaiting(MessageId key, Runnable action) {
        Entry<R> entry = entries.get(key);
        if (entry != null) {
            entry.waiting.remove(action);
        }
    }

    /** {@return the memory that all responses take, bytes} */
    public synchronized long bytes() {
        return bytes;
    }

    private void forgetOld(long nowNanos) {
        Iterator<Entry<R>> oldest = entries.values().iterator();
        while (oldest.hasNext()) {
            Entry<R> entry = oldest.next();
            if (nowNanos - entry.sinceNanos < maxAgeNanos) {
                return;
            }
            release(entry);
            oldest.remove();
        }
    }

    /** Forgets responses of sequences that have ended; checks at most once in a second. */
    private void forgetEnded(long nowNanos) {
        if (nowNanos - sweptNanos >= SWEEP_NANOS) {
            sweptNanos = nowNanos;
            removeIf((key, entry) -> entry.response != null && entry.ended.getAsBoolean());
        }
    }

    private void makeRoom(MessageId kept) {
        if (bytes > maxBytes) {
            long[] surplus = {bytes - maxBytes};
            removeIf((key, entry) -> {
                if (surplus[0] <= 0 || entry.response == null || key.equals(kept)) {
                    return false;
                }
                surplus[0] -= entry.bytes;
                return true;
            });
        }
    }

    private void removeIf(BiPredicate<MessageId, Entry<R>> choice) {
        entries.entrySet().removeIf(each -> {
            boolean goes = choice.test(each.getKey(), each.getValue());
            if (goes) {
                release(each.getValue());
            }
            return goes;
        });
    }

    private void release(Entry<R> entry) {
        bytes -= entry.bytes;
    }
}
