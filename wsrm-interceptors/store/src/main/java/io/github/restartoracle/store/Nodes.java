package io.github.restartoracle.store;

import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.internal.log.Logs;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * The processes that use the database, as this one sees them, including its own token. Thread-safe: the token changes only when
 * the former one is not valid any more.
 */
final class Nodes {
    /*
     * A node lives as long as its row, in which it counts the renewals of its lease. Another node that has seen the same count
     * for the length of a lease deletes the row. The node is then fenced for ever, because tokens are never used again. Each
     * process reads its own monotonic clock only, so jumps of the wall clocks have no effect. Time without contact to the
     * database does not count, since no node could renew its lease then: after an outage every node has a full lease.
     *
     * A sequence whose token belongs to no node is free for any process that has its endpoint. The take-over changes the token
     * in the row of the sequence, so it happens once. Every write to a sequence locks that row against the take-over and checks
     * the token. The write therefore either precedes the take-over, which then sees it, or has no effect.
     *
     * A process that was paused in the middle of such a write keeps the lock. The take-over skips locked rows, because
     * otherwise all nodes would wait until that process continues. A skipped row is taken over later: the database ends a
     * transaction that has locked a sequence when its process has sent no statement for half a lease.
     */
    private static final Logger LOG = Logs.of(Nodes.class);

    /** The number of renewals within the length of a lease. */
    static final int RENEWALS = 3;

    private final Database database;
    private final StoreOptions options;
    private final NanoClock clock;
    private final long leaseNanos;
    /** The last observation of each other node, by token. */
    private final Map<Long, Seen> others = new HashMap<>();

    private long lastLookNanos;
    private volatile long token;
    private volatile long renewedNanos;

    /** A count of renewals, and the time since which it has not changed. */
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
     * Returns whether a token is the present one and the lease was renewed less than its length ago. No other process can then
     * have taken over a sequence of that token, as far as this process can tell. Always true on a database that is not shared.
     */
    boolean isOwnAndAlive(long ofToken) {
        long lastNanos = renewedNanos;
        return !database.dialect.shared || (ofToken == token && clock.nanoTime() - lastNanos < leaseNanos);
    }

    /** Returns whether another node has a token and its count of renewals has changed within the length of a lease. */
    synchronized boolean isAlive(long ofToken) {
        Seen seen = others.get(ofToken);
        return seen != null && clock.nanoTime() - seen.sinceNanos() < leaseNanos;
    }

    /**
     * Registers this process as a node, with a new token.
     *
     * @param starting true if other nodes of its name are former processes of this node, and not its replacement
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

    /** Renews the lease. Returns false if this node was fenced. */
    boolean renew(Connection connection) throws SQLException, IOException {
        long nowNanos = clock.nanoTime();
        String sql = "UPDATE restart_oracle_node SET renewals = renewals + 1 WHERE token = ?";
        boolean renewed = Database.updateOne(connection, sql, token);
        if (renewed) {
            renewedNanos = nowNanos;
        }
        return renewed;
    }

    /** Looks at the other nodes, and removes those that are dead. Returns true if any was removed. */
    synchronized boolean look(Connection connection) throws SQLException, IOException {
        long beforeNanos = clock.nanoTime();
        if (beforeNanos - lastLookNanos > 2 * leaseNanos / RENEWALS) {
            // This process was paused, or had no database. The others may have had none either.
            others.clear();
        }
        Map<Long, Seen> now = new HashMap<>();
        Database.query(
                connection,
                "SELECT token, renewals FROM restart_oracle_node WHERE token <> ?",
                row -> {
                    now.put(row.getLong(1), seen(row.getLong(1), row.getLong(2)));
                    return true;
                },
                token);
        others.clear();
        others.putAll(now);
        lastLookNanos = clock.nanoTime();
        boolean removed = false;
        for (Map.Entry<Long, Seen> other : now.entrySet()) {
            Seen seen = other.getValue();
            if (beforeNanos - seen.sinceNanos() >= leaseNanos) {
                removed |= remove(connection, "token = ? AND renewals = ?", other.getKey(), seen.renewals());
            }
        }
        return removed;
    }

    private Seen seen(long of, long renewals) {
        Seen former = others.get(of);
        return former != null && former.renewals() == renewals ? former : new Seen(renewals, clock.nanoTime());
    }

    private boolean remove(Connection connection, String which, @Nullable Object... arguments)
            throws SQLException, IOException {
        String sql = "DELETE FROM restart_oracle_node WHERE token IN (SELECT token FROM restart_oracle_node WHERE "
                + which + database.dialect.forUpdateOfUnlocked + ")";
        int removed = Database.update(connection, sql, arguments);
        if (removed > 0) {
            LOG.info("{} nodes that used this database before are considered dead", removed);
        }
        return removed > 0;
    }

    private record Orphans(long token, EndpointKey key) {}

    /**
     * Takes over the sequences that no node owns, of the given endpoints only: this process could not serve the sequences of
     * other endpoints, and a process that could would take them for owned. Returns their number.
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
        String sql = "SELECT DISTINCT owner_token, endpoint_role, endpoint, address FROM " + table
                + " s WHERE NOT EXISTS (SELECT 1 FROM restart_oracle_node n WHERE n.token = s.owner_token)";
        List<Orphans> found =
                Database.query(connection, sql, row -> new Orphans(row.getLong(1), EndpointKey.read(row)));
        int taken = 0;
        for (Orphans orphans : found) {
            if (which.test(orphans.key())) {
                taken += Database.update(
                        connection,
                        "UPDATE " + table + " SET owner_token = ? WHERE id IN (SELECT id FROM " + table
                                + " WHERE owner_token = ? AND endpoint_role = ? AND endpoint = ? AND address = ?"
                                + database.idleTimeoutCondition
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

    /** Frees all sequences of this process for the others at once. */
    void release() {
        database.update("DELETE FROM restart_oracle_node WHERE token = ?", token);
    }

    long periodNanos() {
        return leaseNanos / RENEWALS;
    }
}
