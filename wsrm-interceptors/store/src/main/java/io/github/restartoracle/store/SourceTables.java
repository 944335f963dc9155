package io.github.restartoracle.store;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import org.apache.cxf.ws.rm.SourceSequence;
import org.apache.cxf.ws.rm.persistence.RMMessage;
import org.apache.cxf.ws.rm.v200702.Identifier;
import org.jspecify.annotations.Nullable;

/**
 * The sequences that are sent, and their messages. Whatever writes says whether the process still owned what it wrote to.
 *
 * <p>Thread-safe.
 */
@SuppressWarnings("JavaUtilDate") // CXF's type
final class SourceTables {
    /*
     * The number that a sequence has reached is not written with each message: that would make all messages of a sequence
     * wait for each other's commit. It is the highest among its stored messages and what was noted when others of them
     * were deleted.
     */
    private final String create;
    private final String add;
    private final Database database;

    SourceTables(Database database) {
        this.database = database;
        this.create = "INSERT INTO restart_oracle_source"
                + " (identifier, endpoint, owner_token, protocol, expires_millis, offering, highest, last_message)"
                + " SELECT CAST(? AS VARCHAR(512)), CAST(? AS VARCHAR(1024)), token, CAST(? AS VARCHAR(256)),"
                + " CAST(? AS BIGINT), CAST(? AS VARCHAR(512)), CAST(? AS BIGINT), CAST(? AS BOOLEAN)"
                + " FROM restart_oracle_node WHERE token = ?" + database.dialect.forShare;
        this.add = "INSERT INTO restart_oracle_outbound"
                + " (sequence_id, message_number, send_to, created_millis, content_type, content)"
                + " SELECT id, CAST(? AS BIGINT), CAST(? AS VARCHAR(2048)), CAST(? AS BIGINT),"
                + " CAST(? AS VARCHAR(1024)), " + database.dialect.bytesParameter()
                + " FROM restart_oracle_source WHERE identifier = ? AND owner_token = ?" + database.dialect.forShare;
    }

