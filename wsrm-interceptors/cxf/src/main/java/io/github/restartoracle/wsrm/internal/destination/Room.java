package io.github.restartoracle.wsrm.internal.destination;

import io.github.restartoracle.internal.attempt.ByteBudget;

/** Room for the messages of an endpoint that are accepted and not yet delivered. Thread-safe. */
final class Room {
    private static final long OF_A_MESSAGE = 8_192;
    /** The heap for a byte: the text, its parsed form, and copies of either that are made on the way to the service. */
    private static final long OF_A_BYTE = 4;

    private final int mostMessages;
    private final ByteBudget bytes;
    private int messages;

    Room(ReceiveOptions options) {
        this.mostMessages = options.messages();
        this.bytes = ByteBudget.of(options.bytes());
    }

    /** Returns the heap that a message of a size may take. */
    static long cost(long contentBytes) {
        return OF_A_MESSAGE + OF_A_BYTE * contentBytes;
    }

    /**
     * Takes room for a message; the first has room at any size.
     *
     * @param needed true if the others wait for it, so that it must be taken
     * @return false if there is none
     */
    synchronized boolean take(long cost, boolean needed) {
        boolean room = messages < mostMessages && bytes.tryReserve(cost);
        if (!room && (needed || messages == 0)) {
            bytes.reserve(cost);
            room = true;
        }
        messages += room ? 1 : 0;
        return room;
    }

    synchronized void giveBack(long cost) {
        messages--;
        bytes.release(cost);
    }
}
