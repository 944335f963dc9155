package io.github.restartoracle.store;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Writes of several threads, made by one of them at a time for all that wait: many cost a database little more than one. Nobody
 * waits longer than the write that is under way and one more.
 *
 * <p>Thread-safe.
 *
 * @param <T> what is written
 */
final class GroupWriter<T> {
    /** Writes all or nothing. */
    interface Writer<T> {
        void write(List<T> items);
    }

    private static final int MOST = 100;

    /** What is larger is written alone, beside the others. */
    static final long LARGE_BYTES = 64 * 1024;

    private static final long MOST_BYTES = 16 * LARGE_BYTES;

    private final Writer<T> writer;
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
     * A writer for which nobody waits.
     *
     * @param concernsOne tells of a failure of several if one of them may be its cause: then each is written alone
     */
    GroupWriter(Writer<T> writer, Predicate<RuntimeException> concernsOne) {
        this.writer = writer;
        this.concernsOne = concernsOne;
    }

    /**
     * Returns when it is written.
     *
     * @param bytes its size
     * @throws RuntimeException if it could not be written, or it is not known whether it was
     */
    void write(T content, long bytes) {
        if (bytes > LARGE_BYTES) {
            writer.write(List.of(content));
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

    /** The lock is left meanwhile: others come to wait. */
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
            writer.write(items.stream().map(item -> item.content).toList());
            return null;
        } catch (RuntimeException e) {
            return e;
        } catch (Error e) {
            return new IllegalStateException(e);
        }
    }
}
