/**
 * The sending side of one path as a state machine: its messages, their attempts, and the decisions when an attempt is
 * dispatched, waits or is given up. It depends on no CXF, thread or clock, so it also runs in virtual time.
 *
 * <p>{@link io.github.restartoracle.internal.outbound.Path} is the entrance and holds the lock. A
 * {@link io.github.restartoracle.internal.outbound.Message} knows its state and refuses wrong transitions. {@code Transmissions}
 * makes and follows attempts, {@code Timeouts} restarts them, {@code SendWindow} is the only place where messages wait to be
 * dispatched, {@code Outcomes} settles messages and counts, {@link io.github.restartoracle.internal.sequence.SequenceState} knows
 * the acknowledged numbers.
 *
 * <p>A parameter {@code nowNanos} is the time on one monotonic clock, in nanoseconds. {@code P} is the content of a message.
 */
@NullMarked
package io.github.restartoracle.internal.outbound;

import org.jspecify.annotations.NullMarked;
