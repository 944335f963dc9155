package io.github.restartoracle.internal.outbound;

/**
 * The life of a client. A client that is closed lives on while its sequences are needed: by calls that are being made, by messages
 * until they are acknowledged or withdrawn, those that were given up among them, and by the end of a sequence. With a sequence that
 * is terminated, a store removes its messages.
 *
 * <p>Thread-safe.
 */
public final class ClientLife {
    private long held;
    private boolean closed;

    /** Creates the life of a client that is open. */
    public ClientLife() {}

    /** Holds the client open until {@link #release}, even if it is closed. */
    public synchronized void hold() {
        held++;
    }

    /** Ends one {@link #hold}, of which there must be one; returns whether the life is over. */
    public synchronized boolean release() {
        if (held == 0) {
            throw new IllegalStateException("nothing holds the client");
        }
        held--;
        return isOver();
    }

    /** Records that the client is closed; returns whether the life is over. */
    public synchronized boolean close() {
        closed = true;
        return isOver();
    }

    /** {@return whether the client is closed, and nothing holds it} */
    public synchronized boolean isOver() {
        return closed && held == 0;
    }
}
