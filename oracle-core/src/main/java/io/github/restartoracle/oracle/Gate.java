package io.github.restartoracle.oracle;

/**
 * The limits on the messages of a path that may be dispatched and without a connection, and the state of the path that the
 * oracle has concluded from the reports of the transport.
 *
 * @param down true if the path shows no sign of life: one message, the canary, goes on trying, and all others wait and hold no
 *     connection that is being set up
 * @param sinceNanos the time since which the path is down, on the caller's clock; of no meaning while it is up
 * @param probeNanos the interval between two tries of the canary while the path is down, in nanoseconds; of no meaning while it
 *     is up
 * @param window the number of transmissions that may be dispatched and without a connection while the path is up, 0 or more;
 *     with 0 while the path is down there is no canary: the destination is asked instead ({@link Decision#ASK}), and all
 *     messages wait
 * @param opensInNanos the time in nanoseconds after which a window of 0 opens even without a report, {@link Long#MAX_VALUE} if
 *     it does not; of no meaning for any other window
 * @param connections the number of connections that may be set up at once for one message, 1 or more
 */
public record Gate(boolean down, long sinceNanos, long probeNanos, int window, long opensInNanos, int connections) {
    /** Any number of messages may be dispatched, and one connection is set up for each transmission. */
    public static final Gate OPEN = new Gate(false, 0, 0, Integer.MAX_VALUE, Long.MAX_VALUE, 1);

    public Gate {
        if (window < 0 || connections < 1) {
            throw new IllegalArgumentException(
                    "window must be 0 or more and connections 1 or more, were " + window + " and " + connections);
        }
    }
}
