package io.github.restartoracle.store;

import io.github.restartoracle.wsrm.recovery.LearntStates;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.apache.cxf.ws.rm.persistence.RMStoreException;

/**
 * What oracles have learnt, of at most {@value #MANY} paths; of more, those that were saved longest ago are forgotten.
 * Processes that use one database share it, and whoever saves last is remembered.
 *
 * <p>Thread-safe.
 */
final class LearntTable implements LearntStates {
    static final int MANY = 10_000;

    private static final int LONGEST_ENDPOINT = 1024;
    private static final int LONGEST_ADDRESS = 2048;
    private static final int LONGEST_ORACLE = 255;

    private final Database database;
    private final int most;

    LearntTable(Database database, int most) {
        this.database = database;
        this.most = most;
    }

    @Override
    public Optional<byte[]> load(String endpoint, String address, String oracle) {
        String digest = digest(endpoint, address, oracle);
        return database.statement(connection -> {
            try (PreparedStatement select =
                    connection.prepareStatement("SELECT state FROM restart_oracle_learnt WHERE digest = ?")) {
                select.setString(1, digest);
                try (ResultSet row = select.executeQuery()) {
                    return row.next() ? Optional.of(row.getBytes(1)) : Optional.empty();
                }
            }
        });
    }

    @Override
    public void save(String endpoint, String address, String oracle, byte[] state) {
        String digest = digest(endpoint, address, oracle);
        if (update(digest, state)) {
            return;
        }
        List<String> path =
                List.of(cut(endpoint, LONGEST_ENDPOINT), cut(address, LONGEST_ADDRESS), cut(oracle, LONGEST_ORACLE));
        try {
            database.<Boolean>maintenance(connection -> {
                forgetOldest(connection);
                return insert(connection, digest, path, state);
            });
        } catch (RMStoreException e) {
            // Another process may have been faster.
            if (!SourceTables.isDuplicate(e) || !update(digest, state)) {
                throw e;
            }
        }
    }

    private boolean update(String digest, byte[] state) {
        return database.statement(connection -> {
            try (PreparedStatement update = connection.prepareStatement("UPDATE restart_oracle_learnt SET state = ?,"
                    + " updated_at = CURRENT_TIMESTAMP WHERE digest = ?")) {
                update.setBytes(1, state);
                update.setString(2, digest);
                return update.executeUpdate() == 1;
            }
        });
    }

    private static boolean insert(Connection connection, String digest, List<String> path, byte[] state)
            throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(
                "INSERT INTO restart_oracle_learnt"
                        + " (digest, endpoint, address, oracle, updated_at, state) VALUES (?, ?, ?, ?, CURRENT_TIMESTAMP, ?)")) {
            insert.setString(1, digest);
            for (int i = 0; i < path.size(); i++) {
                insert.setString(2 + i, path.get(i));
            }
            insert.setBytes(2 + path.size(), state);
            return insert.executeUpdate() == 1;
        }
    }

    private void forgetOldest(Connection connection) throws SQLException {
        try (PreparedStatement count = connection.prepareStatement("SELECT COUNT(*) FROM restart_oracle_learnt");
                ResultSet row = count.executeQuery()) {
            if (!row.next() || row.getLong(1) < most) {
                return;
            }
        }
        try (PreparedStatement delete = connection.prepareStatement("DELETE FROM restart_oracle_learnt"
                + " WHERE updated_at = (SELECT MIN(updated_at) FROM restart_oracle_learnt)")) {
            delete.executeUpdate();
        }
    }

    private static String cut(String text, int length) {
        return text.length() <= length ? text : text.substring(0, length);
    }

    /** No name of a service and no address has a line in it. */
    private static String digest(String endpoint, String address, String oracle) {
        try {
            byte[] name = String.join("\n", endpoint, address, oracle).getBytes(StandardCharsets.UTF_8);
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(name));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
