package io.github.restartoracle.store;

import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.log.Logs;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * The processes that use the database, as this one sees them, and its own token among them. Thread-safe: the token changes only
 * when the former is worth nothing any more.
 */
final class Nodes {
    /*
     * A node lives as long as its row, and counts in it how often it has renewed its lease. Another node that has seen the same
     * count for the length of a lease deletes the row; then the node is fenced for ever, because tokens are never used again.
     * Only monotonic clocks are read, each by its own process, so no clock that jumps matters. Time without contact to the
     * database does not count, since nobody could renew anything then: after an outage everybody has a full lease.
     *
     * Whatever belongs to a token without a node is free for any process that has its endpoint, and is taken over by changing
     * the token in its row, so this happens once. Every write to a sequence locks the sequence's row against the take-over and
     * looks at the token, so it comes either before the take-over, which then sees what was written, or not at all. A process
     * that was paused in the middle of such a write keeps the lock, so the take-over does not wait for it: all nodes would stand
     * still until it goes on. What is locked is left for another time, which comes: the database ends a transaction that has
     * locked a sequence when its process has said nothing for half a lease.
     */
    private static final Logger LOG = Logs.of(Nodes.class);

    /** No process has it. */
    static final long NO_TOKEN = 0;

    /** The number of renewals in the time of a lease. */
    static final int RENEWALS = 3;

    private final Database database;
    private final StoreOptions options;
    private final NanoClock clock;
    private final long leaseNanos;
    /** What was seen of the other nodes, by token. */
    private final Map<Long, Seen> others = new HashMap<>();

    private long lastLookNanos;
    private volatile long token;
    private volatile long renewedNanos;

    /** A count of renewals, and since when it is the same. */
    private record Seen(long renewals, long sinceNanos) {}

    Nodes(Database database, StoreOptions options, NanoClock clock) {
        this.database = database;
        this.options = options;
        this.clock = clock;
        this.leaseNanos = options.lease().toNanos();
    }

    long token() {
        return token;
    }

    /**
     * Whether no other process can have taken anything over yet that is owned under a token, as far as this one can tell: it is
     * the present token, and the lease was renewed less than its length ago.
     */
    boolean isOwnAndAlive(long ofToken) {
        long lastNanos = renewedNanos;
        return !database.dialect.shared || (ofToken == token && clock.nanoTime() - lastNanos < leaseNanos);
    }

    /** Whether another node has a token and was not found to be silent for the time of a lease. */
    synchronized boolean isAlive(long ofToken) {
        Seen seen = others.get(ofToken);
        return seen != null && clock.nanoTime() - seen.sinceNanos() < leaseNanos;
    }

    /**
     * Becomes a node, with a new token.
     *
     * @param starting whether other nodes of its name are former lives of this process, and not its replacement
     */
    synchronized void register(Connection connection, boolean starting) throws SQLException, IOException {
        long nowNanos = clock.nanoTime();
        token = Database.insert(
                connection, "INSERT INTO restart_oracle_node (name, renewals) VALUES (?, 0)", options.node());
        renewedNanos = nowNanos;
        LOG.info("The message store has token {}", token);
        if (!database.dialect.shared) {
            remove(connection, "token <> ?", token);
        } else if (starting && options.node() != null) {
            remove(connection, "name = ? AND token <> ?", options.node(), token);
        }
    }

    /**
     * Goes on for the time of a lease.
     *
     * @return false if this node was fenced
     */
    boolean renew(Connection connection) throws SQLException, IOException {
        long nowNanos = clock.nanoTime();
        boolean renewed = Database.update(
                        connection, "UPDATE restart_oracle_node SET renewals = renewals + 1 WHERE token = ?", token)
                == 1;
        if (renewed) {
            renewedNanos = nowNanos;
        }
        return renewed;
    }

