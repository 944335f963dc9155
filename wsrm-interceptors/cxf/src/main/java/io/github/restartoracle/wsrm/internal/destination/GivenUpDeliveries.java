package io.github.restartoracle.wsrm.internal.destination;

import io.github.restartoracle.internal.inbound.Act;
import io.github.restartoracle.internal.inbound.Received;
import io.github.restartoracle.status.MessageId;
import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.event.GivenUpDelivery;
import io.github.restartoracle.wsrm.internal.log.Logs;
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

/**
 * The messages of a bus that were acknowledged and are not delivered again, unless an operator retries them. Thread-safe.
 */
public final class GivenUpDeliveries {
    private static final Logger LOG = Logs.of(GivenUpDeliveries.class);
    /** The maximum number of listed messages; further ones in a store are listed by the next process. */
    static final int MOST = 10_000;
    /** The maximum number of messages whose content is kept in this process, if there is no store. */
    static final int MOST_CONTENTS = 100;

    private record Entry(Received<Content> message, long sinceNanos, int attempts, String reason) {
        Content content() {
            return message.content();
        }
    }

    private final NanoClock clock;
    private final DeliveryQueue.Attempts attempts;
    private final DeliveryQueue queue;
    private final Map<MessageId, Entry> entries = new LinkedHashMap<>();
    private final Queue<Content> contents = new ArrayDeque<>();
    private final List<Consumer<GivenUpDelivery>> listeners = new CopyOnWriteArrayList<>();
    private long total;

    GivenUpDeliveries(NanoClock clock, DeliveryQueue.Attempts attempts, DeliveryQueue queue) {
        this.clock = clock;
        this.attempts = attempts;
        this.queue = queue;
    }

    /** Adds a listener, which is told of each message that this process gives up. It must be quick and must not throw. */
    public void listen(Consumer<GivenUpDelivery> listener) {
        listeners.add(listener);
    }

    void add(Received<Content> message) {
        Content content = message.content();
        Entry entry = new Entry(message, clock.nanoTime(), message.attempts(), message.failure());
        LOG.error(
                "Message {} is given up at \"{}\" after {} attempts, until an operator retries or discards it: {}",
                content.id(),
                content.workers.endpoint,
                entry.attempts(),
                entry.reason());
        if (content.arrived() != null) {
            // No store keeps it, so the sequence need not be kept for it.
            CxfSequence.removeUndelivered(content.sequence, content.number);
            CxfSequence.removeIfEnded(content.sequence);
        }
        synchronized (this) {
            total++;
            put(entry);
        }
        listeners.forEach(listener -> listener.accept(describe(entry)));
    }

    /** Adds a message that only the store has, and that an earlier or another process gave up. */
    void recovered(DestinationSequence sequence, long number, DeliveryWorkers workers, String reason) {
        CxfSequence.addUndelivered(sequence, number);
        Content content = new Content(sequence, number, workers, null);
        synchronized (this) {
            put(new Entry(Received.givenUp(number, content), clock.nanoTime(), 0, reason));
        }
    }

    /**
     * Delivers a message again. In order, it comes after those that were delivered meanwhile.
     *
     * @return false if there is no such message, or its content is gone
     * @throws RuntimeException of a store that fails; the message then stays given up
     */
    public boolean retry(MessageId id) {
        Received<Content> message = get(id);
        if (message == null || !message.content().isThere()) {
            return false;
        }
        boolean stored = attempts.giveUp(message.content(), null);
        LOG.info("Message {} is delivered again, its content is in a store: {}", id, stored);
        boolean taken = take(id, message);
        if (taken) {
            queue.retry(message);
        }
        return taken;
    }

    /**
     * Discards a message, also from the store.
     *
     * @return false if there is no such message
     * @throws RuntimeException of a store that fails; the message then stays given up
     */
    public boolean discard(MessageId id) {
        Received<Content> message = get(id);
        if (message == null) {
            return false;
        }
        attempts.note(message.content());
        boolean taken = take(id, message);
        if (taken) {
            queue.leave(message, Act.End.SETTLED);
        }
        return taken;
    }

    private synchronized @Nullable Received<Content> get(MessageId id) {
        Entry entry = entries.get(id);
        return entry == null ? null : entry.message();
    }

    private synchronized boolean take(MessageId id, Received<Content> message) {
        contents.remove(message.content());
        return entries.remove(id) != null;
    }

    private void put(Entry entry) {
        entries.put(entry.content().id(), entry);
        if (entry.content().arrived() != null) {
            contents.add(entry.content());
        }
        if (entries.size() > MOST) {
            Iterator<Entry> oldest = entries.values().iterator();
            release(oldest.next().content());
            oldest.remove();
        }
        if (contents.size() > MOST_CONTENTS) {
            release(contents.element());
        }
    }

    private void release(Content content) {
        contents.remove(content);
        content.release();
    }

    /** Removes the messages of a sequence that belongs to another process. */
    synchronized void stop(DestinationSequence sequence) {
        entries.values().removeIf(entry -> {
            boolean stopped = entry.content().sequence.equals(sequence);
            if (stopped) {
                release(entry.content());
            }
            return stopped;
        });
    }

    /** Returns the messages, the latest 10,000 at most, as a snapshot. */
    public synchronized List<GivenUpDelivery> all() {
        return entries.values().stream().map(this::describe).toList();
    }

    public synchronized int size() {
        return entries.size();
    }

    /** Returns the number of messages that this process has given up since its start. */
    public synchronized long total() {
        return total;
    }

    private GivenUpDelivery describe(Entry entry) {
        return new GivenUpDelivery(
                entry.content().id(),
                entry.content().workers.endpoint,
                Duration.ofNanos(clock.nanoTime() - entry.sinceNanos()),
                entry.attempts(),
                entry.reason(),
                entry.content().isThere());
    }
}
