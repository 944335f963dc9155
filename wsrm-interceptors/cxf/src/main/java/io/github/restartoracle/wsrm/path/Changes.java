package io.github.restartoracle.wsrm.path;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/**
 * The changes of a path, one after the other, under one lock. A change that is made in the course of another is a part of it. Only
 * when a change is complete is what follows from it worked out, and only when the lock is left are its acts carried out: in the order in
 * which they were decided, one at a time, whichever threads make changes.
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
     * No change was made yet.
     *
     * @param after works out what follows from a change, at a time, under the lock
     */
    Changes(LongConsumer after) {
        this.after = after;
    }

    /** Runs an action that changes nothing that others depend on. */
    <T> T read(Supplier<T> action) {
        synchronized (lock) {
            return action.get();
        }
    }

    /** Has an act carried out when the lock is left; to be called in the course of a change. */
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

    /** Whoever carries out acts takes those with it that others decide meanwhile. */
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

    /** One that throws keeps nothing else from being done. */
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
