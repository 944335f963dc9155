package io.github.restartoracle.wsrm.destination;

/** Messages of an endpoint that are accepted and not yet delivered. Thread-safe. */
final class Budget {
    private static final long OF_A_MESSAGE = 8_192;
    /** The text, its parsed form, and copies that are made of either on the way to the service. */
    private static final long OF_A_BYTE = 4;

    private final ReceiveOptions options;
    private int messages;
    private long bytes;

    Budget(ReceiveOptions options) {
        this.options = options;
    }

    /** Returns the heap that a message of a size may take. */
    static long cost(long contentBytes) {
        return OF_A_MESSAGE + OF_A_BYTE * contentBytes;
    }

    /**
     * Takes room for a message.
     *
     * @param needed whether the others wait for it, so that it must be taken
     * @return false if there is none
     */
    synchronized boolean take(long cost, boolean needed) {
        boolean room = messages == 0 || (messages < options.messages() && bytes + cost <= options.bytes());
        if (room || needed) {
            messages++;
            bytes += cost;
        }
        return room || needed;
    }

    synchronized void giveBack(long cost) {
        messages--;
        bytes -= cost;
    }
}
