package io.github.restartoracle.wsrm.internal.destination;

import io.github.restartoracle.time.NanoClock;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Counts the requests and deliveries of a bus that are running. Thread-safe. */
final class Running {
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final NanoClock clock;
    private int count;
    private boolean closing;

    Running(NanoClock clock) {
        this.clock = clock;
    }

    synchronized void begin() {
        count++;
    }

    synchronized void end() {
        count--;
        notifyAll();
    }

    /** Begins the shutdown: no message is accepted any more. */
    synchronized void close() {
        closing = true;
    }

    synchronized boolean isClosing() {
        return closing;
    }

    /**
     * Waits until no request or delivery is running.
     *
     * @param rest tells if a delivery is still to begin, asked again and again
     * @return false if the time is over, or if the thread is interrupted
     */
    synchronized boolean awaitEnd(BooleanSupplier rest, long nanos) {
        long endNanos = clock.nanoTime() + nanos;
        try {
            while (count > 0 || rest.getAsBoolean()) {
                long leftNanos = endNanos - clock.nanoTime();
                if (leftNanos <= 0) {
                    return false;
                }
                TimeUnit.NANOSECONDS.timedWait(this, Math.min(leftNanos, LOOK_NANOS));
            }
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
