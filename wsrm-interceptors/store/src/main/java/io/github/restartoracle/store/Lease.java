package io.github.restartoracle.store;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.cxf.ws.rm.DestinationSequence;
import org.apache.cxf.ws.rm.SourceSequence;
import org.apache.cxf.ws.rm.persistence.RMStoreException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the lease of this process, looks after those of the others, and, when it turns out that this process was fenced,
 * stops what it does with the sequences that it has lost. Does nothing on a database that is not shared. Thread-safe.
 */
final class Lease implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Lease.class);
    private static final int RENEWALS = 3;
    private static final long LONGEST_SECONDS = 5;

    private final DataSourceStore store;
    private final List<Installation> installations = new CopyOnWriteArrayList<>();
    private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "restart-oracle-lease");
        thread.setDaemon(true);
        return thread;
    });

    Lease(DataSourceStore store, StoreOptions options) {
        this.store = store;
        long periodMillis = options.lease().toMillis() / RENEWALS;
        if (store.database.dialect.shared) {
            Future<?> looks =
                    executor.scheduleWithFixedDelay(this::look, periodMillis, periodMillis, TimeUnit.MILLISECONDS);
            LOG.debug("The lease is renewed every {} ms: {}", periodMillis, looks);
        }
    }

    void add(Installation installation) {
        installations.add(installation);
    }

    /** A write was refused: looks soon whether this process was fenced. */
    void check() {
        try {
            executor.execute(this::look);
        } catch (RejectedExecutionException closed) {
            LOG.debug("The store is closed");
        }
    }

    /** As {@link #check}, and returns when it is known; after some seconds in any case, for the caller may have locks. */
    void checkNow() {
        try {
            executor.submit(this::look).get(LONGEST_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException | RejectedExecutionException e) {
            LOG.debug("Whether this process was fenced is not known", e);
        }
    }

    private void look() {
        boolean shared = store.database.dialect.shared;
        try {
            if (!store.ownership.renew()) {
                LOG.error("This process was fenced: it had not renewed its lease, and another one has taken over its"
                        + " sequences");
                giveUpAllBut(Ownership.NO_TOKEN);
                if (shared) {
                    store.ownership.register(false);
                }
            }
            if (shared) {
                // What was recovered under the former token just then.
                giveUpAllBut(store.ownership.token());
                store.ownership.removeDead();
                installations.forEach(Installation::adopt);
            }
        } catch (RMStoreException e) {
            LOG.warn("The lease on the sequences in the database cannot be renewed; it is tried again", e);
        } catch (RuntimeException e) {
            LOG.error("Taking sequences over failed; it is tried again", e);
        }
    }

    private void giveUpAllBut(long token) {
        // Nobody recovers a sequence before CXF has forgotten it: CXF names what it removes by its identifier only.
        synchronized (store) {
            List<SourceSequence> sources = store.sources.dropAllBut(token);
            List<DestinationSequence> destinations = store.destinations.dropAllBut(token);
            if (!sources.isEmpty() || !destinations.isEmpty()) {
                LOG.error(
                        "{} sequences that this process was sending and {} that it was receiving are given up here",
                        sources.size(),
                        destinations.size());
                installations.forEach(installation -> installation.abandon(sources, destinations));
            }
        }
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }
}
