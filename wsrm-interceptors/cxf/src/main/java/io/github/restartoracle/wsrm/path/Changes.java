package io.github.restartoracle.wsrm.path;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/**
 * The changes of a path, one after the other, under one lock. A change that is made in the course of another is a part of
 * it. The consequences of a change are worked out when it is complete. Its acts are carried out after the lock was
 * released: one at a time, in the order in which they were decided, whichever threads make the changes.
 *
 * <p>Thread-safe.
 */
final class Changes {
    private final Object lock = new Object();
    private final LongConsumer after;
    private boolean changing;
    private List<Runnable> acts = new ArrayList<>();
    private boolean acting;

    /**
     * Creates the changes of a path.
     *
     * @param after works out the consequences of a change, at the given time, under the lock
     */
    Changes(LongConsumer after) {
        this.after = after;
    }

    /** Runs an action that changes no state on which others depend. */
    <T> T read(Supplier<T> action) {
        synchronized (lock) {
            return action.get();
        }
    }

    /** Has an act carried out after the lock was released; to be called in the course of a change. */
    void act(Runnable act) {
        acts.add(act);
    }

    /** Makes a change. */
    <T> T make(long nowNanos, Supplier<T> change) {
        try {
            synchronized (lock) {
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
            }
        } finally {
            if (!Thread.holdsLock(lock)) {
                carryOut();
            }
        }
    }

    void make(long nowNanos, Runnable change) {
        make(nowNanos, () -> {
            change.run();
            return lock;
        });
    }

    /**
     * Carries out the acts that were decided. The thread that does so also carries out those that other threads decide
     * meanwhile.
     */
    private void carryOut() {
        for (List<Runnable> decided = decided(); !decided.isEmpty(); decided = decided()) {
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
    private static void run(List<Runnable> acts) {
        for (int i = 0; i < acts.size(); i++) {
            boolean done = false;
            try {
                acts.get(i).run();
                done = true;
            } finally {
                if (!done) {
                    run(acts.subList(i + 1, acts.size()));
                }
            }
        }
    }

    /** Takes the acts that are to be carried out now; none if another thread carries them out. */
    private List<Runnable> decided() {
        synchronized (lock) {
            if (acting || acts.isEmpty()) {
                return List.of();
            }
            acting = true;
            List<Runnable> decided = acts;
            acts = new ArrayList<>();
            return decided;
        }
    }
}
