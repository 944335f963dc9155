package io.github.restartoracle.internal.outbound;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/**
 * The changes of a path, one after the other, under one lock. A change that is made in the course of another is a part of
 * it. The consequences of a change are worked out when it is complete. Its acts are carried out after the lock was
 * released: one at a time, in the order in which they were decided, whichever threads make the changes.
 *
 * <p>Thread-safe.
 */
final class Changes<P> {
    private final Object lock = new Object();
    private final LongConsumer after;
    private boolean changing;
    /** The number of reads and changes under way, each a part of the one before it. */
    private int depth;

    private final Consumer<Act<P>> carryOut;
    private List<Act<P>> acts = new ArrayList<>();
    private boolean acting;

    /** Creates the changes of a path; the first action works out the consequences of a change, under the lock. */
    Changes(LongConsumer after, Consumer<Act<P>> carryOut) {
        this.after = after;
        this.carryOut = carryOut;
    }

    /** Has an act carried out after the lock was released; to be called under the lock. */
    void act(Act<P> act) {
        acts.add(act);
    }

    /** Makes a change. */
    <T> T make(long nowNanos, Supplier<T> change) {
        return read(() -> {
            if (changing) {
                return change.get();
            }
            changing = true;
            try {
                T result = change.get();
                after.accept(nowNanos);
                return result;
            } finally {
                changing = false;
            }
        });
    }

    /**
     * Runs an action that changes no state on which others depend, and then, unless it is a part of another one, carries out the
     * acts that it has decided.
     */
    <T> T read(Supplier<T> action) {
        boolean decided = false;
        try {
            synchronized (lock) {
                int before = acts.size();
                depth++;
                try {
                    return action.get();
                } finally {
                    depth--;
                    decided = depth == 0 && acts.size() > before;
                }
            }
        } finally {
            if (decided) {
                carryOut();
            }
        }
    }

    void read(Runnable action) {
        read(() -> {
            action.run();
            return lock;
        });
    }

    void make(long nowNanos, Runnable change) {
        make(nowNanos, () -> {
            change.run();
            return lock;
        });
    }

    /** Carries out the acts that were decided, and those that other threads decide meanwhile. */
    private void carryOut() {
        for (List<Act<P>> decided = decided(); !decided.isEmpty(); decided = decided()) {
            try {
                run(decided);
            } finally {
                synchronized (lock) {
                    acting = false;
                }
            }
        }
    }

    /** Runs acts; one that throws does not prevent the others. */
    private void run(List<Act<P>> acts) {
        for (int i = 0; i < acts.size(); i++) {
            boolean done = false;
            try {
                carryOut.accept(acts.get(i));
                done = true;
            } finally {
                if (!done) {
                    run(acts.subList(i + 1, acts.size()));
                }
            }
        }
    }

    /** Takes the acts that are to be carried out now; none if another thread carries them out. */
    private List<Act<P>> decided() {
        synchronized (lock) {
            if (acting || acts.isEmpty()) {
                return List.of();
            }
            acting = true;
            List<Act<P>> decided = acts;
            acts = new ArrayList<>();
            return decided;
        }
    }
}
