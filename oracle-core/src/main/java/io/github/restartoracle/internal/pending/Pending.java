package io.github.restartoracle.internal.pending;

import io.github.restartoracle.oracle.Stage;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The part of a message that a {@link PendingSet} keeps: its transmissions, and its wait for an acknowledgement.
 *
 * <p>Not thread-safe; confined to the lock of the path of the set.
 */
public abstract class Pending {
    /*
     * Heap (64-bit, compressed references): 48 bytes while there is one transmission (3 references, 2 ints, 3 longs, rounded up).
     * The first restart adds an array of 48 bytes, which doubles as needed up to 528 bytes. A lane needs an entry of 40 bytes for
     * each message.
     */

    /** The number of dispatch times that are kept; earlier ones are overwritten by later ones. */
    static final int TIMES_KEPT = 64;

    /** Stands for a dispatch time that is not known. No clock shows the least long in practice. */
    static final long UNKNOWN = Long.MIN_VALUE;

    private static final int FIRST_CAPACITY = 4;

    StageLanes.@Nullable Lane<?> lane;

    /** The time from which the timeout counts. A corrected dispatch time does not change it. */
    long waitingSinceNanos;

    Stage stage = Stage.UNOBSERVED;

    /** The time at which the last transmission reached its stage. */
    long stageSinceNanos;

    private int attemptsBefore;
    private int attempts;
    private long firstDispatchedNanos;
    private long @Nullable [] dispatchedNanos;

    /** Creates a message that was not transmitted. */
    protected Pending() {}

    /** Forgets all transmissions, and counts those of an earlier process and the one that is dispatched now. */
    void begin(int before, long nowNanos) {
        forgetTransmissions();
        attemptsBefore = before;
        attempts = Math.max(1, before);
        firstDispatchedNanos = nowNanos;
        stageSinceNanos = nowNanos;
    }

    /** Forgets all transmissions of a message that is not pending: none was made as far as a pending set is concerned. */
    protected final void forgetTransmissions() {
        attemptsBefore = 0;
        attempts = 0;
        dispatchedNanos = null;
        stage = Stage.UNOBSERVED;
    }

    /**
     * Returns the number of transmissions that were made since the message was last added to a set.
     *
     * @return 0 if it was not added; also the number of the last transmission
     */
    public final int transmissions() {
        return attempts;
    }

    /**
     * Returns the stage of the last transmission.
     *
     * @return {@link Stage#UNOBSERVED} unless {@link PendingSet#stage} was told of another
     */
    public final Stage stage() {
        return stage;
    }

    /** {@return when the last transmission reached its stage, in nanoseconds on the caller's clock} */
    public final long stageSinceNanos() {
        return stageSinceNanos;
    }

    /**
     * Returns the time from which the timeout counts.
     *
     * @return nanoseconds on the caller's clock; that of the last dispatch or report, or of the last timeout after which the
     *     oracle decided to wait
     */
    public final long waitingSinceNanos() {
        return waitingSinceNanos;
    }

    /**
     * Returns when the first transmission was dispatched.
     *
     * @return nanoseconds on the caller's clock; for a recovered message, the time of its recovery; 0 if none was made
     */
    public final long firstDispatchedNanos() {
        return firstDispatchedNanos;
    }

    /**
     * Returns when the last transmission was dispatched.
     *
     * @return nanoseconds on the caller's clock; for a recovered message that was not sent since, the time of its recovery
     */
    public final long lastDispatchedNanos() {
        long nanos = dispatchNanos(attempts);
        return nanos == UNKNOWN ? firstDispatchedNanos : nanos;
    }

    /**
     * Returns the dispatch time of the transmission before the last.
     *
     * @return nanoseconds on the caller's clock; as {@link #firstDispatchedNanos} if there was none, or its time is not kept
     */
    public final long dispatchedBefore() {
        long nanos = dispatchNanos(attempts - 1);
        return nanos == UNKNOWN ? firstDispatchedNanos : nanos;
    }

    /**
     * Returns whether the message still waits for its acknowledgement; a suspended message does.
     *
     * @return false once it was acknowledged, removed or given up
     */
    public final boolean isPending() {
        return lane != null;
    }

    /**
     * Corrects the dispatch time of a transmission, which may be later than its due time. Samples count from there; the timeout
     * does not. Allowed also after the acknowledgement, then without effect.
     *
     * @param attempt the transmission, from 1 to {@link #transmissions()}
     * @param nanos nanoseconds on the clock of the pending set
     * @throws IllegalArgumentException if no such transmission was made
     */
    public final void dispatched(int attempt, long nanos) {
        if (attempt < 1 || attempt > attempts) {
            throw new IllegalArgumentException("attempt must be from 1 to " + attempts + ", was " + attempt);
        }
        if (attempt == 1 && !isRecovered()) {
            firstDispatchedNanos = nanos;
        } else if (attempt > attempts - TIMES_KEPT) {
            times()[slot(attempt)] = nanos;
        }
    }

    /** Returns whether an earlier process of the source made transmissions, whose dispatch times are lost. */
    boolean isRecovered() {
        return attemptsBefore > 0;
    }

    /** Counts the next transmission, which is dispatched now. */
    void restarted(long nowNanos) {
        attempts++;
        times()[slot(attempts)] = nowNanos;
        reached(Stage.UNOBSERVED, nowNanos);
    }

    void reached(Stage next, long nowNanos) {
        stage = next;
        stageSinceNanos = nowNanos;
    }

    /** Takes back the last restart, which was not made after all; its slot may belong to an earlier transmission again. */
    void takeBack() {
        if (attempts == Math.max(1, attemptsBefore)) {
            throw new IllegalStateException("the message was not restarted");
        }
        times()[slot(attempts)] = UNKNOWN;
        attempts--;
    }

    /** Returns when a transmission was dispatched, {@link #UNKNOWN} if that is not known or no longer kept. */
    long dispatchNanos(int attempt) {
        if (attempt < 1 || attempt > attempts) {
            return UNKNOWN;
        }
        if (attempt == 1 && !isRecovered()) {
            return firstDispatchedNanos;
        }
        return dispatchedNanos == null || attempt <= attempts - TIMES_KEPT ? UNKNOWN : times()[slot(attempt)];
    }

    /** Makes room for all transmissions up to the last, as a ring of the latest {@value #TIMES_KEPT} when there are many. */
    private long[] times() {
        long[] times = dispatchedNanos;
        int needed = Math.min(attempts, TIMES_KEPT);
        if (times == null || times.length < needed) {
            int capacity = times == null ? FIRST_CAPACITY : times.length;
            while (capacity < needed) {
                capacity *= 2;
            }
            long[] grown = new long[capacity];
            Arrays.fill(grown, UNKNOWN);
            if (times != null) {
                System.arraycopy(times, 0, grown, 0, times.length);
            }
            dispatchedNanos = grown;
            return grown;
        }
        return times;
    }

    /**
     * Returns the slot of a transmission. The first {@value #TIMES_KEPT} are in order, so growing the array does not move them.
     */
    private static int slot(int attempt) {
        return (attempt - 1) % TIMES_KEPT;
    }
}
