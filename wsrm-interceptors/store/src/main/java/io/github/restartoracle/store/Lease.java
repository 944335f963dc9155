package io.github.restartoracle.store;

import io.github.restartoracle.wsrm.internal.log.Logs;
import io.github.restartoracle.wsrm.internal.runtime.Later;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Renews the lease of this process and checks the leases of the others, on a thread and a connection of its own. Has no
 * periodic work on a database that is not shared. Thread-safe.
 */
final class Lease {
    private static final Logger LOG = Logs.of(Lease.class);
    private static final long LONGEST_SECONDS = 5;

    private final DataSource dataSource;
    private final Nodes nodes;
    private final Recovery recovery;
    private final boolean shared;
    private final int timeoutMillis;
    private final ScheduledExecutorService executor;
    /** Confined to the thread of the executor after {@link #start}. */
    private @Nullable Connection connection;

    Lease(DataSource dataSource, DataSourceStore store, StoreOptions options, ScheduledExecutorService executor) {
        this.dataSource = dataSource;
        this.nodes = store.nodes;
        this.recovery = store.recovery;
        this.shared = store.database.dialect.shared;
        this.timeoutMillis = (int) options.lease().toMillis() / 2;
        this.executor = executor;
    }

    /** Registers this process, and begins to renew its lease. */
    void start() throws SQLException, IOException {
        nodes.register(connection(), true);
        if (shared) {
            Future<?> unused = executor.scheduleWithFixedDelay(
                    this::look, nodes.periodNanos(), nodes.periodNanos(), TimeUnit.NANOSECONDS);
        } else {
            // An embedded database may allow few connections.
            disconnect();
        }
    }

    /** Checks soon if this process was fenced, because a write was refused. */
    void check() {
        Later.of(executor).in(0, this::look);
    }

    /**
     * Checks as {@link #check}, and waits for the result; after 5 s it returns in any case, because the caller may hold locks.
     */
    void checkNow() {
        try {
            executor.submit(this::look).get(LONGEST_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException | RejectedExecutionException e) {
            LOG.debug("It is unknown if this process was fenced", e);
        }
    }

    /** Renews and checks the leases. No exception, not even an {@link Error}, may end the renewals. */
    private void look() {
        try {
            Connection own = connection();
            if (!nodes.renew(own)) {
                LOG.error(
                        "This process was fenced: it had not renewed its lease, and another one may have taken over its"
                                + " sequences");
                if (shared) {
                    nodes.register(own, false);
                }
                recovery.lookSoon();
            }
            if (shared && nodes.look(own)) {
                recovery.lookSoon();
            }
        } catch (SQLException | IOException | RuntimeException e) {
            LOG.warn("The lease on the sequences in the database cannot be renewed; trying again", e);
            disconnect();
        } catch (Error e) {
            LOG.error("The lease on the sequences in the database could not be renewed; trying again", e);
            disconnect();
        } finally {
            if (!shared) {
                disconnect();
            }
        }
    }

    private Connection connection() throws SQLException {
        Connection present = connection;
        if (present == null) {
            present = dataSource.getConnection();
            connection = present;
            present.setAutoCommit(true);
            if (shared) {
                present.setNetworkTimeout(Runnable::run, timeoutMillis);
            }
        }
        return present;
    }

    private void disconnect() {
        Connection former = connection;
        connection = null;
        if (former != null) {
            Connections.close(former);
        }
    }

    /** Ends the renewals. A running statement is not interrupted, and no further one begins. */
    void close(long millis) throws InterruptedException {
        executor.execute(this::disconnect);
        executor.shutdown();
        if (!executor.awaitTermination(millis, TimeUnit.MILLISECONDS)) {
            LOG.warn("The database has not answered a renewal of the lease; its connection is closed when it does");
        }
    }
}
