package io.github.restartoracle.internal.outbound;

import io.github.restartoracle.internal.pending.Pending;

/** A message of a sequence. Not thread-safe; confined to the lock of its path. */
abstract class Numbered extends Pending {
    /** Returns the number in the sequence, 1 or more. */
    abstract long number();

    /** Returns the position among the messages of the sequence; it distinguishes messages with the same number. */
    abstract long order();

    abstract void positioned(long position);

    /** Returns the number of transmissions that were dispatched. */
    abstract int attemptsMade();

    /** Returns whether it can be acknowledged or given up, and is neither. */
    abstract boolean isUnresolved();

    /**
     * Returns whether its caller waits for the answer, and the destination may hold it until its sequence, which has ended
     * without a message before it, is closed.
     */
    abstract boolean isHeld();

    /** Returns whether later messages of an in-order sequence come after it. */
    final boolean comesFirst() {
        return isUnresolved() && !isHeld();
    }

    /** Returns whether an acknowledgement of the message may be true. */
    abstract boolean mayHaveLeft();

    /** Notes that the answer to the message has arrived. */
    abstract void answered();
}
