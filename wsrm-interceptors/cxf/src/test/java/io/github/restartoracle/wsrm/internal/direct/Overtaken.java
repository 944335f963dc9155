package io.github.restartoracle.wsrm.internal.direct;

import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMException;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.RMProperties;

/** Acknowledges the sequence of a message in another answer, just before the answer to the message. */
public final class Overtaken extends AbstractPhaseInterceptor<Message> {
    private final RMManager manager;

    public Overtaken(RMManager manager) {
        super(Phase.SETUP);
        addBefore(AcknowledgementOut.class.getName());
        this.manager = manager;
    }

    @Override
    public void handleMessage(Message message) {
        Message request = message.getExchange().getInMessage();
        RMProperties properties = RMContextUtils.retrieveRMProperties(request, false);
        if (properties.getSequence() != null) {
            try {
                new RMProperties()
                        .addAck(manager.getDestination(request)
                                .getSequence(properties.getSequence().getIdentifier()));
            } catch (RMException e) {
                throw new Fault(e);
            }
        }
    }
}
