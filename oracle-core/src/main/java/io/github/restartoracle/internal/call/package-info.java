/**
 * The calls that have no number yet: they wait for a sequence, or to be stored. {@code SequenceWait} says which step is taken next
 * for those of one client to one address, {@code Numbering} in which order the calls of a sequence are stored.
 *
 * <p>A parameter {@code nowNanos} is the time on one monotonic clock, in nanoseconds. {@code P} is the content of a message.
 */
@NullMarked
package io.github.restartoracle.internal.call;

import org.jspecify.annotations.NullMarked;
