package io.github.restartoracle.wsrm.path;

import java.util.OptionalLong;

/** A message as one of those of its sequence. Not thread-safe; confined to the lock of its path. */
abstract class Numbered {
    /** The number in the sequence, 1 or more. */
    abstract long number();

    /** Position among the messages of the sequence; tells twins apart. */
    abstract long order();

    abstract void positioned(long position);

    /** The number of transmissions that were dispatched. */
    abstract int attemptsMade();

    /** An acknowledgement of the message may be true. */
    abstract boolean mayHaveLeft();

    /** When the first transmission was dispatched; empty if none was, or that is not known. */
    abstract OptionalLong firstDispatchedNanos();
}
