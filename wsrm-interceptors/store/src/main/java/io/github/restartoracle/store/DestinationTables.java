package io.github.restartoracle.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.cxf.ws.rm.DestinationSequence;
import org.apache.cxf.ws.rm.persistence.RMMessage;

/**
 * The sequences that are received, and their messages. Whatever writes says whether the process still owned what it wrote
 * to.
 *
 * <p>Thread-safe.
 */
final class DestinationTables {
    /** Ranges beyond that many characters stay messages in the table. */
    private static final int LONGEST_RANGES = 32_000;

    private static final int FETCH = 500;

    /** What became of the note that a message was delivered. */
    enum Delivered {
        /** It is noted. */
        NOW,
        /** It was noted before: this was a copy. */
        BEFORE,
        /** The message was not accepted. */
        NOT_ACCEPTED,
        /** The sequence is another process's. */
        NOT_OWNED;

        boolean isSo() {
            return this == NOW || this == BEFORE;
        }
    }

    private final String create;
    private final String accept;
    private final String acceptDelivered;
    private final String deliver;
    private final Database database;

    DestinationTables(Database database) {
        this.database = database;
        this.create = "INSERT INTO restart_oracle_destination"
                + " (identifier, endpoint, owner_token, protocol, acks_to, last_number, ended, delivered)"
                + " SELECT CAST(? AS VARCHAR(512)), CAST(? AS VARCHAR(1024)), token, CAST(? AS VARCHAR(256)),"
                + " CAST(? AS VARCHAR(2048)), CAST(? AS BIGINT), CAST(? AS BOOLEAN), ''"
                + " FROM restart_oracle_node WHERE token = ?" + database.dialect.forShare;
        String owned =
                " FROM restart_oracle_destination WHERE identifier = ? AND owner_token = ?" + database.dialect.forShare;
        this.accept = "INSERT INTO restart_oracle_inbound"
                + " (sequence_id, message_number, created_millis, content_type, content)"
                + " SELECT id, CAST(? AS BIGINT), CAST(? AS BIGINT), CAST(? AS VARCHAR(1024)), "
                + database.dialect.bytesParameter() + owned;
        this.acceptDelivered = "INSERT INTO restart_oracle_inbound (sequence_id, message_number, created_millis)"
                + " SELECT id, CAST(? AS BIGINT), 0" + owned;
        this.deliver = "UPDATE restart_oracle_inbound SET content = NULL"
                + " WHERE message_number = ? AND content IS NOT NULL AND sequence_id = (SELECT id" + owned + ")";
    }

