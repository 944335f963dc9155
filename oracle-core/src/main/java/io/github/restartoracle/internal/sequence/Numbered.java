package io.github.restartoracle.internal.sequence;

import io.github.restartoracle.internal.pending.Pending;

/** A message of a sequence. Not thread-safe; confined to the lock of its path. */
public abstract class Numbered extends Pending {
    private long number;
    private long order;
    private boolean answered;

    /** Creates a message without a number. */
    protected Numbered() {}

    /** {@return the number in the sequence, 1 or more; 0 if there is none yet} */
    public final long number() {
        return number;
    }

    /** Changes the number; the old one goes to another message, or is free. */
    protected final void renumber(long next) {
        number = next;
    }

    /** {@return the position in the sequence, or in the path while it is parked, which no other message has} */
    public final long order() {
        return order;
    }

    /** Changes the position. */
    protected final void positioned(long position) {
        order = position;
    }

    /** {@return the number of transmissions that were dispatched, 0 or more, those before a retry included} */
    public abstract int attemptsMade();

    /** {@return whether it can be acknowledged or given up, and is neither} */
    public abstract boolean isUnresolved();

    /** {@return whether the destination may hold its answer until its sequence is closed, which has ended without a message} */
    public abstract boolean mayAwaitGap();

    /** {@return whether later messages of an in-order sequence come after it} */
    public final boolean comesFirst() {
        return isUnresolved() && !mayAwaitGap();
    }

    /** {@return whether an acknowledgement of the message may be true} */
    public abstract boolean mayHaveLeft();

    /** Records that the answer to the message has arrived. */
    public final void answered() {
        answered = true;
    }

    /** {@return whether its answer has arrived, so that no restart is needed to fetch it} */
    public final boolean isAnswered() {
        return answered;
    }
}
