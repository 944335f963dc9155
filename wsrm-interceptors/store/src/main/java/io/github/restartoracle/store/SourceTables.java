package io.github.restartoracle.store;

import io.github.restartoracle.status.MessageId;
import io.github.restartoracle.wsrm.recovery.SequenceTakenException;
import io.github.restartoracle.wsrm.recovery.StoredCall;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.cxf.ws.rm.SourceSequence;
import org.apache.cxf.ws.rm.persistence.RMMessage;
import org.jspecify.annotations.Nullable;

/**
 * The sequences that are sent, and their messages. Writes tell if the process still owned the written sequence. Thread-safe.
 */
@SuppressWarnings("JavaUtilDate") // CXF's type
final class SourceTables {
    /*
     * The highest number of a sequence is not written with each message, because all messages of a sequence would then wait for
     * each other's commit. It is computed: the maximum of its stored messages and of the number that was noted when messages
     * were deleted.
     */
    private static final String COLUMNS = "s.*,"
            + " (SELECT MAX(message_number) FROM restart_oracle_outbound WHERE sequence_id = s.id) AS stored,"
            + " (SELECT COUNT(*) FROM restart_oracle_outbound WHERE sequence_id = s.id) AS messages,"
            + " (SELECT COUNT(given_up) FROM restart_oracle_outbound WHERE sequence_id = s.id) AS given_up";
    /** Sorts a sequence that can take more messages after those that cannot: CXF continues the last one. */
    private static final String ORDER =
            " ORDER BY CASE WHEN last_message THEN 0 ELSE 1 END, COALESCE(expires_millis, " + Long.MAX_VALUE + "), id";

    private static final String CREATE =
            "INSERT INTO restart_oracle_source (identifier, endpoint_role, endpoint, address, owner_token,"
                    + " protocol, expires_millis, offering, highest, last_message)"
                    + " SELECT CAST(? AS VARCHAR(512)), CAST(? AS VARCHAR(8)), CAST(? AS VARCHAR(1024)),"
                    + " CAST(? AS VARCHAR(2048)), token, CAST(? AS VARCHAR(256)), CAST(? AS BIGINT),"
                    + " CAST(? AS VARCHAR(512)), CAST(? AS BIGINT), CAST(? AS BOOLEAN)"
                    + " FROM restart_oracle_node WHERE token = ?";

    private static final String ID = "(SELECT id FROM restart_oracle_source WHERE identifier = ?)";

    private final Database database;

    SourceTables(Database database) {
        this.database = database;
    }

    /** A row of a sequence, and the numbers of its messages that are not acknowledged, and of those of them that were given up. */
    record Stored(SourceSequence sequence, EndpointKey key, long messages, long givenUp, boolean forsaken) {
        String identifier() {
            return sequence.getIdentifier().getValue();
        }
    }

    boolean create(SourceSequence sequence, EndpointKey key, long token) {
        return database.statement(connection -> create(connection, sequence, key, token));
    }

    boolean create(Connection connection, SourceSequence sequence, EndpointKey key, long token)
            throws SQLException, IOException {
        Date expires = sequence.getExpires();
        return Database.updateOne(
                connection,
                CREATE + database.dialect.forShare,
                sequence.getIdentifier().getValue(),
                key.role().name(),
                key.endpoint(),
                key.address(),
                Messages.protocol(sequence.getProtocol()),
                expires == null ? null : expires.getTime(),
                Messages.value(sequence.getOfferingSequenceIdentifier()),
                sequence.getCurrentMessageNr(),
                sequence.isLastMessage(),
                token);
    }

    void remove(String identifier, long token) {
        database.update("DELETE FROM restart_oracle_source" + Database.OWNED, identifier, token);
    }

    /** Marks a sequence as ended without a further message. */
    boolean end(SourceSequence sequence, long token) {
        return database.statement(connection -> end(connection, sequence, token));
    }

