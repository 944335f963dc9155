package io.github.restartoracle.wsrm.destination;

import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.log.Logs;
import io.github.restartoracle.wsrm.runtime.ThrottledWarning;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.ws.addressing.AddressingProperties;
import org.apache.cxf.ws.addressing.ContextUtils;
import org.apache.cxf.ws.addressing.EndpointReferenceType;
import org.apache.cxf.ws.policy.PolicyConstants;
import org.apache.cxf.ws.rm.DestinationSequence;
import org.slf4j.Logger;

/**
 * Sends each stand-alone acknowledgement to the address of its sequence. CXF sets the address on an endpoint that all
 * acknowledgements of a service share, and sets it back. Of two acknowledgements that are sent at once, one may go to the
 * address of the other, or to that of the service. One that cannot be sent is logged in one line, where CXF logs two stack
 * traces; the source asks for another one. Thread-safe.
 */
final class AckAddressOut extends AbstractPhaseInterceptor<Message> {
    private static final Logger LOG = Logs.of(AckAddressOut.class);
    private static final ThreadLocal<EndpointReferenceType> ADDRESS = new ThreadLocal<>();

    private final ThrottledWarning warning;

    AckAddressOut(NanoClock clock) {
        super(Phase.SETUP);
        this.warning = new ThrottledWarning(LOG, clock);
        // That interceptor asks for the conduit, which is made for the address.
        addBefore(PolicyConstants.POLICY_OUT_INTERCEPTOR_ID);
    }

    /** Runs a task that acknowledges a sequence in this thread. */
    static void acknowledge(DestinationSequence sequence, Runnable task) {
        ADDRESS.set(sequence.getAcksTo());
        try {
            task.run();
        } finally {
            ADDRESS.remove();
        }
    }

    /** Tells if a message is the acknowledgement; a security interceptor may send others meanwhile, which are answered. */
    private static boolean isAcknowledgement(Message message) {
        return MessageUtils.isRequestor(message) && message.getExchange().isOneWay();
    }

    @Override
    public void handleMessage(Message message) {
        EndpointReferenceType address = ADDRESS.get();
        if (address != null && isAcknowledgement(message)) {
            message.put(Message.ENDPOINT_ADDRESS, address.getAddress().getValue());
            Refusal.logQuietly(message);
        }
    }

    @Override
    public void handleFault(Message message) {
        EndpointReferenceType address = ADDRESS.get();
        Exception failure = message.getContent(Exception.class);
        if (address != null && failure != null && isAcknowledgement(message)) {
            Throwable cause = failure instanceof Fault && failure.getCause() != null ? failure.getCause() : failure;
            warning.warn(
                    "A sequence of " + address.getAddress().getValue() + " could not be acknowledged: " + cause, null);
            message.setContent(Exception.class, null);
            message.getExchange().put(Exception.class, null);
        }
    }

    /** Has the reference parameters of the address written as headers. */
    static final class Parameters extends AbstractPhaseInterceptor<Message> {
        Parameters() {
            super(Phase.POST_LOGICAL);
        }

        @Override
        public void handleMessage(Message message) {
            EndpointReferenceType address = ADDRESS.get();
            AddressingProperties addressing = ContextUtils.retrieveMAPs(message, false, true, false);
            if (address != null && addressing != null && isAcknowledgement(message)) {
                addressing.setTo(address);
            }
        }
    }
}
