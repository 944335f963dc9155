package io.github.restartoracle.internal.window;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * The limit of the bytes in flight to the next machine: 3 times the bytes that the path carries in a round trip, and at
 * least {@value #LEAST_BYTES}. More bytes would only wait in the queue before the slowest link, for so long that the link
 * looks dead.
 *
 * <p>Both factors are measured as BBR does (Cardwell et al., "BBR: Congestion-Based Congestion Control", 2016):
 *
 * <ul>
 *   <li>The rate is the highest of the last {@value #KEPT} transmissions. The rate of one is the bytes that arrived between
 *       its dispatch and its arrival, divided by that time.
 *   <li>The round trip is the shortest of the last {@value #KEPT} times that it took to set up a connection, or 100 ms
 *       before the first.
 * </ul>
 *
 * A window that is too small costs a round trip a message. The factor of BBR is 2; here it is 3, because a connection may
 * have to be set up too.
 *
 * <p>Not thread-safe; confined to the lock of its path.
 */
public final class ByteWindow {
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

    /** Creates a window without transmissions. */
    public ByteWindow() {}

    /** A transmission in flight, with the number of bytes that had arrived before it began. */
    public record Sent(long bytes, long sinceNanos, long carriedBefore) {}

    /** Records that a connection was set up. */
    public void connected(long tookNanos) {
        tripNanos[(int) (trips++ % KEPT)] = tookNanos;
        resize();
    }

    /** Begins a transmission. */
    public Sent begin(long nowNanos, long bytes) {
        underWay += bytes;
        return new Sent(bytes, nowNanos, carried);
    }

    /** Records that the next machine has all bytes of a transmission. */
    public void arrived(Sent sent, long nowNanos) {
        leave(sent);
        carried += sent.bytes();
        bytesPerNano[(int) (rates++ % KEPT)] =
                (carried - sent.carriedBefore()) / (double) Math.max(1, nowNanos - sent.sinceNanos());
        resize();
    }

    /** Takes a transmission out that has ended or does not move any more. */
    public void leave(Sent sent) {
        underWay -= sent.bytes();
    }

    /** Returns whether another transmission may begin. One of any size may begin when none is in flight. */
    public boolean isOpen() {
        return underWay == 0 || underWay < mostBytes;
    }

    private void resize() {
        double rate = Arrays.stream(bytesPerNano).max().orElse(0);
        long trip =
                Arrays.stream(tripNanos, 0, (int) Math.min(trips, KEPT)).min().orElse(FIRST_TRIP_NANOS);
        mostBytes = Math.max(LEAST_BYTES, (long) (ROUND_TRIPS * rate * trip));
    }
}
