package io.github.restartoracle.http;

import io.github.restartoracle.internal.attempt.Attempt;
import io.github.restartoracle.internal.attempt.Phase;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Looks if the next machine has confirmed a request, as long as it is not answered: after 10 ms at first, and at last every
 * 250 ms. If that machine may have no room for the request, all bytes that were sent may be confirmed although a part was not
 * sent yet. Then the confirmation must last for longer than the kernel takes to notice the lack of room.
 *
 * <p>Not thread-safe; confined to the event loop.
 */
final class ReceiptWatch {
    private static final long FIRST_MILLIS = 10;
    private static final long LONGEST_MILLIS = 250;
    private static final long NOT_CONFIRMED = -1;

    private final Transmitter transmitter;
    private final Attempt attempt;
    private final HttpConnection connection;
    private final boolean mayBlock;
    private final long begunNanos;
    private boolean written;
    private long confirmedMillis = NOT_CONFIRMED;
    private @Nullable Future<?> next;

    /**
     * Begins to look.
     *
     * @param mayBlock true if the next machine may have no room for all of the request
     */
    ReceiptWatch(Transmitter transmitter, Attempt attempt, HttpConnection connection, boolean mayBlock) {
        this.transmitter = transmitter;
        this.attempt = attempt;
        this.connection = connection;
        this.mayBlock = mayBlock;
        this.begunNanos = transmitter.clock().nanoTime();
        if (transmitter.sockets().tellsReceipt()) {
            lookIn(FIRST_MILLIS);
        }
    }

    /** Notes that all of the request was handed to the operating system. */
    void written() {
        written = true;
    }

    void stop() {
        if (next != null) {
            next.cancel(false);
            next = null;
        }
    }

    private void lookIn(long millis) {
        next = transmitter.loop().schedule(() -> look(millis), millis, TimeUnit.MILLISECONDS);
    }

    private void look(long waitedMillis) {
        long begunMillis = TimeUnit.NANOSECONDS.toMillis(transmitter.clock().nanoTime() - begunNanos);
        Sockets.Confirmed confirmed = connection.confirmed(waitedMillis, begunMillis, mayBlock);
        if (confirmed != Sockets.Confirmed.ALL || !written) {
            confirmedMillis = NOT_CONFIRMED;
        } else {
            confirmedMillis = confirmedMillis == NOT_CONFIRMED ? 0 : confirmedMillis + waitedMillis;
            if (!mayBlock || confirmedMillis >= connection.blockShowsMillis()) {
                attempt.advance(Phase.RECEIVED);
                return;
            }
        }
        if (confirmed != Sockets.Confirmed.NOTHING_NEW) {
            attempt.progressed();
        }
        lookIn(Math.min(LONGEST_MILLIS, 2 * waitedMillis));
    }
}
