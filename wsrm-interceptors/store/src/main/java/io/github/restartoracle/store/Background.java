package io.github.restartoracle.store;

import io.github.restartoracle.wsrm.internal.log.Logs;
import io.github.restartoracle.wsrm.internal.runtime.Daemons;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.slf4j.Logger;

/** The threads of a store other than the thread of its lease. They are never interrupted. Thread-safe. */
final class Background {
    private static final Logger LOG = Logs.of(Background.class);

    /** Limit of the whole closing. An interrupt would break the files of an embedded database, so closing can only wait. */
    private static final long CLOSE_MILLIS = 10_000;

    final ScheduledExecutorService deletions;
    final ScheduledExecutorService recovery;
    private final AtomicBoolean closed = new AtomicBoolean();

    Background(Function<String, ? extends ScheduledExecutorService> schedulers) {
        this.deletions = schedulers.apply("restart-oracle-store");
        this.recovery = schedulers.apply("restart-oracle-recovery");
    }

    /** Ends all threads, does the pending work, and frees the sequences. Later calls have no effect. */
    void close(DataSourceStore store) {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        Thread closing = Daemons.named("restart-oracle-store-closing").newThread(() -> end(store));
        closing.start();
        try {
            closing.join(CLOSE_MILLIS);
            if (closing.isAlive()) {
                LOG.warn("The database has not answered for {} ms; the store closes in the background", CLOSE_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void end(DataSourceStore store) {
        try {
            store.lease.close(CLOSE_MILLIS);
            recovery.shutdown();
            deletions.shutdown();
            boolean ended = recovery.awaitTermination(CLOSE_MILLIS, TimeUnit.MILLISECONDS)
                    && deletions.awaitTermination(CLOSE_MILLIS, TimeUnit.MILLISECONDS);
            LOG.debug("The threads of the store have ended: {}", ended);
            store.outgoing.flush();
            store.received.flush();
            if (store.underWay.get() > 0) {
                // Another process would call the services of these deliveries a second time.
                LOG.warn(
                        "{} deliveries are still running; other processes can take over the sequences after the"
                                + " lease has expired",
                        store.underWay);
            } else {
                store.nodes.release();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            LOG.warn(
                    "The store is closed, but other processes can take over its sequences only"
                            + " after its lease has expired",
                    e);
        }
    }
}
