package io.github.restartoracle.store;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.cxf.ws.addressing.EndpointReferenceType;
import org.apache.cxf.ws.rm.DestinationSequence;
import org.apache.cxf.ws.rm.ProtocolVariation;
import org.apache.cxf.ws.rm.v200702.SequenceAcknowledgement;
import org.apache.cxf.ws.rm.v200702.SequenceAcknowledgement.AcknowledgementRange;
import org.jspecify.annotations.Nullable;

/**
 * A row of a sequence that is received.
 *
 * @param lastNumber the number of the last message, 0 if it is not known
 * @param closed true if the sequence was closed, so that no further message is accepted
 * @param accepted the numbers of messages that may be acknowledged
 * @param undelivered those of them that are to be delivered
 * @param givenUp those of them whose delivery was given up, and why
 * @param unfolded those that were delivered and are still in the table of messages
 */
record StoredDestination(
        long id,
        String identifier,
        EndpointKey key,
        EndpointReferenceType acksTo,
        ProtocolVariation protocol,
        long lastNumber,
        boolean ended,
        boolean closed,
        Numbers accepted,
        Numbers undelivered,
        Map<Long, String> givenUp,
        Numbers unfolded) {

    static StoredDestination read(ResultSet row) throws SQLException {
        return new StoredDestination(
                row.getLong("id"),
                row.getString("identifier"),
                EndpointKey.read(row),
                Messages.reference(row.getString("acks_to"), row.getString("acks_to_reference")),
                Messages.protocol(row.getString("protocol")),
                row.getLong("last_number"),
                row.getBoolean("ended"),
                row.getBoolean("closed"),
                Numbers.parse(row.getString("delivered")),
                new Numbers(),
                new TreeMap<>(),
                new Numbers());
    }

    /** Adds the ranges that are not in the row of the sequence. Returns false, and logs that, if they cannot be read. */
    boolean addRanges(List<String> parts) {
        try {
            parts.forEach(part -> accepted.addAll(Numbers.parse(part)));
            return true;
        } catch (IllegalArgumentException e) {
            Database.warnOfUnreadable("sequence " + identifier + ", " + e.getMessage());
            return false;
        }
    }

    /**
     * Adds a message of the table, with the reason if it was given up. A message in the ranges counts as delivered, even if the
     * table has it as undelivered: the database can execute a write that was reported as failed after a copy was delivered.
     *
     * @throws IllegalArgumentException if no message can have the number
     */
    long add(long number, boolean delivered, @Nullable String reason) {
        if (number < 1) {
            throw new IllegalArgumentException("sequence " + identifier + ", message " + number);
        }
        if (delivered || accepted.contains(number)) {
            unfolded.add(number);
        } else if (reason == null) {
            undelivered.add(number);
        } else {
            givenUp.put(number, reason);
        }
        accepted.add(number);
        return number;
    }

    /** Returns CXF's object for the sequence, which continues where the former ended. */
    DestinationSequence sequence() {
        SequenceAcknowledgement acknowledgement = new SequenceAcknowledgement();
        acknowledgement.setIdentifier(Messages.identifier(identifier));
        for (Numbers.Range range : accepted.ranges()) {
            AcknowledgementRange acknowledged = new AcknowledgementRange();
            acknowledged.setLower(range.lower());
            acknowledged.setUpper(range.upper());
            acknowledgement.getAcknowledgementRange().add(acknowledged);
        }
        if (closed) {
            acknowledgement.setFinal(new SequenceAcknowledgement.Final());
        }
        return new DestinationSequence(
                Messages.identifier(identifier), acksTo, lastNumber, ended, acknowledgement, protocol);
    }
}
