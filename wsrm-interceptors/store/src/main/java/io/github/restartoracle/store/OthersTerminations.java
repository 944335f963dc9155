package io.github.restartoracle.store;

import io.github.restartoracle.wsrm.log.Logs;
import java.util.List;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.ws.addressing.AddressingProperties;
import org.apache.cxf.ws.rm.ProtocolVariation;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.v200702.TerminateSequenceType;
import org.slf4j.Logger;

/**
 * Notes in the database that a sequence of another process was terminated. CXF answers TerminateSequence for any sequence, but
 * ignores it for one that it does not know. Thread-safe.
 */
final class OthersTerminations extends AbstractPhaseInterceptor<Message> {
    private static final Logger LOG = Logs.of(OthersTerminations.class);

    private final DataSourceStore store;

    OthersTerminations(DataSourceStore store) {
        super(Phase.PRE_INVOKE);
        this.store = store;
    }

    @Override
    public void handleMessage(Message message) {
        ProtocolVariation protocol = RMContextUtils.getProtocolVariation(message);
        if (protocol == null || MessageUtils.isRequestor(message)) {
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
        List<?> parameters = message.getContent(List.class);
        if (parameters != null && !parameters.isEmpty()) {
            terminate(protocol.getCodec().convertReceivedTerminateSequence(parameters.get(0)));
        }
    }

    private void terminate(TerminateSequenceType request) {
        String identifier = request.getIdentifier().getValue();
        if (!store.destinations.holds(identifier)) {
            LOG.debug("Sequence {} of another process is terminated", identifier);
            store.destinationTables.end(identifier);
        }
    }
}
