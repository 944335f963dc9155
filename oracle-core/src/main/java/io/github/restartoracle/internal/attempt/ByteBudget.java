package io.github.restartoracle.internal.attempt;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * The number of bytes that may be buffered at once. The budget of a path is a part of a total that all paths share. Up to
 * its floor, a path may reserve bytes although the total is used up, so that no path takes the last byte from another.
 *
 * <p>Thread-safe; never blocks.
 */
public final class ByteBudget {
    private final long limit;
    private final long floor;
    private final @Nullable ByteBudget total;
    private final AtomicLong used = new AtomicLong();
    private final LongAdder refused = new LongAdder();

    private ByteBudget(long limit, long floor, @Nullable ByteBudget total) {
        if (limit < 0 || floor < 0) {
            throw new IllegalArgumentException("limit and floor must be 0 or more, were " + limit + " and " + floor);
        }
        this.limit = limit;
        this.floor = Math.min(floor, limit);
        this.total = total;
    }

    /**
     * Creates an independent budget.
     *
     * @param limit bytes, 0 or more
     * @return an unused budget
     */
    public static ByteBudget of(long limit) {
        return new ByteBudget(limit, 0, null);
    }

    /**
     * Creates a part of this budget.
     *
     * @param partLimit bytes that the part may use at once, 0 or more
     * @param partFloor bytes of these that it may use even if this budget is used up
     * @return an unused part
     */
    public ByteBudget part(long partLimit, long partFloor) {
        return new ByteBudget(partLimit, partFloor, this);
    }

    /**
     * Reserves bytes, all or none.
     *
     * @param bytes 0 or more
     * @return false if the budget has not enough left; that is counted
     */
    public boolean tryReserve(long bytes) {
        long before = used.getAndUpdate(now -> now + bytes > limit ? now : now + bytes);
        long after = before + bytes;
        if (after > limit) {
            refused.increment();
            return false;
        }
        if (total == null) {
            return true;
        }
        long shared = beyondFloor(before, after);
        if (total.tryReserve(shared)) {
            return true;
        }
        // Others may have moved the level meanwhile, so the step down may cross the floor elsewhere than the step up.
        long lowered = used.addAndGet(-bytes);
        total.used.addAndGet(shared - beyondFloor(lowered, lowered + bytes));
        refused.increment();
        return false;
    }

    /** Returns the bytes of a step from one level to a higher one that count against the total. */
    private long beyondFloor(long lower, long higher) {
        return Math.max(0, higher - floor) - Math.max(0, lower - floor);
    }

    /**
     * Releases bytes that were reserved.
     *
     * @param bytes 0 or more, of the reserved ones
     */
    public void release(long bytes) {
        long after = used.addAndGet(-bytes);
        if (total != null) {
            total.release(beyondFloor(after, after + bytes));
        }
    }

    /** {@return the limit in bytes} */
    public long limit() {
        return limit;
    }

    /** {@return the number of reserved bytes; 0 or more} */
    public long used() {
        return used.get();
    }

    /** {@return the number of reservations that were refused; 0 or more, since the budget was made} */
    public long refused() {
        return refused.sum();
    }
}
