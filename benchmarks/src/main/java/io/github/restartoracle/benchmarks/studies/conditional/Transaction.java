package io.github.restartoracle.benchmarks.studies.conditional;

import java.util.Locale;

/**
 * What is known of one message or exchange, whatever log it comes from.
 *
 * @param log names where it comes from
 * @param bytes that were carried, 1 or more
 * @param segments that they filled, 1 or more
 * @param rttSeconds the round-trip time of its path; NaN if it is not known
 * @param attempts transmissions of the message, or connections; 1 or more
 * @param flow whether the sender had its data ready
 * @param seconds from when it was due to its (first) arrival
 */
record Transaction(String log, long bytes, int segments, double rttSeconds, int attempts, Flow flow, double seconds) {
    /** What the sizes of the segments tell of the sender. */
    enum Flow {
        /** All data were ready: the network alone decided how long it took. */
        SINGLE,
        /** The sender or the receiver kept the connection waiting. */
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

    /** bit/s, as the paper has it: set-up included. */
    double throughput() {
        return 8.0 * bytes / seconds;
    }
}
