package io.github.restartoracle.benchmarks.papers.conditional;

import java.util.Locale;

/**
 * The data of one message or exchange, from any kind of log.
 *
 * @param log names its source
 * @param bytes that were carried, 1 or more
 * @param segments that they filled, 1 or more
 * @param rttSeconds the round-trip time of its path; NaN if it is not known
 * @param attempts transmissions of the message, or connections; 1 or more
 * @param flow tells if the sender had its data ready
 * @param seconds from the time it was due to its (first) arrival
 */
record Transaction(String log, long bytes, int segments, double rttSeconds, int attempts, Flow flow, double seconds) {
    /** The conclusion about the sender from the sizes of the segments. */
    enum Flow {
        /** All data were ready: the duration depended on the network alone. */
        SINGLE,
        /** The connection waited for the sender or the receiver. */
        INTERRUPTED,
        /** The log has no sizes of segments. */
        UNKNOWN;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    Transaction {
        if (bytes < 1 || segments < 1 || attempts < 1 || !(seconds > 0)) {
            throw new IllegalArgumentException("expected more than 0: " + bytes + " bytes, " + segments + " segments, "
                    + attempts + " attempts, " + seconds + " s");
        }
    }

    /** Returns the throughput in bit/s, with the set-up included as in the paper. */
    double throughput() {
        return 8.0 * bytes / seconds;
    }
}