    boolean create(DestinationSequence sequence, long token) {
        return database.statement(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(create)) {
                statement.setString(1, sequence.getIdentifier().getValue());
                statement.setString(2, sequence.getEndpointIdentifier());
                statement.setString(3, Row.protocol(sequence.getProtocol()));
                statement.setString(4, sequence.getAcksTo().getAddress().getValue());
                statement.setLong(5, sequence.getLastMessageNumber());
                statement.setBoolean(6, sequence.isTerminated());
                statement.setLong(7, token);
                return statement.executeUpdate() == 1;
            }
        });
    }

    /** Removes a sequence, unless messages of it are still to be delivered. */
    boolean remove(String identifier, long token) {
        return database.statement(connection -> {
            try (PreparedStatement statement = connection.prepareStatement("DELETE FROM restart_oracle_destination"
                    + " WHERE identifier = ? AND owner_token = ? AND NOT EXISTS (SELECT 1 FROM restart_oracle_inbound m"
                    + " WHERE m.sequence_id = restart_oracle_destination.id AND m.content IS NOT NULL)")) {
                statement.setString(1, identifier);
                statement.setLong(2, token);
                return statement.executeUpdate() == 1;
            }
        });
    }

    /** A message that may be acknowledged once this has returned. */
    boolean accept(String identifier, RMMessage message, long token) {
        return database.statement(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(accept)) {
                statement.setLong(1, message.getMessageNumber());
                statement.setLong(2, message.getCreatedTime());
                statement.setString(3, message.getContentType());
                statement.setString(5, identifier);
                statement.setLong(6, token);
                return Row.executeWithContent(statement, 4, message.getContent()) == 1;
            }
        });
    }

    /**
     * A message was delivered, in the transaction of the connection.
     *
     * @param accepts whether it is accepted by that, unless it was before
     */
    Delivered deliver(Connection connection, String identifier, long number, long token, boolean accepts)
            throws SQLException {
        if (update(connection, deliver, number, identifier, token)) {
            return Delivered.NOW;
        }
        Delivered former = former(connection, identifier, number, token);
        return former == Delivered.NOT_ACCEPTED
                        && accepts
                        && update(connection, acceptDelivered, number, identifier, token)
                ? Delivered.NOW
                : former;
    }

    private static boolean update(Connection connection, String sql, long number, String identifier, long token)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setLong(1, number);
            statement.setString(2, identifier);
            statement.setLong(3, token);
            return statement.executeUpdate() > 0;
        }
    }

    private static Delivered former(Connection connection, String identifier, long number, long token)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT s.delivered,"
                + " CASE WHEN m.message_number IS NOT NULL AND m.content IS NULL THEN 1 ELSE 0 END"
                + " FROM restart_oracle_destination s LEFT JOIN restart_oracle_inbound m"
                + " ON m.sequence_id = s.id AND m.message_number = ?"
                + " WHERE s.identifier = ? AND s.owner_token = ?")) {
            statement.setLong(1, number);
            statement.setString(2, identifier);
            statement.setLong(3, token);
            try (ResultSet rows = statement.executeQuery()) {
                if (!rows.next()) {
                    return Delivered.NOT_OWNED;
                }
                boolean before =
                        rows.getInt(2) > 0 || Numbers.parse(rows.getString(1)).contains(number);
                return before ? Delivered.BEFORE : Delivered.NOT_ACCEPTED;
            }
        }
    }

    /** Whose a sequence is; empty if it is not in the database. */
    Optional<OthersSequences.Owner> owner(String identifier) {
        return database.statement(connection -> {
            try (PreparedStatement statement = connection.prepareStatement("SELECT COUNT(n.token)"
                    + " FROM restart_oracle_destination s LEFT JOIN restart_oracle_node n"
                    + " ON n.token = s.owner_token AND n.expires_at > CURRENT_TIMESTAMP"
                    + " WHERE s.identifier = ? GROUP BY s.id")) {
                statement.setString(1, identifier);
                try (ResultSet rows = statement.executeQuery()) {
                    if (!rows.next()) {
                        return Optional.empty();
                    }
                    return Optional.of(rows.getLong(1) > 0 ? OthersSequences.Owner.ALIVE : OthersSequences.Owner.DEAD);
                }
            }
        });
    }

    /** The number of the last message, once it is known, and that the sequence was terminated, if it was. */
    boolean update(DestinationSequence sequence, long token) {
        return database.statement(connection -> {
            try (PreparedStatement statement =
                    connection.prepareStatement("UPDATE restart_oracle_destination SET last_number = ?, ended = ?"
                            + " WHERE identifier = ? AND owner_token = ?")) {
                statement.setLong(1, sequence.getLastMessageNumber());
                statement.setBoolean(2, sequence.isTerminated());
                statement.setString(3, sequence.getIdentifier().getValue());
                statement.setLong(4, token);
                return statement.executeUpdate() == 1;
            }
        });
    }

    /** Folds messages that were delivered into the ranges of their sequence. */
    boolean fold(String identifier, Numbers delivered, long token) {
        return database.maintenance(connection -> {
            Numbers ranges = new Numbers();
            try (PreparedStatement select = connection.prepareStatement(
                    "SELECT delivered FROM restart_oracle_destination WHERE identifier = ? AND owner_token = ?"
                            + database.dialect.forUpdate)) {
                select.setString(1, identifier);
                select.setLong(2, token);
                try (ResultSet rows = select.executeQuery()) {
                    if (!rows.next()) {
                        return false;
                    }
                    ranges.addAll(Numbers.parse(rows.getString(1)));
                }
            }
            ranges.addAll(delivered);
            String text = ranges.toString();
            if (text.length() <= LONGEST_RANGES) {
                replace(connection, identifier, text, delivered);
            }
            return true;
        });
    }

    private static void replace(Connection connection, String identifier, String ranges, Numbers delivered)
            throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(
                        "UPDATE restart_oracle_destination SET delivered = ? WHERE identifier = ?");
                PreparedStatement delete = connection.prepareStatement(
                        "DELETE FROM restart_oracle_inbound WHERE message_number BETWEEN ? AND ? AND content IS NULL"
                                + " AND sequence_id ="
                                + " (SELECT id FROM restart_oracle_destination WHERE identifier = ?)")) {
            update.setString(1, ranges);
            update.setString(2, identifier);
            update.executeUpdate();
            for (Numbers.Range range : delivered.ranges()) {
                delete.setLong(1, range.lower());
                delete.setLong(2, range.upper());
                delete.setString(3, identifier);
                delete.addBatch();
            }
            delete.executeBatch();
        }
    }

    List<StoredDestination> ofEndpoint(String endpoint, long token, Predicate<String> which) {
        return read("endpoint = ? AND owner_token = ?", endpoint, token, which);
    }

    List<StoredDestination> named(String identifier, long token) {
        return read("identifier = ? AND owner_token = ?", identifier, token, any -> true);
    }

    /** Nothing is folded meanwhile: what has left the messages and is not in the ranges yet would seem never to have come. */
    private List<StoredDestination> read(String condition, String key, long token, Predicate<String> which) {
        return database.maintenance(connection -> {
            List<StoredDestination> sequences = new ArrayList<>();
            try (PreparedStatement statement =
                            connection.prepareStatement("SELECT * FROM restart_oracle_destination WHERE " + condition
                                    + " ORDER BY id" + database.dialect.forShare);
                    PreparedStatement messages = connection.prepareStatement(
                            "SELECT message_number, CASE WHEN content IS NULL THEN 1 ELSE 0 END AS done"
                                    + " FROM restart_oracle_inbound WHERE sequence_id = ?")) {
                statement.setString(1, key);
                statement.setLong(2, token);
                try (ResultSet rows = statement.executeQuery()) {
                    while (rows.next()) {
                        if (which.test(rows.getString("identifier"))) {
                            sequences.add(StoredDestination.read(rows, messages));
                        }
                    }
                }
            }
            return sequences;
        });
    }

    /** The messages of a sequence that were accepted and not delivered, lowest number first. */
    List<RMMessage> undelivered(String identifier) {
        return database.transaction(connection -> {
            List<RMMessage> messages = new ArrayList<>();
            try (PreparedStatement statement = connection.prepareStatement("SELECT m.*"
                    + " FROM restart_oracle_inbound m JOIN restart_oracle_destination s ON s.id = m.sequence_id"
                    + " WHERE s.identifier = ? AND m.content IS NOT NULL ORDER BY m.message_number")) {
                statement.setFetchSize(FETCH);
                statement.setString(1, identifier);
                try (ResultSet rows = statement.executeQuery()) {
                    while (rows.next()) {
                        messages.add(Row.message(rows, null));
                    }
                }
            }
            return messages;
        });
    }
}
