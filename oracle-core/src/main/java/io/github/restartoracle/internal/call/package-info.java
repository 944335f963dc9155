/**
 * The calls that have no number yet: they wait for a sequence, or to be stored. {@code SequenceWait} says which step is taken next
 * for those of one client to one address, {@code Numbering} in which order the calls of a sequence are stored.
 */
@NullMarked
package io.github.restartoracle.internal.call;

import org.jspecify.annotations.NullMarked;
