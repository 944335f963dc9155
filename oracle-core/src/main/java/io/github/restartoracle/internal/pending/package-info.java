/**
 * The messages of a path that wait for their acknowledgement, and when one has waited long enough. The queue of a real source and
 * a simulator on a virtual clock use the same classes.
 *
 * <p>A parameter {@code nowNanos} is the time on one monotonic clock, in nanoseconds.
 */
@NullMarked
package io.github.restartoracle.internal.pending;

import org.jspecify.annotations.NullMarked;
