package io.github.restartoracle.benchmarks.lab.testbed;

import jakarta.xml.ws.WebServiceException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** The threads of an application whose calls block: each makes one call, for itself. Thread-safe. */
final class BlockedCallers implements AutoCloseable {
    private static final int WARM_UP_TRIES = 100;
    private static final long WARM_UP_PAUSE_NANOS = 500_000_000;

    private final CallTimes times;
    private final AtomicInteger underWay = new AtomicInteger();
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "caller");
        thread.setDaemon(true);
        return thread;
    });

    BlockedCallers(CallTimes times) {
        this.times = times;
    }

    /** Makes a call in a thread of its own. */
    void call(Runnable call) {
        underWay.incrementAndGet();
        threads.execute(() -> {
            try {
                times.time(call);
            } finally {
                underWay.decrementAndGet();
            }
        });
    }

    /** Makes a call of the warm-up again until it succeeds: it fails as long as the destination is not up. */
    static void warmUp(Runnable call) {
        for (int tries = 1; ; tries++) {
            try {
                call.run();
                return;
            } catch (WebServiceException notYet) {
                if (tries == WARM_UP_TRIES) {
                    throw notYet;
                }
                LockSupport.parkNanos(WARM_UP_PAUSE_NANOS);
            }
        }
    }

    /** Returns the number of calls that have not ended. */
    int underWay() {
        return underWay.get();
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
