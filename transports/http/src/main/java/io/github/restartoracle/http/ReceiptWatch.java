package io.github.restartoracle.http;

import io.github.restartoracle.wsrm.attempt.Attempt;
import io.github.restartoracle.wsrm.attempt.Phase;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Looks whether the next machine has confirmed a request, as long as it is not answered: after 10 ms at first, and at last
 * every 250 ms.
 *
 * <p>Not thread-safe; confined to the event loop.
 */
final class ReceiptWatch {
    private static final long FIRST_MILLIS = 10;
    private static final long LONGEST_MILLIS = 250;

    private final Transmitter transmitter;
    private final Attempt attempt;
    private final HttpConnection connection;
    private boolean written;
    private @Nullable Future<?> next;

    ReceiptWatch(Transmitter transmitter, Attempt attempt, HttpConnection connection) {
        this.transmitter = transmitter;
        this.attempt = attempt;
        this.connection = connection;
        if (transmitter.sockets().tellsReceipt()) {
            lookIn(FIRST_MILLIS);
        }
    }

    /** All of the request was handed to the operating system. */
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
        switch (connection.confirmed(waitedMillis)) {
            case ALL -> {
                if (written) {
                    attempt.advance(Phase.RECEIVED);
                    return;
                }
                attempt.progressed();
            }
            case SOME -> attempt.progressed();
            case NOTHING_NEW -> {}
        }
        lookIn(Math.min(LONGEST_MILLIS, 2 * waitedMillis));
    }
}
