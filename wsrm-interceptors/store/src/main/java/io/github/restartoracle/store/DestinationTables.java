package io.github.restartoracle.store;

import io.github.restartoracle.wsrm.internal.destination.AcceptedMessage;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;
import org.apache.cxf.ws.rm.DestinationSequence;
import org.apache.cxf.ws.rm.persistence.RMMessage;
import org.jspecify.annotations.Nullable;

/**
 * The sequences that are received, and their messages. Writes tell if the process still owned the written sequence.
 * Thread-safe.
 */
final class DestinationTables {
    /** The maximum length of the ranges in the row of a sequence; beyond it, all but the highest are put into parts. */
    private static final int LONGEST_RANGES = 8_000;

    private static final String ID = "(SELECT id FROM restart_oracle_destination WHERE identifier = ?)";

    /** The result of noting a delivery. */
    enum Delivered {
        NOW,
        /** It was noted before: this was a copy. */
        BEFORE,
        NOT_ACCEPTED,
        NOT_OWNED;

        boolean isSo() {
            return this == NOW || this == BEFORE;
        }
    }

    private static final String CREATE =
            "INSERT INTO restart_oracle_destination (identifier, endpoint_role, endpoint, address, owner_token,"
                    + " protocol, acks_to, acks_to_reference, last_number, ended, delivered)"
                    + " SELECT CAST(? AS VARCHAR(512)), CAST(? AS VARCHAR(8)), CAST(? AS VARCHAR(1024)),"
                    + " CAST(? AS VARCHAR(2048)), token, CAST(? AS VARCHAR(256)), CAST(? AS VARCHAR(2048)),"
                    + " CAST(? AS VARCHAR(16000)),"
                    + " CAST(? AS BIGINT), CAST(? AS BOOLEAN), '' FROM restart_oracle_node WHERE token = ?";

    private final Database database;
    /** The part of a statement that reads a row of a sequence, if this process owns it, and locks it. */
    private final String owned;

    DestinationTables(Database database) {
        this.database = database;
        this.owned = " FROM restart_oracle_destination" + Database.OWNED + database.idleTimeoutCondition
                + database.dialect.forShare;
    }

    boolean create(DestinationSequence sequence, EndpointKey key, long token) {
        return database.updateOne(
                CREATE + database.dialect.forShare,
                sequence.getIdentifier().getValue(),
                key.role().name(),
                key.endpoint(),
                key.address(),
                Messages.protocol(sequence.getProtocol()),
                sequence.getAcksTo().getAddress().getValue(),
                Messages.reference(sequence.getAcksTo()),
                sequence.getLastMessageNumber(),
                sequence.isTerminated(),
                token);
    }

    /** Removes a sequence, unless some of its messages are still to be delivered. */
    boolean remove(String identifier, long token) {
        String sql = "DELETE FROM restart_oracle_destination" + Database.OWNED
                + " AND NOT EXISTS (SELECT 1 FROM restart_oracle_inbound m"
                + " WHERE m.sequence_id = restart_oracle_destination.id AND m.content IS NOT NULL)";
        return database.updateOne(sql, identifier, token);
    }

    /** A message that is to be accepted, and the token under which its sequence is owned. */
    record Accepted(String identifier, RMMessage message, long token) {
        @Nullable
        String caller() {
            return message instanceof AcceptedMessage accepted ? accepted.getCaller() : null;
        }
    }

    /**
     * Stores messages, which may be acknowledged once this has returned. Returns false if another process owns one of the
     * sequences; some of the other messages may be stored then.
     */
    boolean accept(List<Accepted> messages) {
        if (database.dialect.shared || messages.size() == 1) {
            return database.statement(connection -> insert(connection, messages));
        }
        return database.statements(connection -> {
            for (Accepted message : messages) {
                if (!insert(connection, List.of(message))) {
                    return false;
                }
            }
            return true;
        });
    }

    private boolean insert(Connection connection, List<Accepted> messages) throws SQLException, IOException {
        List<@Nullable Object> arguments = new ArrayList<>();
        for (Accepted accepted : messages) {
            arguments.add(accepted.message().getMessageNumber());
            arguments.add(accepted.message().getCreatedTime());
            arguments.add(accepted.message().getContentType());
            arguments.add(Messages.content(accepted.message()));
            arguments.add(accepted.caller());
            arguments.add(accepted.identifier());
            arguments.add(accepted.token());
        }
        return Database.update(connection, accept(messages.size()), arguments.toArray()) == messages.size();
    }

