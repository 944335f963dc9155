package io.github.restartoracle.wsrm.internal.queue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.cxf.message.Message;
import org.apache.cxf.ws.rm.ManagedRMEndpoint;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMProperties;
import org.apache.cxf.ws.rm.SourceSequence;
import org.apache.cxf.ws.rm.v200702.SequenceAcknowledgement;
import org.jspecify.annotations.Nullable;

/** The ranges of an acknowledgement as CXF has received them. */
final class Acknowledged {
    private Acknowledged() {}

    /**
     * Returns the ranges that acknowledge a sequence.
     *
     * @param carrier the message that brought the acknowledgement; null if that is not known
     * @return lower and upper bounds in turn, 0 where the destination gave none
     */
    static long[] ranges(SourceSequence sequence, @Nullable Message carrier) {
        RMProperties properties = carrier == null ? null : RMContextUtils.retrieveRMProperties(carrier, false);
        Collection<SequenceAcknowledgement> all = properties == null ? null : properties.getAcks();
        List<Long> bounds = new ArrayList<>(2);
        boolean found = false;
        if (all != null) {
            for (SequenceAcknowledgement one : all) {
                if (one.getIdentifier()
                        .getValue()
                        .equals(sequence.getIdentifier().getValue())) {
                    // It may have no ranges: nothing has arrived yet.
                    found = true;
                    one.getAcknowledgementRange().forEach(range -> {
                        bounds.add(range.getLower());
                        bounds.add(range.getUpper());
                    });
                }
            }
        }
        return primitive(found ? bounds : lastOf(sequence));
    }

    /** Returns whether a number is in one of the ranges. */
    static boolean covers(long[] ranges, long number) {
        return IntStream.range(0, ranges.length / 2)
                .anyMatch(i -> ranges[2 * i] <= number && number <= ranges[2 * i + 1]);
    }

    /**
     * Returns whether the destination accepts no message beyond those that it acknowledges.
     *
     * @param carrier the message that brought the acknowledgement; null if that is not known
     */
    static boolean isFinal(SourceSequence sequence, @Nullable Message carrier) {
        RMProperties properties = carrier == null ? null : RMContextUtils.retrieveRMProperties(carrier, false);
        Collection<SequenceAcknowledgement> all = properties == null ? null : properties.getAcks();
        return all != null
                && all.stream()
                        .anyMatch(one -> one.isSetFinal()
                                && one.getIdentifier()
                                        .getValue()
                                        .equals(sequence.getIdentifier().getValue()));
    }

    /**
     * Returns the acknowledgement that the sequence keeps. If two come at once, that may be either, so the one in the
     * carrier is better. CXF's own accessor is not public, its management view is.
     */
    private static List<Long> lastOf(SourceSequence sequence) {
        ManagedRMEndpoint view = new ManagedRMEndpoint(sequence.getSource().getReliableEndpoint());
        try {
            return Arrays.asList(view.getSourceSequenceAcknowledgedRange(
                    sequence.getIdentifier().getValue()));
        } catch (IllegalArgumentException gone) {
            return List.of();
        }
    }

    private static long[] primitive(List<Long> bounds) {
        long[] result = new long[bounds.size()];
        for (int i = 0; i < result.length; i++) {
            Long bound = bounds.get(i);
            result[i] = bound == null ? 0 : bound;
        }
        return result;
    }
}
