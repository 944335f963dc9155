package io.github.restartoracle.store;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.apache.cxf.ws.rm.DestinationSequence;
import org.apache.cxf.ws.rm.ProtocolVariation;
import org.apache.cxf.ws.rm.RMUtils;
import org.apache.cxf.ws.rm.v200702.SequenceAcknowledgement;
import org.apache.cxf.ws.rm.v200702.SequenceAcknowledgement.AcknowledgementRange;

/**
 * What the database knows of a sequence that is received.
 *
 * @param identifier of the sequence
 * @param acksTo the address of acknowledgements
 * @param protocol the versions of WS-RM and WS-Addressing
 * @param lastNumber the number of the last message, 0 if it is not known
 * @param ended whether the sequence was terminated
 * @param accepted the numbers of messages that may be acknowledged
 * @param undelivered those of them that were not delivered
 * @param unfolded those that were delivered and are still in the table of messages
 */
record StoredDestination(
        String identifier,
        String acksTo,
        ProtocolVariation protocol,
        long lastNumber,
        boolean ended,
        Numbers accepted,
        Numbers undelivered,
        Numbers unfolded) {

    static StoredDestination read(ResultSet row, PreparedStatement messages) throws SQLException {
        Numbers accepted = Numbers.parse(row.getString("delivered"));
        Numbers undelivered = new Numbers();
        Numbers unfolded = new Numbers();
        messages.setLong(1, row.getLong("id"));
        try (ResultSet rows = messages.executeQuery()) {
            while (rows.next()) {
                (rows.getBoolean("done") ? unfolded : undelivered).add(rows.getLong("message_number"));
            }
        }
        accepted.addAll(undelivered);
        accepted.addAll(unfolded);
        return new StoredDestination(
                row.getString("identifier"),
                row.getString("acks_to"),
                Row.protocol(row.getString("protocol")),
                row.getLong("last_number"),
                row.getBoolean("ended"),
                accepted,
                undelivered,
                unfolded);
    }

    /** CXF's own, which goes on where the former ended. */
    DestinationSequence sequence() {
        SequenceAcknowledgement acknowledgement = new SequenceAcknowledgement();
        acknowledgement.setIdentifier(Row.identifier(identifier));
        for (Numbers.Range accepted : accepted.ranges()) {
            AcknowledgementRange range = new AcknowledgementRange();
            range.setLower(accepted.lower());
            range.setUpper(accepted.upper());
            acknowledgement.getAcknowledgementRange().add(range);
        }
        DestinationSequence sequence = new DestinationSequence(
                Row.identifier(identifier),
                RMUtils.createReference(acksTo),
                lastNumber,
                ended,
                acknowledgement,
                protocol);
        Position.restore(sequence, accepted, undelivered);
        return sequence;
    }
}
