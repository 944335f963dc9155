package io.github.restartoracle.wsrm.internal.destination;

import io.github.restartoracle.wsrm.internal.echo.Acknowledgements;
import io.github.restartoracle.wsrm.internal.log.Logs;
import io.github.restartoracle.wsrm.internal.rm.CxfInternals;
import java.util.List;
import java.util.Objects;
import org.apache.cxf.ws.rm.Destination;
import org.apache.cxf.ws.rm.DestinationSequence;
import org.apache.cxf.ws.rm.RMConfiguration;
import org.apache.cxf.ws.rm.RetransmissionQueue;
import org.apache.cxf.ws.rm.Source;
import org.apache.cxf.ws.rm.SourceSequence;
import org.apache.cxf.ws.rm.v200702.Identifier;
import org.apache.cxf.ws.rm.v200702.SequenceAcknowledgement;
import org.apache.cxf.ws.rm.v200702.SequenceAcknowledgement.AcknowledgementRange;
import org.slf4j.Logger;

/**
 * Reads and changes CXF's state of a destination sequence: the acknowledged numbers, the undelivered messages for which CXF
 * keeps the sequence, and the sequence that was offered with it. Thread-safe.
 */
final class CxfSequence {
    private static final Logger LOG = Logs.of(CxfSequence.class);

    private CxfSequence() {}

    static Destination destination(DestinationSequence sequence) {
        return Objects.requireNonNull(CxfInternals.destination(sequence), "destination");
    }

    static RMConfiguration configuration(DestinationSequence sequence) {
        return destination(sequence).getReliableEndpoint().getConfiguration();
    }

    /** Keeps a sequence that is terminated until the message is delivered. */
    static void addUndelivered(DestinationSequence sequence, long number) {
        CxfInternals.undelivered(sequence).add(number);
    }

    static void removeUndelivered(DestinationSequence sequence, long number) {
        CxfInternals.undelivered(sequence).remove(number);
    }

    /** Forgets a sequence that was terminated, if no message of it is left. */
    static void removeIfEnded(DestinationSequence sequence) {
        Destination destination = destination(sequence);
        try {
            if (sequence.isTerminated()
                    && CxfInternals.undelivered(sequence).isEmpty()
                    && destination.getSequence(sequence.getIdentifier()) != null) {
                destination.removeSequence(sequence);
            }
        } catch (RuntimeException e) {
            LOG.warn("Sequence {} has ended but could not be removed from the store", sequence, e);
        }
    }

    /**
     * Ends a sequence whose source has gone. It is forgotten when all accepted messages are delivered; if that is now, so is the
     * sequence that the source has offered for answers.
     *
     * @return false if it is not forgotten yet
     */
    static boolean end(DestinationSequence sequence) {
        Destination destination = destination(sequence);
        destination.terminateSequence(sequence);
        boolean gone = destination.getSequence(sequence.getIdentifier()) == null;
        if (gone) {
            removeOffered(destination, sequence.getIdentifier());
        }
        return gone;
    }

    /**
     * Forgets the sequence that was offered with a sequence that has ended, which CXF never does.
     *
     * @return false if answers are still to be acknowledged, so that it stays for now
     */
    static boolean endOffered(Destination destination, Identifier ended) {
        Source source = destination.getReliableEndpoint().getSource();
        SourceSequence offered = CxfInternals.associated(source, ended);
        RetransmissionQueue queue =
                destination.getReliableEndpoint().getManager().getRetransmissionQueue();
        if (offered != null && queue.countUnacknowledged(offered) > 0) {
            return false;
        }
        removeOffered(destination, ended);
        return true;
    }

    private static void removeOffered(Destination destination, Identifier sequence) {
        Source source = destination.getReliableEndpoint().getSource();
        SourceSequence offered = CxfInternals.takeOffered(source, sequence);
        if (offered != null) {
            source.getReliableEndpoint().getManager().getRetransmissionQueue().purgeAll(offered);
            source.removeSequence(offered);
        }
    }

    /** Takes a message out of the acknowledged ones, as if it had never come. */
    static void takeBack(DestinationSequence sequence, long number) {
        synchronized (sequence) {
            Acknowledgements.remove(number, sequence.getAcknowledgment().getAcknowledgementRange());
        }
    }

    /** Notes that no further message is accepted; the acknowledgements tell so from now on. */
    static void close(DestinationSequence sequence) {
        synchronized (sequence) {
            sequence.getAcknowledgment().setFinal(new SequenceAcknowledgement.Final());
        }
    }

    /** Returns the highest number that was accepted, 0 if there is none. */
    static long highest(DestinationSequence sequence) {
        synchronized (sequence) {
            List<AcknowledgementRange> ranges = sequence.getAcknowledgment().getAcknowledgementRange();
            return ranges.isEmpty() ? 0 : ranges.get(ranges.size() - 1).getUpper();
        }
    }
}