    /** Adds messages that are about to be sent for the first time: all of them, or none if the sequence has another fence. */
    boolean add(SourceSequence sequence, List<RMMessage> messages, long token, long fence) {
        Database.Work<Boolean> insert = connection -> add(connection, sequence, messages, token, fence);
        if (sequence.isLastMessage()) {
            return database.maintenance(connection -> end(connection, sequence, token) && insert.on(connection));
        }
        boolean single = !moves(messages) && (messages.size() == 1 || database.dialect.shared);
        return single ? database.statement(insert) : database.statements(insert);
    }

    private static boolean moves(List<RMMessage> messages) {
        return messages.stream().anyMatch(StoredCall.class::isInstance);
    }

    /** Moves or inserts the messages; on PostgreSQL inserts by one statement, which is one round trip. */
    boolean add(Connection connection, SourceSequence sequence, List<RMMessage> messages, long token, long fence)
            throws SQLException, IOException {
        boolean moves = moves(messages);
        List<Long> to = moves
                ? lock(connection, " AND fence = ?", sequence.getIdentifier().getValue(), token, fence)
                : List.of();
        if (moves && to.isEmpty()) {
            return false;
        }
        List<RMMessage> inserted = new ArrayList<>();
        for (RMMessage message : messages) {
            if (!(message instanceof StoredCall call && move(connection, call, to.get(0), token))) {
                inserted.add(message);
            }
        }
        if (database.dialect.shared) {
            return inserted.isEmpty() || insertAtOnce(connection, sequence, inserted, token, fence);
        }
        for (RMMessage message : inserted) {
            if (!insertAtOnce(connection, sequence, List.of(message), token, fence)) {
                return false;
            }
        }
        return true;
    }

    /** Locks a sequence against a take-over, and returns its key; empty if another process owns it. */
    private List<Long> lock(Connection connection, String condition, Object... arguments)
            throws SQLException, IOException {
        String sql = "SELECT id FROM restart_oracle_source" + Database.OWNED + condition + database.idleTimeoutCondition
                + database.dialect.forShare;
        return Database.query(connection, sql, row -> row.getLong(1), arguments);
    }

    /**
     * Moves a message to another sequence and number.
     *
     * @return false if it is not stored under its former name, because its sequence has ended
     * @throws SequenceTakenException if another process owns the message, or has moved it already
     */
    private boolean move(Connection connection, StoredCall call, long to, long token) throws SQLException, IOException {
        MessageId former = call.former();
        List<Long> from = lock(connection, "", former.sequence(), token);
        boolean moved = !from.isEmpty()
                && Database.updateOne(
                        connection,
                        "UPDATE restart_oracle_outbound SET sequence_id = ?, message_number = ?, given_up = NULL"
                                + " WHERE sequence_id = ? AND message_number = ?",
                        to,
                        call.getMessageNumber(),
                        from.get(0),
                        former.number());
        if (!moved && UnnumberedCalls.isLine(former.sequence())) {
            throw new SequenceTakenException(former.sequence());
        }
        return moved;
    }

    private boolean insertAtOnce(
            Connection connection, SourceSequence sequence, List<RMMessage> messages, long token, long fence)
            throws SQLException, IOException {
        List<@Nullable Object> arguments = new ArrayList<>();
        for (RMMessage message : messages) {
            arguments.add(message.getMessageNumber());
            arguments.add(message.getTo());
            arguments.add(message.getCreatedTime());
            arguments.add(message.getContentType());
            arguments.add(Messages.content(message));
        }
        arguments.add(sequence.getIdentifier().getValue());
        arguments.add(token);
        arguments.add(fence);
        return Database.update(connection, add(messages.size()), arguments.toArray()) == messages.size();
    }

