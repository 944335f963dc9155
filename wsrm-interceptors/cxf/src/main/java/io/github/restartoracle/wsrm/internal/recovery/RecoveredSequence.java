package io.github.restartoracle.wsrm.internal.recovery;

import io.github.restartoracle.wsrm.internal.rm.CxfInternals;
import java.util.Date;
import org.apache.cxf.ws.rm.Source;
import org.apache.cxf.ws.rm.SourceSequence;
import org.apache.cxf.ws.rm.v200702.Identifier;

/** Continues a source sequence of an earlier process on its endpoint. CXF does so when it recovers, in private methods. */
public final class RecoveredSequence {
    private RecoveredSequence() {}

    /**
     * Adds a sequence to its endpoint, without storing it. If it can take more messages and the endpoint has no current
     * sequence, it becomes the current one. If it was offered, it becomes the one for answers.
     */
    @SuppressWarnings("JavaUtilDate") // CXF's type
    public static void goOn(Source source, SourceSequence sequence) {
        source.addSequence(sequence, false);
        boolean expired = sequence.getExpires() != null && new Date().after(sequence.getExpires());
        Identifier offering = sequence.getOfferingSequenceIdentifier();
        if (offering != null) {
            CxfInternals.associate(source, offering, sequence);
        } else if (CxfInternals.associated(source, null) == null && !expired && !sequence.isLastMessage()) {
            source.setCurrent(sequence);
        }
    }
}
