package io.github.restartoracle.world;

/**
 * A fault that lasts for a time.
 *
 * @param kind the kind of fault
 * @param fromNanos since the start
 * @param toNanos since the start
 */
record WorldFault(Kind kind, long fromNanos, long toNanos) {
    enum Kind {
        /** No segment gets to the destination. */
        CUT_THERE,
        /** No segment gets back to the source. */
        CUT_BACK,
        /** No segment gets through in either direction. */
        CUT,
        /** Connections are refused, as if no server listened. */
        REFUSE,
        /** Every request is answered with 503. */
        BUSY,
        /** Requests are read and not answered. */
        STALL,
        /** The database of the destination does not answer. */
        DATABASE_DOWN,
        /** The service fails. */
        SERVICE_FAILS,
        /** The service takes long. */
        SERVICE_SLOW,
        /** The database of the source does not answer. */
        SOURCE_DATABASE_DOWN,
        /** The node creates no sequence. */
        NO_SEQUENCE,
        /** Requests are answered, and not accepted, since the node is starting. */
        UNREADY
    }

    boolean holds(long sinceStartNanos) {
        return fromNanos <= sinceStartNanos && sinceStartNanos < toNanos;
    }
}
