package io.github.restartoracle.wsrm.queue;

import io.github.restartoracle.wsrm.attempt.AttemptConduit;
import java.io.OutputStream;
import org.apache.cxf.interceptor.Interceptor;
import org.apache.cxf.interceptor.InterceptorChain;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.ws.rm.RMCaptureOutInterceptor;
import org.apache.cxf.ws.rm.RMMessageConstants;

/**
 * Sees to it that the chain of a reliable one-way call can make the first transmission too, if the transport knows attempts
 * and no interceptor has put a stream of its own around that of the transport, to compress for example. Thread-safe.
 */
public final class FirstStreamOut extends AbstractPhaseInterceptor<Message> {
    /** An interceptor for a bus. */
    public FirstStreamOut() {
        super(Phase.PRE_STREAM);
        addBefore(RMCaptureOutInterceptor.class.getName());
    }

    @Override
    public void handleMessage(Message message) {
        Exchange exchange = message.getExchange();
        OutputStream prepared = message.getContent(OutputStream.class);
        if (prepared != null
                && exchange.isOneWay()
                && MessageUtils.isRequestor(message)
                && !Boolean.TRUE.equals(message.get(RMMessageConstants.RM_RETRANSMISSION))
                && exchange.getConduit(message) instanceof AttemptConduit conduit
                && conduit.prepared(prepared)
                && isCaptured(message.getInterceptorChain())) {
            FirstStream.putBefore(prepared, message);
        }
    }

    /** Without WS-RM nothing is kept back until it is complete. */
    private static boolean isCaptured(InterceptorChain chain) {
        for (Interceptor<?> interceptor : chain) {
            if (interceptor instanceof RMCaptureOutInterceptor) {
                return true;
            }
        }
        return false;
    }
}
