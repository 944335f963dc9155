package io.github.restartoracle.store;

import io.github.restartoracle.wsrm.internal.log.Logs;
import java.util.List;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.ws.addressing.AddressingProperties;
import org.apache.cxf.ws.rm.ProtocolVariation;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.v200702.CloseSequenceType;
import org.apache.cxf.ws.rm.v200702.TerminateSequenceType;
import org.slf4j.Logger;

/**
 * Notes in the database that a sequence of another process was terminated. CXF answers TerminateSequence for any sequence, but
 * ignores it for one that it does not know. CloseSequence is refused, because its answer has the final acknowledgement, which
 * only the other process knows. Thread-safe.
 */
final class OthersTerminations extends AbstractPhaseInterceptor<Message> {
    private static final Logger LOG = Logs.of(OthersTerminations.class);

    private final DataSourceStore store;
    private final OthersSequences sequences;

    OthersTerminations(DataSourceStore store, OthersSequences sequences) {
        super(Phase.POST_LOGICAL);
        this.store = store;
        this.sequences = sequences;
    }

    @Override
    public void handleMessage(Message message) {
        ProtocolVariation protocol = RMContextUtils.getProtocolVariation(message);
        List<?> parameters = message.getContent(List.class);
        if (protocol == null || parameters == null || parameters.isEmpty() || MessageUtils.isRequestor(message)) {
            return;
        }
        if (parameters.get(0) instanceof CloseSequenceType close) {
            sequences.refuseOthers(message, close.getIdentifier().getValue());
            return;
        }
        AddressingProperties addressing = RMContextUtils.retrieveMAPs(message, false, false);
        if (addressing == null
                || addressing.getAction() == null
                || !protocol.getConstants()
                        .getTerminateSequenceAction()
                        .equals(addressing.getAction().getValue())) {
            return;
        }
        terminate(protocol.getCodec().convertReceivedTerminateSequence(parameters.get(0)));
    }

    private void terminate(TerminateSequenceType request) {
        String identifier = request.getIdentifier().getValue();
        if (!store.destinations.holds(identifier)) {
            LOG.debug("Sequence {} of another process is terminated", identifier);
            store.destinationTables.end(identifier);
        }
    }
}
