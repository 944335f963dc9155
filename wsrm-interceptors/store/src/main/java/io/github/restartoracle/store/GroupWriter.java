package io.github.restartoracle.store;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Groups the writes of several threads. One thread at a time writes for all that wait, because many writes in one transaction
 * cost a database little more than one. A thread waits for at most the write in progress and one more.
 *
 * <p>Thread-safe.
 *
 * @param <T> the type of the items that are written
 */
final class GroupWriter<T> {
    private static final int MOST = 100;

    /** Size above which an item is written alone, concurrently with the others. */
    static final long LARGE_BYTES = 64 * 1024;

    private static final long MOST_BYTES = 16 * LARGE_BYTES;

    private final Consumer<List<T>> writer;
    private final Predicate<RuntimeException> concernsOne;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<Item<T>> waiting = new ArrayDeque<>();
    private boolean writing;

    private static final class Item<T> {
        final T content;
        final long bytes;
        boolean ended;

        @Nullable
        RuntimeException failure;

        Item(T content, long bytes) {
            this.content = content;
            this.bytes = bytes;
        }
    }

    /**
     * Creates a writer without waiting items.
     *
     * @param writer writes all items or none
     * @param concernsOne tells of the failure of a group if a single item may be its cause: then each item is written alone
     */
    GroupWriter(Consumer<List<T>> writer, Predicate<RuntimeException> concernsOne) {
        this.writer = writer;
        this.concernsOne = concernsOne;
    }

    /** Writes an item, and returns when it is written. If that throws, the item is not written, or the outcome is unknown. */
    void write(T content, long bytes) {
        if (bytes > LARGE_BYTES) {
            writer.accept(List.of(content));
            return;
        }
        Item<T> item = new Item<>(content, bytes);
        lock.lock();
        try {
            waiting.add(item);
            while (!item.ended) {
                if (writing) {
                    changed.awaitUninterruptibly();
                } else {
                    writeGroup();
                }
            }
        } finally {
            lock.unlock();
        }
        RuntimeException failure = item.failure;
        if (failure != null) {
            throw failure;
        }
    }

    /** Writes the next group, without holding the lock meanwhile, so that other threads can add items. */
    private void writeGroup() {
        List<Item<T>> group = nextGroup();
        writing = true;
        lock.unlock();
        try {
            write(group);
        } finally {
            lock.lock();
            writing = false;
            group.forEach(item -> item.ended = true);
            changed.signalAll();
        }
    }

    private List<Item<T>> nextGroup() {
        List<Item<T>> group = new ArrayList<>();
        long bytes = 0;
        while (group.size() < MOST && !waiting.isEmpty()) {
            bytes += waiting.element().bytes;
            if (bytes > MOST_BYTES) {
                break;
            }
            group.add(waiting.remove());
        }
        return group;
    }

    private void write(List<Item<T>> group) {
        RuntimeException failure = tryToWrite(group);
        if (failure != null && group.size() > 1 && concernsOne.test(failure)) {
            group.forEach(item -> item.failure = tryToWrite(List.of(item)));
        } else {
            group.forEach(item -> item.failure = failure);
        }
    }

    private @Nullable RuntimeException tryToWrite(List<Item<T>> items) {
        try {
            writer.accept(items.stream().map(item -> item.content).toList());
            return null;
        } catch (RuntimeException e) {
            return e;
        } catch (Error e) {
            return new IllegalStateException(e);
        }
    }
}
