package io.github.restartoracle.wsrm.internal.destination;

import io.github.restartoracle.internal.inbound.Act;
import io.github.restartoracle.internal.inbound.GivenUpMessages;
import io.github.restartoracle.internal.inbound.GivenUpMessages.Entry;
import io.github.restartoracle.internal.inbound.Received;
import io.github.restartoracle.status.MessageId;
import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.event.GivenUpDelivery;
import io.github.restartoracle.wsrm.internal.log.Logs;
import io.github.restartoracle.wsrm.internal.runtime.ThrottledWarning;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.apache.cxf.ws.rm.DestinationSequence;
import org.slf4j.Logger;

/** The messages of a bus that were acknowledged and are not delivered again, unless an operator retries them. Thread-safe. */
public final class GivenUpDeliveries {
    private static final Logger LOG = Logs.of(GivenUpDeliveries.class);
    /** The maximum number of listed messages; further ones in a store are listed by the next process. */
    static final int MOST = 10_000;
    /** The maximum number of messages whose content is kept in this process, if there is no store. */
    static final int MOST_CONTENTS = 100;

    private final NanoClock clock;
    private final DeliveryQueue.Attempts attempts;
    private final DeliveryQueue queue;
    private final GivenUpMessages<Content> messages = new GivenUpMessages<>(MOST, MOST_CONTENTS);
    private final List<Consumer<GivenUpDelivery>> listeners = new CopyOnWriteArrayList<>();
    private final AtomicLong total = new AtomicLong();
    private final ThrottledWarning warning;

    GivenUpDeliveries(NanoClock clock, DeliveryQueue.Attempts attempts, DeliveryQueue queue) {
        this.clock = clock;
        this.attempts = attempts;
        this.queue = queue;
        this.warning = new ThrottledWarning(LOG, clock);
    }

    /** Adds a listener, which is told of each message that this process gives up. It must be quick and must not throw. */
    public void listen(Consumer<GivenUpDelivery> listener) {
        listeners.add(listener);
    }

    void add(Received<Content> message) {
        Content content = message.content();
        Entry<Content> entry = new Entry<>(
                content.id(),
                message,
                message.attempts(),
                message.failure(),
                clock.nanoTime(),
                content.arrived() != null);
        LOG.error(
                "Message {} is given up at \"{}\" after {} attempts, until an operator retries or discards it: {}",
                entry.id(),
                content.workers.endpoint,
                entry.attempts(),
                entry.reason());
        if (entry.inMemory()) {
            // No store keeps it, so the sequence need not be kept for it.
            CxfSequence.removeUndelivered(content.sequence, content.number);
            CxfSequence.removeIfEnded(content.sequence);
        }
        total.incrementAndGet();
        list(entry);
        listeners.forEach(listener -> listener.accept(describe(entry)));
    }

    /** Adds a message that only the store has, and that an earlier or another process gave up. */
    void recovered(DestinationSequence sequence, long number, DeliveryWorkers workers, String reason) {
        CxfSequence.addUndelivered(sequence, number);
        Content content = new Content(sequence, number, workers, null);
        list(new Entry<>(content.id(), Received.givenUp(number, content), 0, reason, clock.nanoTime(), false));
    }

    private void list(Entry<Content> entry) {
        for (Entry<Content> dropped : messages.add(entry)) {
            release(dropped);
            warning.warn(
                    "Message " + dropped.id() + " cannot be retried any more by this process: it lists the latest "
                            + MOST + " that were given up, and keeps the contents of " + MOST_CONTENTS
                            + " without a store",
                    null);
        }
    }

    private static void release(Entry<Content> entry) {
        entry.message().content().release();
    }

    /**
     * Delivers a message again. In order, it comes after those that were delivered meanwhile. Returns false if there is no such
     * message, or its content is gone.
     *
     * @throws RuntimeException of a store that fails; the message then stays given up
     */
    public boolean retry(MessageId id) {
        Entry<Content> entry = messages.get(id);
        if (entry == null || !entry.message().content().isThere()) {
            return false;
        }
        Content content = entry.message().content();
        boolean stored = attempts.giveUp(content, null);
        LOG.info("Message {} is delivered again, its content is in a store: {}", id, stored);
        boolean taken = messages.take(id);
        if (taken) {
            CxfSequence.addUndelivered(content.sequence, content.number);
            queue.change(entry.message(), (inbound, nowNanos) -> inbound.retry(entry.message(), nowNanos));
        }
        return taken;
    }

    /**
     * Discards a message, also from the store; returns false if there is none.
     *
     * @throws RuntimeException of a store that fails; the message then stays given up
     */
    public boolean discard(MessageId id) {
        Entry<Content> entry = messages.get(id);
        if (entry == null) {
            return false;
        }
        attempts.note(entry.message().content());
        boolean taken = messages.take(id);
        if (taken) {
            queue.leave(entry.message(), Act.End.SETTLED);
        }
        return taken;
    }

    /** Removes the messages of a sequence that belongs to another process. */
    void stop(DestinationSequence sequence) {
        messages.takeIf(entry -> entry.message().content().sequence.equals(sequence))
                .forEach(GivenUpDeliveries::release);
    }

    /** Returns the messages, the latest 10,000 at most, as a snapshot. */
    public List<GivenUpDelivery> all() {
        return messages.all().stream().map(this::describe).toList();
    }

    public int size() {
        return messages.size();
    }

    /** Returns the number of messages that this process has given up since its start. */
    public long total() {
        return total.get();
    }

    private GivenUpDelivery describe(Entry<Content> entry) {
        Content content = entry.message().content();
        return new GivenUpDelivery(
                entry.id(),
                content.workers.endpoint,
                Duration.ofNanos(clock.nanoTime() - entry.sinceNanos()),
                entry.attempts(),
                entry.reason(),
                content.isThere());
    }
}
