package io.github.restartoracle.outbound;

import java.util.OptionalLong;

/** A message of a sequence. Not thread-safe; confined to the lock of its path. */
abstract class Numbered {
    /** Returns the number in the sequence, 1 or more. */
    abstract long number();

    /** Returns the position among the messages of the sequence; it distinguishes messages with the same number. */
    abstract long order();

    abstract void positioned(long position);

    /** Returns the number of transmissions that were dispatched. */
    abstract int attemptsMade();

    /** Returns whether it can be acknowledged or given up, and is neither. */
    abstract boolean isUnresolved();

    /** Returns whether an acknowledgement of the message may be true. */
    abstract boolean mayHaveLeft();

    /** Notes that the answer to the message has arrived. */
    abstract void answered();

    /** Returns the time when the first transmission was dispatched; empty if none was, or if it is not known. */
    abstract OptionalLong firstDispatchedNanos();
}