    private String add(int messages) {
        String row = "CAST(? AS BIGINT), CAST(? AS VARCHAR(2048)), CAST(? AS BIGINT), CAST(? AS VARCHAR(1024)), "
                + database.dialect.bytesParameter();
        String insert = "INSERT INTO restart_oracle_outbound"
                + " (sequence_id, message_number, send_to, created_millis, content_type, content) SELECT s.id, ";
        String owned = " WHERE s.identifier = ? AND s.owner_token = ? AND s.fence = ?" + database.dialect.forShare;
        if (messages == 1) {
            return insert + row + " FROM restart_oracle_source s" + owned;
        }
        String rows = String.join("), (", Collections.nCopies(messages, row));
        return insert + "m.* FROM restart_oracle_source s CROSS JOIN (VALUES (" + rows + ")) m" + owned + " OF s";
    }

    private boolean end(Connection connection, SourceSequence sequence, long token) throws SQLException, IOException {
        String sql = "UPDATE restart_oracle_source SET highest = ?, last_message = ?" + Database.OWNED
                + database.idleTimeoutCondition;
        return Database.updateOne(
                connection,
                sql,
                sequence.getCurrentMessageNr(),
                sequence.isLastMessage(),
                sequence.getIdentifier().getValue(),
                token);
    }

    boolean delete(String identifier, Numbers numbers, long token) {
        return database.maintenance(connection -> {
            String sql = "UPDATE restart_oracle_source SET highest = GREATEST(highest, ?)" + Database.OWNED
                    + database.idleTimeoutCondition;
            boolean owned = Database.updateOne(connection, sql, numbers.highest(), identifier, token);
            if (owned) {
                Database.deleteMessages(
                        connection, "restart_oracle_outbound", "restart_oracle_source", identifier, numbers);
            }
            return owned;
        });
    }

    /**
     * Increments the fence of a sequence and takes back messages, after all transactions that have locked the sequence.
     *
     * @param formers the former names of some of them, which they get back
     * @return the new fence; empty if another process owns the sequence
     */
    OptionalLong fence(String identifier, Numbers numbers, Map<Long, MessageId> formers, long token) {
        return database.maintenance(connection -> {
            // Waits for the transactions that have the row locked.
            String sql = "UPDATE restart_oracle_source SET fence = fence + 1" + Database.OWNED
                    + database.idleTimeoutCondition;
            boolean owned = Database.updateOne(connection, sql, identifier, token);
            if (!owned) {
                return OptionalLong.empty();
            }
            moveBack(connection, identifier, formers);
            Database.deleteMessages(
                    connection, "restart_oracle_outbound", "restart_oracle_source", identifier, numbers);
            List<Long> fence = Database.query(
                    connection,
                    "SELECT fence FROM restart_oracle_source WHERE identifier = ?",
                    row -> row.getLong(1),
                    identifier);
            return OptionalLong.of(fence.get(0));
        });
    }

    private static void moveBack(Connection connection, String identifier, Map<Long, MessageId> formers)
            throws SQLException, IOException {
        for (Map.Entry<Long, MessageId> moved : formers.entrySet()) {
            String former = moved.getValue().sequence();
            String sql = "UPDATE restart_oracle_outbound SET sequence_id = " + ID + ", message_number = ?"
                    + " WHERE sequence_id = " + ID + " AND message_number = ? AND EXISTS " + ID;
            Database.update(connection, sql, former, moved.getValue().number(), identifier, moved.getKey(), former);
        }
    }

    /**
     * Removes answers on connections of requests that no longer exist, left by a process that crashed or had an earlier
     * version.
     */
    void removeAnswers(long token) {
        database.maintenance(connection -> {
            String highest = "(SELECT MAX(message_number) FROM restart_oracle_outbound WHERE " + Messages.IS_ANSWER
                    + " AND sequence_id = restart_oracle_source.id)";
            String sql = "UPDATE restart_oracle_source SET highest = " + highest
                    + " WHERE owner_token = ? AND highest < " + highest + database.idleTimeoutCondition;
            Database.update(connection, sql, token);
            return Database.update(
                    connection,
                    "DELETE FROM restart_oracle_outbound WHERE " + Messages.IS_ANSWER
                            + " AND sequence_id IN (SELECT id FROM restart_oracle_source WHERE owner_token = ?)",
                    token);
        });
    }