    /**
     * Looks at the other nodes, and removes those that are dead.
     *
     * @return whether any was removed
     */
    synchronized boolean look(Connection connection) throws SQLException, IOException {
        long beforeNanos = clock.nanoTime();
        if (beforeNanos - lastLookNanos > 2 * leaseNanos / RENEWALS) {
            // This process was paused, or had no database, which the others may have missed as well.
            others.clear();
        }
        Map<Long, Seen> now = new HashMap<>();
        Map<Long, Long> dead = new HashMap<>();
        Database.query(
                connection,
                "SELECT token, renewals FROM restart_oracle_node WHERE token <> ?",
                row -> see(row, beforeNanos, now, dead),
                token);
        others.clear();
        others.putAll(now);
        lastLookNanos = clock.nanoTime();
        boolean removed = false;
        for (Map.Entry<Long, Long> silent : dead.entrySet()) {
            removed |= remove(connection, "token = ? AND renewals = ?", silent.getKey(), silent.getValue());
        }
        return removed;
    }

    private boolean see(ResultSet row, long beforeNanos, Map<Long, Seen> now, Map<Long, Long> dead)
            throws SQLException {
        long of = row.getLong(1);
        long renewals = row.getLong(2);
        Seen former = others.get(of);
        if (former != null && former.renewals() == renewals) {
            now.put(of, former);
            if (beforeNanos - former.sinceNanos() >= leaseNanos) {
                dead.put(of, renewals);
            }
        } else {
            now.put(of, new Seen(renewals, clock.nanoTime()));
        }
        return true;
    }

    private boolean remove(Connection connection, String which, @Nullable Object... arguments)
            throws SQLException, IOException {
        int removed = Database.update(
                connection,
                "DELETE FROM restart_oracle_node WHERE token IN (SELECT token FROM restart_oracle_node WHERE " + which
                        + database.dialect.forUpdateOfUnlocked + ")",
                arguments);
        if (removed > 0) {
            LOG.info("{} nodes that used this database before are taken for dead", removed);
        }
        return removed > 0;
    }

    private record Orphans(long token, EndpointKey key) {}

    /**
     * Takes over what no node owns, of endpoints that this process has: of another endpoint nobody would serve the sequences
     * here, and who could would take them for owned.
     *
     * @return the number of sequences that were taken over
     */
    int takeOver(Predicate<EndpointKey> which) {
        int taken = database.transaction(connection -> orphans(connection, "restart_oracle_source", which)
                + orphans(connection, "restart_oracle_destination", which));
        if (taken > 0) {
            LOG.info("{} sequences are taken over", taken);
        }
        return taken;
    }

    private int orphans(Connection connection, String table, Predicate<EndpointKey> which)
            throws SQLException, IOException {
        List<Orphans> found = Database.query(
                connection,
                "SELECT DISTINCT owner_token, endpoint_role, endpoint, address FROM " + table
                        + " s WHERE NOT EXISTS (SELECT 1 FROM restart_oracle_node n WHERE n.token = s.owner_token)",
                row -> new Orphans(row.getLong(1), DestinationTables.key(row)));
        int taken = 0;
        for (Orphans orphans : found) {
            if (which.test(orphans.key())) {
                taken += Database.update(
                        connection,
                        "UPDATE " + table + " SET owner_token = ? WHERE id IN (SELECT id FROM " + table
                                + " WHERE owner_token = ? AND endpoint_role = ? AND endpoint = ? AND address = ?"
                                + database.endsSoon
                                + database.dialect.forUpdateOfUnlocked + ")",
                        token,
                        orphans.token(),
                        orphans.key().role().name(),
                        orphans.key().endpoint(),
                        orphans.key().address());
            }
        }
        return taken;
    }

    /** Leaves everything to the others at once. */
    void release() {
        database.update("DELETE FROM restart_oracle_node WHERE token = ?", token);
    }

    /** The time between two renewals. */
    long periodNanos() {
        return Math.max(TimeUnit.MILLISECONDS.toNanos(1), leaseNanos / RENEWALS);
    }
}
