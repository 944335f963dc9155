package io.github.restartoracle.store;

import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMProperties;
import org.apache.cxf.ws.rm.v200702.SequenceType;

/**
 * Refuses a message of a sequence that is in the database but not this process's, in a way that lets the source try again.
 * CXF would say that the sequence is unknown, which is the end of it, though its owner is only about to be replaced.
 */
final class OthersSequences extends AbstractPhaseInterceptor<Message> {
    private final DataSourceStore store;

    OthersSequences(DataSourceStore store) {
        super(Phase.POST_PROTOCOL);
        this.store = store;
    }

    @Override
    public void handleMessage(Message message) {
        RMProperties properties = RMContextUtils.retrieveRMProperties(message, false);
        SequenceType sequence = properties == null ? null : properties.getSequence();
        if (sequence == null || MessageUtils.isRequestor(message)) {
            return;
        }
        String identifier = sequence.getIdentifier().getValue();
        if (!store.destinations.holds(identifier) && store.destinationTables.exists(identifier)) {
            throw new Fault(new IllegalStateException(
                    "sequence " + identifier + " belongs to another process for now; try again"));
        }
    }
}