    private String accept(int messages) {
        String row = "CAST(? AS BIGINT), CAST(? AS BIGINT), CAST(? AS VARCHAR(1024)), "
                + database.dialect.bytesParameter() + ", CAST(? AS VARCHAR(16000))";
        String insert = "INSERT INTO restart_oracle_inbound"
                + " (sequence_id, message_number, created_millis, content_type, content, caller) SELECT s.id, ";
        if (messages == 1) {
            return insert + row + " FROM restart_oracle_destination s WHERE s.identifier = ? AND s.owner_token = ?"
                    + database.dialect.forShare;
        }
        String rows = String.join(
                "), (", Collections.nCopies(messages, row + ", CAST(? AS VARCHAR(512)), CAST(? AS BIGINT)"));
        return insert
                + "m.number, m.created, m.type, m.content, m.caller FROM restart_oracle_destination s JOIN (VALUES ("
                + rows
                + ")) m (number, created, type, content, caller, identifier, token)"
                + " ON s.identifier = m.identifier AND s.owner_token = m.token" + database.dialect.forShare + " OF s";
    }

    /** Notes a delivery, and accepts the message too if that is asked for and has not happened. */
    Delivered deliver(Connection connection, String identifier, long number, long token, boolean accepts)
            throws SQLException, IOException {
        String sql = "UPDATE restart_oracle_inbound SET content = NULL"
                + " WHERE message_number = ? AND content IS NOT NULL AND sequence_id = (SELECT id" + owned + ")";
        boolean delivered = Database.updateOne(connection, sql, number, identifier, token);
        if (delivered) {
            return Delivered.NOW;
        }
        Delivered former = former(connection, identifier, number, token);
        if (former == Delivered.NOT_ACCEPTED && accepts) {
            String accept = "INSERT INTO restart_oracle_inbound (sequence_id, message_number, created_millis)"
                    + " SELECT id, CAST(? AS BIGINT), 0" + owned;
            return Database.updateOne(connection, accept, number, identifier, token) ? Delivered.NOW : former;
        }
        return former;
    }

    /**
     * Gives up the delivery of a message; a null reason revokes that. Returns false if there is no such message, or another
     * process owns it.
     */
    boolean giveUp(String identifier, long number, @Nullable String reason, long token) {
        String sql = "UPDATE restart_oracle_inbound SET given_up = CAST(? AS VARCHAR(1000))"
                + " WHERE message_number = ? AND content IS NOT NULL AND sequence_id = (SELECT id" + owned + ")";
        return database.updateOne(sql, reason, number, identifier, token);
    }

    private static Delivered former(Connection connection, String identifier, long number, long token)
            throws SQLException, IOException {
        String sql =
                "SELECT s.delivered, CASE WHEN m.message_number IS NOT NULL AND m.content IS NULL THEN 1 ELSE 0 END"
                        + " FROM restart_oracle_destination s LEFT JOIN restart_oracle_inbound m"
                        + " ON m.sequence_id = s.id AND m.message_number = ?"
                        + " WHERE s.identifier = ? AND s.owner_token = ?";
        List<Boolean> before = Database.query(
                connection,
                sql,
                row -> row.getInt(2) > 0 || Numbers.parse(row.getString(1)).contains(number),
                number,
                identifier,
                token);
        if (before.isEmpty()) {
            return Delivered.NOT_OWNED;
        }
        return before.get(0)
                        || parts(connection, identifier).stream()
                                .anyMatch(part -> Numbers.parse(part).contains(number))
                ? Delivered.BEFORE
                : Delivered.NOT_ACCEPTED;
    }

    /** Returns the token of the process that owns a sequence; null if the sequence is not in the database. */
    @Nullable
    Long owner(String identifier) {
        String sql = "SELECT owner_token FROM restart_oracle_destination WHERE identifier = ?";
        List<Long> found = database.query(sql, row -> row.getLong(1), identifier);
        return found.isEmpty() ? null : found.get(0);
    }

    /** Stores the number of the last message, 0 if it is unknown, and if the sequence was terminated. */
    boolean update(DestinationSequence sequence, long token) {
        return database.updateOne(
                "UPDATE restart_oracle_destination SET last_number = ?, ended = ?" + Database.OWNED,
                sequence.getLastMessageNumber(),
                sequence.isTerminated(),
                sequence.getIdentifier().getValue(),
                token);
    }

    /** Notes that no further message of a sequence is accepted. */
    boolean close(String identifier, long token) {
        String sql = "UPDATE restart_oracle_destination SET closed = TRUE" + Database.OWNED;
        return database.updateOne(sql, identifier, token);
    }

    /** Marks a sequence as terminated, regardless of its owner. The owner reads that through {@link #ended}. */
    void end(String identifier) {
        database.update("UPDATE restart_oracle_destination SET ended = TRUE WHERE identifier = ?", identifier);
    }

    /** Returns the sequences of a process that were terminated, perhaps by another one. */
    List<String> ended(long token) {
        String sql = "SELECT identifier FROM restart_oracle_destination WHERE owner_token = ? AND ended = TRUE";
        return database.query(sql, row -> row.getString(1), token);
    }

