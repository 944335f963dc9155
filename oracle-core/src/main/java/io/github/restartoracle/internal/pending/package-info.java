/**
 * The messages of a path that wait for their acknowledgement, and the timer that wakes when one has waited long enough.
 * The queue of a real source and a simulator on a virtual clock use the same classes.
 *
 * <p>{@link io.github.restartoracle.internal.pending.PendingSet} obeys the oracle of one path; {@link
 * io.github.restartoracle.internal.pending.RestartTimer} serves all paths with one thread.
 *
 * <p>A parameter {@code nowNanos} is the time on one monotonic clock, in nanoseconds.
 */
@NullMarked
package io.github.restartoracle.internal.pending;

import org.jspecify.annotations.NullMarked;
