package io.github.restartoracle.internal.inbound;

import io.github.restartoracle.status.MessageId;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The messages that are given up: the latest ones, and fewer of those that no store keeps. Thread-safe. */
public final class GivenUpMessages<P> {
    /**
     * A message that is given up.
     *
     * @param id the name of the message
     * @param message GIVEN_UP
     * @param attempts the number of attempts that the service has refused
     * @param reason the last failure, for a person to read
     * @param sinceNanos the time at which it was given up
     * @param inMemory true if only this process has its content
     */
    public record Entry<P>(
            MessageId id, Received<P> message, int attempts, String reason, long sinceNanos, boolean inMemory) {}

    private final int most;
    private final int mostInMemory;
    /** Oldest first. */
    private final Map<MessageId, Entry<P>> entries = new LinkedHashMap<>();
    /** Those whose content only this process has. */
    private final Map<MessageId, Entry<P>> inMemory = new LinkedHashMap<>();

    /**
     * Creates an empty list.
     *
     * @param most the maximum number of messages, 1 or more
     * @param mostInMemory the maximum number of those whose content only this process has, 1 or more
     */
    public GivenUpMessages(int most, int mostInMemory) {
        this.most = most;
        this.mostInMemory = mostInMemory;
    }

    /**
     * Adds a message.
     *
     * @return the messages whose contents are dropped for it; one that only this process has stays in the list
     */
    public synchronized List<Entry<P>> add(Entry<P> entry) {
        entries.put(entry.id(), entry);
        if (entry.inMemory()) {
            inMemory.put(entry.id(), entry);
        }
        List<Entry<P>> dropped = new ArrayList<>(0);
        moveOldest(entries, most, dropped);
        dropped.forEach(gone -> inMemory.remove(gone.id()));
        moveOldest(inMemory, mostInMemory, dropped);
        return dropped;
    }

    private static <P> void moveOldest(Map<MessageId, Entry<P>> from, int bound, List<Entry<P>> to) {
        if (from.size() > bound) {
            Iterator<Entry<P>> oldest = from.values().iterator();
            to.add(oldest.next());
            oldest.remove();
        }
    }

    /** Returns a message; null if it is not listed. */
    public synchronized @Nullable Entry<P> get(MessageId id) {
        return entries.get(id);
    }

    /** Removes a message; returns false if it is not listed. */
    public synchronized boolean take(MessageId id) {
        inMemory.remove(id);
        return entries.remove(id) != null;
    }

    /** Removes messages, and returns them, oldest first. */
    public synchronized List<Entry<P>> takeIf(Predicate<Entry<P>> choice) {
        List<Entry<P>> taken = entries.values().stream().filter(choice).toList();
        taken.forEach(entry -> take(entry.id()));
        return taken;
    }

    /** {@return the number of messages} */
    public synchronized int size() {
        return entries.size();
    }

    /** {@return the messages, oldest first, a snapshot} */
    public synchronized List<Entry<P>> all() {
        return List.copyOf(entries.values());
    }
}
