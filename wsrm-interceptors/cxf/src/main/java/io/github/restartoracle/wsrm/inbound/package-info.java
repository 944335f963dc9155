/**
 * The receiving side of a sequence as a state machine: which message is accepted, when each is delivered, and what follows from
 * the end of an attempt. Free of CXF, threads, clocks and I/O; everything runs in virtual time too.
 *
 * <p>{@link io.github.restartoracle.wsrm.inbound.Inbound} is the entrance. A {@link
 * io.github.restartoracle.wsrm.inbound.Received} message knows its state and refuses wrong transitions; an {@link
 * io.github.restartoracle.wsrm.inbound.Act} is what is to be done after an event. {@code destination} carries it out.
 */
@NullMarked
package io.github.restartoracle.wsrm.inbound;

import org.jspecify.annotations.NullMarked;
