package io.github.restartoracle.internal.inbound;

/** Room for the messages of an endpoint that are accepted and not yet delivered, in all its sequences. Thread-safe. */
public final class Room {
    private static final long OF_A_MESSAGE = 8_192;
    /** The heap for a byte: the text, its parsed form, and copies of either that are made on the way to the service. */
    private static final long OF_A_BYTE = 4;

    private final int mostMessages;
    private final long mostBytes;
    private int messages;
    private long bytes;

    /**
     * Creates room.
     *
     * @param mostMessages the maximum number of messages, 1 or more
     * @param mostBytes the maximum sum of their costs
     */
    public Room(int mostMessages, long mostBytes) {
        this.mostMessages = mostMessages;
        this.mostBytes = mostBytes;
    }

    /**
     * Returns the heap that a message may take.
     *
     * @param contentBytes its size, 0 or more
     * @return its cost, bytes
     */
    public static long cost(long contentBytes) {
        return OF_A_MESSAGE + OF_A_BYTE * Math.min(contentBytes, Integer.MAX_VALUE);
    }

    /**
     * Takes room for a message; the first has room at any size.
     *
     * @param cost its cost, bytes
     * @param needed true if the others wait for it, so that it must be taken
     * @return false if there is none
     */
    public synchronized boolean take(long cost, boolean needed) {
        boolean room = messages == 0 || needed || (messages < mostMessages && cost <= mostBytes - bytes);
        if (room) {
            messages++;
            bytes += cost;
        }
        return room;
    }

    /**
     * Gives back the room of a message.
     *
     * @param cost its cost, bytes
     */
    public synchronized void giveBack(long cost) {
        messages--;
        bytes -= cost;
    }
}