    boolean create(SourceSequence sequence, long token) {
        return database.statement(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(create)) {
                statement.setString(1, sequence.getIdentifier().getValue());
                statement.setString(2, sequence.getEndpointIdentifier());
                statement.setString(3, Row.protocol(sequence.getProtocol()));
                Date expires = sequence.getExpires();
                Row.setLong(statement, 4, expires == null ? null : expires.getTime());
                Identifier offering = sequence.getOfferingSequenceIdentifier();
                statement.setString(5, offering == null ? null : offering.getValue());
                statement.setLong(6, sequence.getCurrentMessageNr());
                statement.setBoolean(7, sequence.isLastMessage());
                statement.setLong(8, token);
                return statement.executeUpdate() == 1;
            }
        });
    }

    /** Removes a sequence and its messages. */
    void remove(String identifier, long token) {
        database.statement(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(
                    "DELETE FROM restart_oracle_source WHERE identifier = ? AND owner_token = ?")) {
                statement.setString(1, identifier);
                statement.setLong(2, token);
                return statement.executeUpdate();
            }
        });
    }

    /** A message that is about to be sent for the first time; null, or without content, if it only ends its sequence. */
    boolean add(SourceSequence sequence, @Nullable RMMessage message, long token) {
        if (message == null || message.getContent() == null) {
            return database.statement(connection -> end(connection, sequence, token));
        }
        if (sequence.isLastMessage()) {
            return database.maintenance(
                    connection -> end(connection, sequence, token) && insert(connection, sequence, message, token));
        }
        return database.statement(connection -> insert(connection, sequence, message, token));
    }

    private boolean insert(Connection connection, SourceSequence sequence, RMMessage message, long token)
            throws SQLException, IOException {
        try (PreparedStatement statement = connection.prepareStatement(add)) {
            statement.setLong(1, message.getMessageNumber());
            statement.setString(2, message.getTo());
            statement.setLong(3, message.getCreatedTime());
            statement.setString(4, message.getContentType());
            statement.setString(6, sequence.getIdentifier().getValue());
            statement.setLong(7, token);
            return Row.executeWithContent(statement, 5, message.getContent()) == 1;
        }
    }

    private static boolean end(Connection connection, SourceSequence sequence, long token) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("UPDATE restart_oracle_source SET highest = ?, last_message = ?"
                        + " WHERE identifier = ? AND owner_token = ?")) {
            statement.setLong(1, sequence.getCurrentMessageNr());
            statement.setBoolean(2, sequence.isLastMessage());
            statement.setString(3, sequence.getIdentifier().getValue());
            statement.setLong(4, token);
            return statement.executeUpdate() == 1;
        }
    }

    /** Messages were acknowledged. */
    boolean delete(String identifier, Numbers numbers, long token) {
        return database.maintenance(connection -> {
            try (PreparedStatement highest = connection.prepareStatement(
                            "UPDATE restart_oracle_source SET highest = CASE WHEN highest < ? THEN ? ELSE highest END"
                                    + " WHERE identifier = ? AND owner_token = ?");
                    PreparedStatement delete = connection.prepareStatement(
                            "DELETE FROM restart_oracle_outbound WHERE message_number BETWEEN ? AND ?"
                                    + " AND sequence_id = (SELECT id FROM restart_oracle_source WHERE identifier = ?)")) {
                highest.setLong(1, numbers.highest());
                highest.setLong(2, numbers.highest());
                highest.setString(3, identifier);
                highest.setLong(4, token);
                if (highest.executeUpdate() == 0) {
                    return false;
                }
                for (Numbers.Range range : numbers.ranges()) {
                    delete.setLong(1, range.lower());
                    delete.setLong(2, range.upper());
                    delete.setString(3, identifier);
                    delete.addBatch();
                }
                delete.executeBatch();
                return true;
            }
        });
    }

    /**
     * The sequences of an endpoint that a process owns; one that can take more messages comes after those that cannot,
     * because CXF goes on with the last.
     */
    List<SourceSequence> ofEndpoint(String endpoint, long token) {
        return read("endpoint = ? AND owner_token = ?", endpoint, token);
    }

    List<SourceSequence> named(String identifier, long token) {
        return read("identifier = ? AND owner_token = ?", identifier, token);
    }

    private List<SourceSequence> read(String condition, String key, long token) {
        return database.statement(connection -> {
            List<SourceSequence> sequences = new ArrayList<>();
            try (PreparedStatement statement = connection.prepareStatement("SELECT s.*,"
                    + " (SELECT MAX(message_number) FROM restart_oracle_outbound WHERE sequence_id = s.id) AS stored"
                    + " FROM restart_oracle_source s WHERE " + condition
                    + " ORDER BY CASE WHEN last_message THEN 0 ELSE 1 END, COALESCE(expires_millis, "
                    + Long.MAX_VALUE + "), id")) {
                statement.setString(1, key);
                statement.setLong(2, token);
                try (ResultSet rows = statement.executeQuery()) {
                    while (rows.next()) {
                        sequences.add(sequence(rows));
                    }
                }
            }
            return sequences;
        });
    }

    private static SourceSequence sequence(ResultSet row) throws SQLException {
        long expiresMillis = row.getLong("expires_millis");
        Date expires = row.wasNull() ? null : new Date(expiresMillis);
        String offering = row.getString("offering");
        return new SourceSequence(
                Row.identifier(row.getString("identifier")),
                expires,
                offering == null ? null : Row.identifier(offering),
                Math.max(row.getLong("highest"), row.getLong("stored")),
                row.getBoolean("last_message"),
                Row.protocol(row.getString("protocol")));
    }

    /** The messages of a sequence, lowest number first. */
    List<RMMessage> messages(String identifier) {
        return database.transaction(connection -> {
            List<RMMessage> messages = new ArrayList<>();
            try (PreparedStatement statement = connection.prepareStatement(
                    "SELECT m.* FROM restart_oracle_outbound m JOIN restart_oracle_source s ON s.id = m.sequence_id"
                            + " WHERE s.identifier = ? ORDER BY m.message_number")) {
                statement.setFetchSize(FETCH);
                statement.setString(1, identifier);
                try (ResultSet rows = statement.executeQuery()) {
                    while (rows.next()) {
                        messages.add(Row.message(rows, rows.getString("send_to")));
                    }
                }
            }
            return messages;
        });
    }

    private static final int FETCH = 500;

    /** Whether a message could not be added because there is one of its number; CXF gives some answers the same. */
    static boolean isDuplicate(Throwable failure) {
        return failure.getCause() instanceof SQLException cause
                && (cause instanceof SQLIntegrityConstraintViolationException
                        || (cause.getSQLState() != null && cause.getSQLState().startsWith("23")));
    }
}
