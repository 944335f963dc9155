package io.github.restartoracle.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The process as a node: it has a token while its lease lasts, and takes over what nodes have left whose lease has ended
 * for those of its endpoints that are there.
 *
 * <p>Thread-safe: the token changes only when the former is worth nothing any more.
 */
final class Ownership {
    /*
     * A node lives as long as its row, which any other deletes when its lease has ended by the clock of the database; then
     * it is fenced for ever: tokens are never used again. Whatever belongs to a token without a node is anybody's who has
     * its endpoint, and is taken over by changing the token in its row, so this happens once. Every write to a sequence
     * locks the sequence's row against the take-over and looks at the token, so it comes either before the take-over, which
     * then sees what was written, or not at all. A process that was paused in the middle of such a write keeps the lock, so
     * the take-over does not wait for it: all nodes would stand still until it goes on. What is locked is left for another
     * time.
     */
    private static final Logger LOG = LoggerFactory.getLogger(Ownership.class);

    /** No process has it. */
    static final long NO_TOKEN = 0;

    private final Database database;
    private final StoreOptions options;
    private final String expiry;
    private final long leaseNanos;
    private volatile long token;
    private volatile long renewedNanos;

    Ownership(Database database, StoreOptions options) {
        this.database = database;
        this.options = options;
        this.expiry = database.dialect.expiry(options.lease().toMillis());
        this.leaseNanos = options.lease().toNanos();
        register(true);
    }

    long token() {
        return token;
    }

    /**
     * Whether nobody can have taken anything over yet that is owned under a token, as far as the clock of this process can
     * tell: it is the present one, and the lease was renewed less than its length ago.
     */
    boolean isAlive(long ofToken) {
        long lastNanos = renewedNanos;
        return !database.dialect.shared || (ofToken == token && System.nanoTime() - lastNanos < leaseNanos);
    }

    /**
     * Becomes a node, with a new token.
     *
     * @param starting whether other nodes of its name are former lives of this process, and not its replacement
     */
    void register(boolean starting) {
        long nowNanos = System.nanoTime();
        token = database.statement(connection -> {
            try (PreparedStatement insert = connection.prepareStatement(
                    "INSERT INTO restart_oracle_node (name, expires_at) VALUES (?, " + expiry + ")",
                    Statement.RETURN_GENERATED_KEYS)) {
                insert.setString(1, options.node());
                insert.executeUpdate();
                try (ResultSet keys = insert.getGeneratedKeys()) {
                    if (!keys.next()) {
                        throw new SQLException("the database gave no token");
                    }
                    return keys.getLong(1);
                }
            }
        });
        renewedNanos = nowNanos;
        database.transaction(connection -> removeDead(connection, starting));
        LOG.info("The message store has token {}", token);
        if (!database.dialect.shared) {
            // Nobody else will ask for any of it.
            orphans(any -> true);
        }
    }

    /**
     * Goes on for the time of a lease.
     *
     * @return false if this node was fenced
     */
    boolean renew() {
        long nowNanos = System.nanoTime();
        boolean renewed = database.statement(connection -> {
            try (PreparedStatement update = connection.prepareStatement(
                    "UPDATE restart_oracle_node SET expires_at = " + expiry + " WHERE token = ?")) {
                update.setLong(1, token);
                return update.executeUpdate() == 1;
            }
        });
        if (renewed) {
            renewedNanos = nowNanos;
        }
        return renewed;
    }

    /**
     * Takes over what no node owns, of endpoints that this process has: nobody would serve the sequences of another here,
     * and whoever could would take them for owned. On a database that is not shared there is no such thing.
     *
     * @param endpoints tells by their identifiers
     * @return how many sequences that were
     */
    int takeOver(Predicate<String> endpoints) {
        if (!database.dialect.shared) {
            return 0;
        }
        return orphans(endpoints);
    }

    private int orphans(Predicate<String> endpoints) {
        int taken = database.transaction(connection -> orphans(connection, "restart_oracle_source", endpoints)
                + orphans(connection, "restart_oracle_destination", endpoints));
        if (taken > 0) {
            LOG.info("{} sequences are taken over", taken);
        }
        return taken;
    }

    /** Whatever belongs to nodes whose lease has ended is nobody's from now on. */
    void removeDead() {
        database.transaction(connection -> removeDead(connection, false));
    }

    private int removeDead(Connection connection, boolean starting) throws SQLException {
        String dead = !database.dialect.shared ? "" : " AND (expires_at < CURRENT_TIMESTAMP OR name = ?)";
        try (PreparedStatement delete = connection.prepareStatement("DELETE FROM restart_oracle_node WHERE token IN"
                + " (SELECT token FROM restart_oracle_node WHERE token <> ?" + dead
                + database.dialect.forUpdateOfUnlocked + ")")) {
            delete.setLong(1, token);
            if (database.dialect.shared) {
                delete.setString(2, starting ? options.node() : null);
            }
            int removed = delete.executeUpdate();
            if (removed > 0) {
                LOG.info("{} nodes that used this database before are taken for dead", removed);
            }
            return removed;
        }
    }

    private record Orphans(long token, String endpoint) {}

    private int orphans(Connection connection, String table, Predicate<String> endpoints) throws SQLException {
        List<Orphans> found = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(
                        "SELECT DISTINCT owner_token, endpoint FROM " + table
                                + " s WHERE NOT EXISTS (SELECT 1 FROM restart_oracle_node n WHERE n.token = s.owner_token)");
                ResultSet rows = select.executeQuery()) {
            while (rows.next()) {
                if (endpoints.test(rows.getString(2))) {
                    found.add(new Orphans(rows.getLong(1), rows.getString(2)));
                }
            }
        }
        int taken = 0;
        try (PreparedStatement update = connection.prepareStatement("UPDATE " + table
                + " SET owner_token = ? WHERE id IN (SELECT id FROM " + table
                + " WHERE owner_token = ? AND endpoint = ?" + database.dialect.forUpdateOfUnlocked + ")")) {
            for (Orphans orphans : found) {
                update.setLong(1, token);
                update.setLong(2, orphans.token());
                update.setString(3, orphans.endpoint());
                taken += update.executeUpdate();
            }
        }
        return taken;
    }

    /** Leaves everything to the others at once. */
    void release() {
        database.statement(connection -> {
            try (PreparedStatement delete =
                    connection.prepareStatement("DELETE FROM restart_oracle_node WHERE token = ?")) {
                delete.setLong(1, token);
                return delete.executeUpdate();
            }
        });
    }
}
