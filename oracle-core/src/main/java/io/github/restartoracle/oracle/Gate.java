package io.github.restartoracle.oracle;

/**
 * How many messages of a path may be on their way to a connection, and the state of the path that follows from what the
 * oracle was told.
 *
 * @param down whether nothing on the path is known to live: one message, the canary, goes on trying, and all others wait
 *     and hold no connection that is being set up
 * @param sinceNanos since when the path is down, on the caller's clock; of no meaning while it is up
 * @param probeNanos how often the canary tries while the path is down, in nanoseconds; of no meaning while it is up
 * @param window how many transmissions may be dispatched and without a connection while the path is up, 0 or more; with 0 while
 *     the path is down there is no canary: the destination is asked instead ({@link Decision#ASK}), and all messages wait
 * @param opensInNanos in how many nanoseconds a window of 0 opens although nothing is reported, {@link Long#MAX_VALUE} if it does
 *     not; of no meaning for any other window
 * @param connections how many connections may be set up at once for one message, 1 or more
 */
public record Gate(boolean down, long sinceNanos, long probeNanos, int window, long opensInNanos, int connections) {
    /** Everything may be dispatched, and one connection is set up for each transmission. */
    public static final Gate OPEN = new Gate(false, 0, 0, Integer.MAX_VALUE, Long.MAX_VALUE, 1);

    public Gate {
        if (window < 0 || connections < 1) {
            throw new IllegalArgumentException(
                    "window must be 0 or more and connections 1 or more, were " + window + " and " + connections);
        }
    }
}
