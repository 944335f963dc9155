/**
 * The receiving side of a sequence as a state machine. It decides which message is accepted, when each is delivered, and
 * which step follows the end of an attempt. It depends on no CXF, thread, clock or I/O, so it also runs in virtual time.
 *
 * <p>{@link io.github.restartoracle.internal.inbound.Inbound} is the entrance. A {@link
 * io.github.restartoracle.internal.inbound.Received} message knows its state and refuses wrong transitions. An
 * {@link io.github.restartoracle.internal.inbound.Act} follows from an event, and {@code destination} carries it out.
 *
 * <p>A parameter {@code nowNanos} is the time on one monotonic clock, in nanoseconds. {@code P} is the content of a message.
 */
@NullMarked
package io.github.restartoracle.internal.inbound;

import org.jspecify.annotations.NullMarked;