    /** Gives up a message for a reason; null revokes that. */
    void giveUp(String identifier, long number, @Nullable String reason, long token) {
        String sql = "UPDATE restart_oracle_outbound SET given_up = ? WHERE message_number = ? AND sequence_id ="
                + " (SELECT id FROM restart_oracle_source" + Database.OWNED + ")";
        database.update(sql, reason, number, identifier, token);
    }

    /** Notes that the destination of a sequence takes no part in it any more. */
    void forsake(String identifier, long token) {
        database.update("UPDATE restart_oracle_source SET forsaken = TRUE" + Database.OWNED, identifier, token);
    }

    /** Returns the sequences that a process owns and an endpoint may have. */
    List<Stored> of(EndpointKey key, long token) {
        return read(
                        " WHERE endpoint_role = ? AND endpoint = ? AND owner_token = ?",
                        key.role().name(),
                        key.endpoint(),
                        token)
                .stream()
                .filter(stored -> stored.key().admits(key))
                .toList();
    }

    List<Stored> named(String identifier, long token) {
        return read(Database.OWNED, identifier, token);
    }

    private List<Stored> read(String condition, Object... arguments) {
        String sql = "SELECT " + COLUMNS + " FROM restart_oracle_source s" + condition + ORDER;
        return database.query(sql, row -> Messages.sequence(row, SourceTables::read), arguments);
    }

    private static Stored read(ResultSet row) throws SQLException {
        long expiresMillis = row.getLong("expires_millis");
        Date expires = row.wasNull() ? null : new Date(expiresMillis);
        String offering = row.getString("offering");
        SourceSequence sequence = new SourceSequence(
                Messages.identifier(row.getString("identifier")),
                expires,
                offering == null ? null : Messages.identifier(offering),
                Math.max(row.getLong("highest"), row.getLong("stored")),
                row.getBoolean("last_message"),
                Messages.protocol(row.getString("protocol")));
        return new Stored(
                sequence,
                EndpointKey.read(row),
                row.getLong("messages"),
                row.getLong("given_up"),
                row.getBoolean("forsaken"));
    }

    record Size(long number, long bytes) {}

    /** Returns the sizes of some messages of a sequence, from a number on. */
    List<Size> sizes(String identifier, long from) {
        String sql = "SELECT message_number, OCTET_LENGTH(content) FROM restart_oracle_outbound m"
                + " WHERE message_number >= ? AND sequence_id = " + ID + " ORDER BY message_number FETCH FIRST "
                + StoredBacklogs.MESSAGES + " ROWS ONLY";
        return database.query(sql, row -> new Size(row.getLong(1), row.getLong(2)), from, identifier);
    }

    /** A message with the reason for which it was given up; null if it was not. */
    static final class Kept extends RMMessage {
        @Nullable
        String givenUp;
    }

    private static RMMessage message(ResultSet row) throws SQLException, IOException {
        Kept kept = new Kept();
        Messages.read(row, kept);
        kept.setTo(row.getString("send_to"));
        kept.givenUp = row.getString("given_up");
        return kept;
    }

    /** Returns the messages of a sequence in a range of numbers, lowest first: {@link Kept}. */
    List<RMMessage> messages(String identifier, long from, long to) {
        String sql = "SELECT m.* FROM restart_oracle_outbound m JOIN restart_oracle_source s ON s.id = m.sequence_id"
                + " WHERE s.identifier = ? AND m.message_number BETWEEN ? AND ? ORDER BY m.message_number";
        return database.transaction(
                connection -> Database.query(connection, sql, SourceTables::message, identifier, from, to));
    }
}
