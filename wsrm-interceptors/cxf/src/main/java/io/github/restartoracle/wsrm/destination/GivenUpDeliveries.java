package io.github.restartoracle.wsrm.destination;

import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.event.GivenUpDelivery;
import io.github.restartoracle.wsrm.event.MessageId;
import io.github.restartoracle.wsrm.log.Logs;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.apache.cxf.ws.rm.DestinationSequence;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/** The messages of a bus whose delivery was given up, for an operator. Thread-safe. */
final class GivenUpDeliveries {
    private static final Logger LOG = Logs.of(GivenUpDeliveries.class);
    /** The number that is listed; what a store has beyond it is listed by the next life. */
    static final int MOST = 10_000;
    /** The number of which the content is kept in this process, where there is no store. */
    static final int MOST_CONTENTS = 100;

    private record Entry(Undelivered message, long sinceNanos, int attempts, String reason) {}

    private final NanoClock clock;
    private final Attempts attempts;
    private final Consumer<Undelivered> deliver;
    private final Map<MessageId, Entry> entries = new LinkedHashMap<>();
    private final Queue<Undelivered> contents = new ArrayDeque<>();
    private final List<Consumer<GivenUpDelivery>> listeners = new CopyOnWriteArrayList<>();
    private long total;

    /**
     * Messages of a bus.
     *
     * @param deliver delivers a message again
     */
    GivenUpDeliveries(NanoClock clock, Attempts attempts, Consumer<Undelivered> deliver) {
        this.clock = clock;
        this.attempts = attempts;
        this.deliver = deliver;
    }

    /** A listener hears of each message that this process gives up. It must be quick and must not throw. */
    void listen(Consumer<GivenUpDelivery> listener) {
        listeners.add(listener);
    }

    /**
     * A message has left the queue.
     *
     * @param stored whether a store keeps its content, and that it was given up
     */
    void add(Undelivered message, boolean stored) {
        Entry entry = new Entry(message.afresh(stored), clock.nanoTime(), message.attempts, message.failure());
        if (stored) {
            DeliveryAttempts.release(message);
        } else {
            // There is nothing that the sequence has to be kept for.
            CxfSequence.removeUndelivered(message.sequence, message.number);
            CxfSequence.removeIfEnded(message.sequence);
        }
        synchronized (this) {
            total++;
            put(entry);
        }
        listeners.forEach(listener -> listener.accept(describe(entry)));
    }

    /** A message that only the store has was given up by an earlier life, or another process. */
    void recovered(DestinationSequence sequence, long number, Workers workers, String reason) {
        CxfSequence.addUndelivered(sequence, number);
        Undelivered message = new Undelivered(sequence, number, workers, 0, null, Undelivered.Kind.RECOVERED);
        synchronized (this) {
            put(new Entry(message, clock.nanoTime(), 0, reason));
        }
    }

    /**
     * Delivers a message again.
     *
     * @return false if there is none, or its content is gone
     */
    boolean retry(MessageId id) {
        Undelivered message = get(id);
        if (message == null || !message.hasContent()) {
            return false;
        }
        boolean stored = attempts.giveUp(message, null);
        LOG.info("Message {} is delivered again, its content is in a store: {}", id, stored);
        boolean taken = take(message);
        if (taken) {
            deliver.accept(message);
        }
        return taken;
    }

    /** Takes a message out, also from the store. */
    boolean discard(MessageId id) {
        Undelivered message = get(id);
        if (message == null) {
            return false;
        }
        attempts.note(message);
        boolean taken = take(message);
        if (taken) {
            DeliveryAttempts.release(message);
            CxfSequence.removeUndelivered(message.sequence, message.number);
            CxfSequence.removeIfEnded(message.sequence);
        }
        return taken;
    }

    private synchronized @Nullable Undelivered get(MessageId id) {
        Entry entry = entries.get(id);
        return entry == null ? null : entry.message();
    }

    private synchronized boolean take(Undelivered message) {
        contents.remove(message);
        return entries.remove(message.id()) != null;
    }

    private void put(Entry entry) {
        entries.put(entry.message().id(), entry);
        if (entry.message().arrived != null) {
            contents.add(entry.message());
        }
        if (entries.size() > MOST) {
            Iterator<Entry> oldest = entries.values().iterator();
            release(oldest.next().message());
            oldest.remove();
        }
        if (contents.size() > MOST_CONTENTS) {
            release(contents.element());
        }
    }

    private void release(Undelivered message) {
        contents.remove(message);
        DeliveryAttempts.release(message);
    }

    /** The sequence is another process's. */
    synchronized void stop(DestinationSequence sequence) {
        entries.values().removeIf(entry -> {
            boolean stopped = entry.message().sequence.equals(sequence);
            if (stopped) {
                release(entry.message());
            }
            return stopped;
        });
    }

    synchronized List<GivenUpDelivery> all() {
        return entries.values().stream().map(this::describe).toList();
    }

    synchronized int size() {
        return entries.size();
    }

    /** The number since the start. */
    synchronized long total() {
        return total;
    }

    private GivenUpDelivery describe(Entry entry) {
        return new GivenUpDelivery(
                entry.message().id(),
                entry.message().workers.endpoint,
                Duration.ofNanos(clock.nanoTime() - entry.sinceNanos()),
                entry.attempts(),
                entry.reason(),
                entry.message().hasContent());
    }
}
