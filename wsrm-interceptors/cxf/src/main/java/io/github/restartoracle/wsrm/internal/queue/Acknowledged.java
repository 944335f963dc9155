package io.github.restartoracle.wsrm.internal.queue;

import io.github.restartoracle.wsrm.internal.rm.RmHeaders;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.cxf.message.Message;
import org.apache.cxf.ws.rm.ManagedRMEndpoint;
import org.apache.cxf.ws.rm.SourceSequence;
import org.apache.cxf.ws.rm.v200702.SequenceAcknowledgement;
import org.jspecify.annotations.Nullable;

/** An acknowledgement of a sequence as CXF has received it. Immutable. */
final class Acknowledged {
    private final long[] ranges;
    private final boolean isFinal;

    private Acknowledged(Stream<Long> bounds, boolean isFinal) {
        this.ranges = bounds.mapToLong(bound -> bound == null ? 0 : bound).toArray();
        this.isFinal = isFinal;
    }

    /** Reads the acknowledgement in the message that brought it; null if that is not known. */
    static Acknowledged of(SourceSequence sequence, @Nullable Message carrier) {
        String identifier = sequence.getIdentifier().getValue();
        List<SequenceAcknowledgement> received = carrier == null
                ? List.of()
                : RmHeaders.acknowledgements(carrier, false).stream()
                        .filter(one -> one.getIdentifier().getValue().equals(identifier))
                        .toList();
        // One without ranges says that nothing has arrived yet.
        Stream<Long> bounds = received.isEmpty()
                ? lastOf(sequence)
                : received.stream()
                        .flatMap(one -> one.getAcknowledgementRange().stream())
                        .flatMap(range -> Stream.of(range.getLower(), range.getUpper()));
        return new Acknowledged(bounds, received.stream().anyMatch(SequenceAcknowledgement::isSetFinal));
    }

    /**
     * Returns the acknowledgement that the sequence keeps. If two come at once, that may be either, so the one in the
     * carrier is better. CXF's own accessor is not public, its management view is.
     */
    private static Stream<Long> lastOf(SourceSequence sequence) {
        ManagedRMEndpoint view = new ManagedRMEndpoint(sequence.getSource().getReliableEndpoint());
        try {
            return Stream.of(view.getSourceSequenceAcknowledgedRange(
                    sequence.getIdentifier().getValue()));
        } catch (IllegalArgumentException gone) {
            return Stream.empty();
        }
    }

    /** Returns lower and upper bounds in turn, 0 where the destination gave none. */
    long[] ranges() {
        return ranges;
    }

    /** Returns whether the destination accepts no message beyond those that it acknowledges. */
    boolean isFinal() {
        return isFinal;
    }

    boolean covers(long number) {
        return IntStream.range(0, ranges.length / 2)
                .anyMatch(i -> ranges[2 * i] <= number && number <= ranges[2 * i + 1]);
    }
}
