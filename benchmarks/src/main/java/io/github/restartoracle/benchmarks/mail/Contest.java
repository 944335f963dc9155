package io.github.restartoracle.benchmarks.mail;

/** The transport and a bare loop doing the same with the same mail server, in turns. */
interface Contest {
    /** Mails in a block. */
    int MAILS = 500;

    String name();

    /** A block of the bare loop; mails per second. */
    double bare() throws Exception;

    /** A block of the transport; mails per second. */
    double transport() throws Exception;

    static double perSecond(long startNanos, long endNanos) {
        return MAILS * 1e9 / (endNanos - startNanos);
    }
}
