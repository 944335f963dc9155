package io.github.restartoracle.wsrm.internal.destination;

import io.github.restartoracle.internal.inbound.Received;
import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.internal.echo.Acknowledgements;
import io.github.restartoracle.wsrm.internal.log.Logs;
import io.github.restartoracle.wsrm.internal.rm.RmHeaders;
import io.github.restartoracle.wsrm.internal.runtime.ChainStep;
import io.github.restartoracle.wsrm.internal.runtime.ThrottledWarning;
import java.util.ArrayList;
import java.util.List;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.interceptor.InterceptorChain;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.ws.addressing.AddressingProperties;
import org.apache.cxf.ws.addressing.ContextUtils;
import org.apache.cxf.ws.policy.PolicyConstants;
import org.apache.cxf.ws.rm.DestinationSequence;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMException;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.RMOutInterceptor;
import org.apache.cxf.ws.rm.RMProperties;
import org.apache.cxf.ws.rm.soap.RMSoapOutInterceptor;
import org.apache.cxf.ws.rm.v200702.SequenceAcknowledgement;
import org.slf4j.Logger;

/**
 * Sends each stand-alone acknowledgement to the address of its sequence. CXF sets the address on an endpoint that all
 * acknowledgements of a service share, and sets it back. Of two acknowledgements that are sent at once, one may go to the
 * address of the other, or to that of the service. A failure is logged in one line, where CXF logs two stack traces; the source
 * asks for another acknowledgement. Thread-safe.
 */
final class AckOut extends AbstractPhaseInterceptor<Message> {
    private static final Logger LOG = Logs.of(AckOut.class);
    private static final ThreadLocal<DestinationSequence> ACKNOWLEDGED = new ThreadLocal<>();

    private final ThrottledWarning warning;

    AckOut(NanoClock clock) {
        super(Phase.SETUP);
        this.warning = new ThrottledWarning(LOG, clock);
        // That interceptor asks for the conduit, which is made for the address.
        addBefore(PolicyConstants.POLICY_OUT_INTERCEPTOR_ID);
    }

    /** Runs a task that acknowledges a sequence in this thread. */
    static void acknowledge(DestinationSequence sequence, Runnable task) {
        ACKNOWLEDGED.set(sequence);
        try {
            task.run();
        } finally {
            ACKNOWLEDGED.remove();
        }
    }

    /** Returns whether a message is the acknowledgement; a security interceptor may send others meanwhile, which are answered. */
    private static boolean isAcknowledgement(Message message) {
        return MessageUtils.isRequestor(message) && message.getExchange().isOneWay();
    }

    @Override
    public void handleMessage(Message message) {
        DestinationSequence sequence = ACKNOWLEDGED.get();
        if (sequence != null && isAcknowledgement(message)) {
            message.put(
                    Message.ENDPOINT_ADDRESS, sequence.getAcksTo().getAddress().getValue());
            Refusal.logQuietly(message);
            complete(message, sequence);
        }
    }

    /**
     * Adds the interceptors that write an acknowledgement. CXF sends an empty message without them if WS-RM is a feature of a
     * client, since its acknowledgements have a client of their own.
     */
    private static void complete(Message message, DestinationSequence sequence) {
        InterceptorChain chain = message.getInterceptorChain();
        if (isReliable(chain)) {
            return;
        }
        RmHeaders.add(message, sequence.getProtocol().getWSRMNamespace());
        RMOutInterceptor out = new RMOutInterceptor();
        out.setBus(message.getExchange().getBus());
        chain.add(out);
        chain.add(new RMSoapOutInterceptor());
    }

    /** Returns whether an outgoing chain writes the headers of WS-RM. */
    static boolean isReliable(InterceptorChain chain) {
        return ChainStep.find(chain, RMOutInterceptor.class) != null;
    }

    @Override
    public void handleFault(Message message) {
        DestinationSequence sequence = ACKNOWLEDGED.get();
        Exception failure = message.getContent(Exception.class);
        if (sequence != null && failure != null && isAcknowledgement(message)) {
            Throwable cause = failure instanceof Fault && failure.getCause() != null ? failure.getCause() : failure;
            warning.warn(
                    "A sequence of " + sequence.getAcksTo().getAddress().getValue() + " could not be acknowledged: "
                            + cause,
                    null);
            ChainStep.hideFailure(message);
        }
    }

    /** Has the reference parameters of the address written as headers. */
    static ChainStep parameters() {
        return new ChainStep(AckOut.class.getName() + ".Parameters", Phase.POST_LOGICAL, message -> {
            DestinationSequence sequence = ACKNOWLEDGED.get();
            AddressingProperties addressing = ContextUtils.retrieveMAPs(message, false, true, false);
            if (sequence != null && addressing != null && isAcknowledgement(message)) {
                addressing.setTo(sequence.getAcksTo());
            }
        });
    }

    /**
     * Has a copy of the acknowledged ranges written. CXF writes the list itself, which other threads change meanwhile: the
     * acknowledgement then fails, or is wrong. The answer to CloseSequence gets the final acknowledgement.
     */
    static ChainStep ranges(RMManager manager, Acknowledgements acknowledgements) {
        return new ChainStep(AckOut.class.getName() + ".Ranges", Phase.PRE_PROTOCOL, message -> {
                    RMProperties properties = RMContextUtils.retrieveRMProperties(message, true);
                    SequenceAcknowledgement last = EndIn.finalAcknowledgement(message);
                    if (properties != null && last != null) {
                        properties.setAcks(List.of(last));
                    } else if (properties != null && properties.getAcks() != null) {
                        List<SequenceAcknowledgement> copies = new ArrayList<>(properties.getAcks());
                        copies.replaceAll(live -> copy(message, live, manager, acknowledgements));
                        properties.setAcks(copies);
                    }
                })
                .before(RMSoapOutInterceptor.class.getName());
    }

    private static SequenceAcknowledgement copy(
            Message message, SequenceAcknowledgement live, RMManager manager, Acknowledgements acknowledgements) {
        try {
            DestinationSequence sequence = manager.getDestination(message).getSequence(live.getIdentifier());
            return sequence == null || !live.equals(sequence.getAcknowledgment())
                    ? live
                    : acknowledgements.in(message, sequence);
        } catch (RMException e) {
            return live;
        }
    }

    /**
     * Acknowledges an accepted call in the fault that answers it. CXF acknowledges in answers and in the faults that a service
     * declares, and in no other. The source would wait for ever, or take the destination for one without WS-RM.
     */
    static ChainStep inFaults(Acknowledgements acknowledgements) {
        return new ChainStep(AckOut.class.getName() + ".InFaults", Phase.PRE_PROTOCOL, message -> {
                    Message request = message.getExchange().getInMessage();
                    DeliveryRun run =
                            request == null || MessageUtils.isRequestor(message) ? null : DeliveryRun.in(request);
                    if (run != null
                            && run.message != null
                            && run.message.kind() == Received.Kind.ANSWERED
                            && RMContextUtils.retrieveRMProperties(message, true) == null
                            && ContextUtils.isAnonymousAddress(run.content.sequence.getAcksTo())) {
                        DestinationSequence sequence = run.content.sequence;
                        RmHeaders.add(message, sequence.getProtocol().getWSRMNamespace())
                                .setAcks(List.of(acknowledgements.inAnswerTo(request, sequence)));
                    }
                })
                .before(RMSoapOutInterceptor.class.getName());
    }
}
