package io.github.restartoracle.wsrm.world;

/**
 * Something that goes wrong for a time.
 *
 * @param kind what goes wrong
 * @param fromNanos since the start
 * @param toNanos since the start
 */
record Fault(Kind kind, long fromNanos, long toNanos) {
    enum Kind {
        /** Nothing gets to the destination. */
        CUT_THERE,
        /** Nothing comes back. */
        CUT_BACK,
        /** Neither. */
        CUT,
        /** Connections are refused, as if nothing listened. */
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
        SOURCE_DATABASE_DOWN
    }

    boolean holds(long sinceStartNanos) {
        return fromNanos <= sinceStartNanos && sinceStartNanos < toNanos;
    }
}
