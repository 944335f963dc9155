package io.github.restartoracle.store;

import io.github.restartoracle.wsrm.recovery.LearntStates;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.Optional;
import org.apache.cxf.ws.rm.persistence.RMStoreException;

/**
 * The learnt states of oracles, of at most {@value #MANY} paths. If there are more, those that were saved longest ago are
 * deleted. Processes that use one database share them; the last save of a path counts.
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
        return database
                .query(
                        "SELECT state FROM restart_oracle_learnt WHERE digest = ?",
                        row -> row.getBytes(1),
                        digest(endpoint, address, oracle))
                .stream()
                .findFirst();
    }

    @Override
    public void save(String endpoint, String address, String oracle, byte[] state) {
        String digest = digest(endpoint, address, oracle);
        if (update(digest, state)) {
            return;
        }
        try {
            database.maintenance(connection -> {
                forgetOldest(connection);
                return Database.update(
                        connection,
                        "INSERT INTO restart_oracle_learnt (digest, endpoint, address, oracle, updated_at, state)"
                                + " VALUES (?, ?, ?, ?, CURRENT_TIMESTAMP, ?)",
                        digest,
                        cut(endpoint, LONGEST_ENDPOINT),
                        cut(address, LONGEST_ADDRESS),
                        cut(oracle, LONGEST_ORACLE),
                        state);
            });
        } catch (RMStoreException e) {
            // Another process may have inserted it first.
            if (!Database.isDuplicate(e) || !update(digest, state)) {
                throw e;
            }
        }
    }

    private boolean update(String digest, byte[] state) {
        return database.update(
                        "UPDATE restart_oracle_learnt SET state = ?, updated_at = CURRENT_TIMESTAMP WHERE digest = ?",
                        state,
                        digest)
                == 1;
    }

    private void forgetOldest(Connection connection) throws SQLException, IOException {
        long count = Database.query(connection, "SELECT COUNT(*) FROM restart_oracle_learnt", row -> row.getLong(1))
                .get(0);
        if (count >= most) {
            Database.update(
                    connection,
                    "DELETE FROM restart_oracle_learnt"
                            + " WHERE updated_at = (SELECT MIN(updated_at) FROM restart_oracle_learnt)");
        }
    }

    private static String cut(String text, int length) {
        return text.length() <= length ? text : text.substring(0, length);
    }

    /** Returns the key of a path. Names of services and addresses contain no line break, so it can separate them. */
    private static String digest(String endpoint, String address, String oracle) {
        try {
            byte[] name = String.join("\n", endpoint, address, oracle).getBytes(StandardCharsets.UTF_8);
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(name));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
