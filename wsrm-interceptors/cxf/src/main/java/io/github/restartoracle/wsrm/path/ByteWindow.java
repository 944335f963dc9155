package io.github.restartoracle.wsrm.path;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * How many bytes may be on their way to the next machine at once: three times what the path carries in a round trip, and
 * {@value #LEAST_BYTES} at least. More would only wait in the queue before the slowest link, for so long that it looks dead.
 *
 * <p>Both factors are measured as BBR does (Cardwell et al., "BBR: Congestion-Based Congestion Control", 2016). The rate is the
 * highest of the last {@value #KEPT} transmissions: what arrived from the dispatch of one until its own arrival, over that time.
 * The round trip is the shortest of the last {@value #KEPT} times that it took to set up a connection; until there is one, 100
 * ms. A window that is too small costs a round trip a message; that of BBR is two, here a connection may have to be set up too.
 *
 * <p>Not thread-safe; confined to the lock of its path.
 */
final class ByteWindow {
    static final long LEAST_BYTES = 64 * 1024;

    private static final int ROUND_TRIPS = 3;
    private static final int KEPT = 64;
    private static final long FIRST_TRIP_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final double[] bytesPerNano = new double[KEPT];
    private final long[] tripNanos = new long[KEPT];
    private long rates;
    private long trips;
    private long underWay;
    private long carried;
    private long mostBytes = LEAST_BYTES;

    /** A transmission under way, and how much had arrived before it began. */
    record Sent(long bytes, long sinceNanos, long carriedBefore) {}

    /** A connection was set up. */
    void connected(long tookNanos) {
        tripNanos[(int) (trips++ % KEPT)] = tookNanos;
        resize();
    }

    /** A transmission begins. */
    Sent begin(long nowNanos, long bytes) {
        underWay += bytes;
        return new Sent(bytes, nowNanos, carried);
    }

    /** The next machine has all of a transmission. */
    void arrived(Sent sent, long nowNanos) {
        leave(sent);
        carried += sent.bytes();
        bytesPerNano[(int) (rates++ % KEPT)] =
                (carried - sent.carriedBefore()) / (double) Math.max(1, nowNanos - sent.sinceNanos());
        resize();
    }

    /** A transmission has ended, or does not move any more. */
    void leave(Sent sent) {
        underWay -= sent.bytes();
    }

    /** Another transmission may begin: always when none is under way, however large it is. */
    boolean isOpen() {
        return underWay == 0 || underWay < mostBytes;
    }

    private void resize() {
        double rate = Arrays.stream(bytesPerNano).max().orElse(0);
        long trip =
                Arrays.stream(tripNanos, 0, (int) Math.min(trips, KEPT)).min().orElse(FIRST_TRIP_NANOS);
        mostBytes = Math.max(LEAST_BYTES, (long) (ROUND_TRIPS * rate * trip));
    }
}