    /** Folds messages that were delivered into the ranges of their sequence. */
    boolean fold(String identifier, Numbers delivered, long token) {
        return database.maintenance(connection -> {
            String sql = "SELECT delivered FROM restart_oracle_destination" + Database.OWNED
                    + database.idleTimeoutCondition + database.dialect.forUpdate;
            List<String> present = Database.query(connection, sql, row -> row.getString(1), identifier, token);
            if (present.isEmpty()) {
                return false;
            }
            Numbers ranges = Numbers.parse(present.get(0));
            ranges.addAll(delivered);
            String text = ranges.toString();
            Database.update(
                    connection,
                    "UPDATE restart_oracle_destination SET delivered = ? WHERE identifier = ?",
                    text.length() <= LONGEST_RANGES ? text : divide(connection, identifier, ranges),
                    identifier);
            Database.deleteMessages(
                    connection, "restart_oracle_inbound", "restart_oracle_destination", identifier, delivered);
            return true;
        });
    }

    /** Divides the ranges, and those of all parts, into new parts. Returns the last part, which is not stored as one. */
    private static String divide(Connection connection, String identifier, Numbers ranges)
            throws SQLException, IOException {
        parts(connection, identifier).forEach(part -> ranges.addAll(Numbers.parse(part)));
        Database.update(connection, "DELETE FROM restart_oracle_delivered WHERE sequence_id = " + ID, identifier);
        List<String> texts = ranges.toStrings(LONGEST_RANGES / 2);
        List<Object[]> rows = new ArrayList<>();
        for (int part = 0; part < texts.size() - 1; part++) {
            rows.add(new Object[] {part, texts.get(part), identifier});
        }
        Database.updateAll(
                connection,
                "INSERT INTO restart_oracle_delivered (sequence_id, part, ranges)"
                        + " SELECT id, CAST(? AS BIGINT), CAST(? AS VARCHAR(32000))"
                        + " FROM restart_oracle_destination WHERE identifier = ?",
                rows);
        return texts.get(texts.size() - 1);
    }

    private static List<String> parts(Connection connection, String identifier) throws SQLException, IOException {
        String sql = "SELECT ranges FROM restart_oracle_delivered WHERE sequence_id = " + ID;
        return Database.query(connection, sql, row -> row.getString(1), identifier);
    }

    /** Returns the sequences that a process owns and an endpoint may have and the filter accepts. */
    List<StoredDestination> of(EndpointKey key, long token, Predicate<String> which) {
        return read(
                stored -> which.test(stored.identifier()) && stored.key().admits(key),
                " WHERE endpoint_role = ? AND endpoint = ? AND owner_token = ?",
                key.role().name(),
                key.endpoint(),
                token);
    }

    List<StoredDestination> named(String identifier, long token) {
        return read(any -> true, Database.OWNED, identifier, token);
    }

    /**
     * Reads sequences, exclusively: a message that a concurrent fold has removed from the table, and that is not in the ranges
     * yet, would seem not to have been received.
     */
    private List<StoredDestination> read(Predicate<StoredDestination> which, String condition, Object... arguments) {
        return database.maintenance(connection -> {
            String sql = "SELECT * FROM restart_oracle_destination" + condition + database.idleTimeoutCondition
                    + " ORDER BY id" + database.dialect.forShare;
            List<StoredDestination> all =
                    Database.query(connection, sql, row -> Messages.sequence(row, StoredDestination::read), arguments);
            List<StoredDestination> found = new ArrayList<>();
            for (StoredDestination stored : all) {
                if (which.test(stored) && stored.addRanges(parts(connection, stored.identifier()))) {
                    Database.query(
                            connection,
                            "SELECT message_number, CASE WHEN content IS NULL THEN 1 ELSE 0 END, given_up"
                                    + " FROM restart_oracle_inbound WHERE sequence_id = ?",
                            row -> stored.add(row.getLong(1), row.getInt(2) > 0, row.getString(3)),
                            stored.id());
                    found.add(stored);
                }
            }
            return found;
        });
    }

    /** Returns a message that was accepted and not delivered; null if there is none of its number. */
    @Nullable
    AcceptedMessage undelivered(String identifier, long number) {
        List<AcceptedMessage> found = undelivered(identifier, number, number);
        return found.isEmpty() ? null : found.get(0);
    }

    /** Returns the messages in a range of numbers that were accepted and not delivered, lowest first. */
    List<AcceptedMessage> undelivered(String identifier, long from, long to) {
        String sql =
                "SELECT m.* FROM restart_oracle_inbound m JOIN restart_oracle_destination s ON s.id = m.sequence_id"
                        + " WHERE s.identifier = ? AND m.message_number BETWEEN ? AND ? AND m.content IS NOT NULL"
                        + " ORDER BY m.message_number";
        return database.transaction(
                connection -> Database.query(connection, sql, DestinationTables::message, identifier, from, to));
    }

    private static AcceptedMessage message(ResultSet row) throws SQLException, IOException {
        AcceptedMessage message = new AcceptedMessage();
        Messages.read(row, message);
        message.setCaller(row.getString("caller"));
        return message;
    }
}
