package io.github.restartoracle.benchmarks.mail;

/** The mail transport and a bare loop that does the same with the same mail server, in alternation. */
interface Contest {
    /** The number of mails in a block. */
    int MAILS = 500;

    String name();

    /** Runs a block of the bare loop; returns mails per second. */
    double bare() throws Exception;

    /** Runs a block of the transport; returns mails per second. */
    double transport() throws Exception;

    static double perSecond(long startNanos, long endNanos) {
        return MAILS * 1e9 / (endNanos - startNanos);
    }
}
