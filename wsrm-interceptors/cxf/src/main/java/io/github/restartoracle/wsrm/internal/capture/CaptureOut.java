package io.github.restartoracle.wsrm.internal.capture;

import io.github.restartoracle.internal.attempt.Attempt;
import io.github.restartoracle.wsrm.internal.conduit.AttemptConduit;
import io.github.restartoracle.wsrm.internal.direct.KnownInterceptors;
import io.github.restartoracle.wsrm.internal.log.Logs;
import io.github.restartoracle.wsrm.internal.rm.RmHeaders;
import io.github.restartoracle.wsrm.internal.runtime.ChainStep;
import io.github.restartoracle.wsrm.internal.sequence.CallContext;
import io.github.restartoracle.wsrm.internal.sequence.CurrentSequence;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.xml.stream.XMLStreamException;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.interceptor.AttachmentOutInterceptor;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.interceptor.InterceptorChain;
import org.apache.cxf.interceptor.MessageSenderInterceptor;
import org.apache.cxf.io.WriteOnCloseOutputStream;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.phase.PhaseInterceptor;
import org.apache.cxf.phase.PhaseInterceptorChain;
import org.apache.cxf.ws.addressing.AddressingProperties;
import org.apache.cxf.ws.addressing.ContextUtils;
import org.apache.cxf.ws.rm.ProtocolVariation;
import org.apache.cxf.ws.rm.RMCaptureOutInterceptor;
import org.apache.cxf.ws.rm.RMConfiguration;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMException;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.RMMessageConstants;
import org.apache.cxf.ws.rm.RetransmissionInterceptor;
import org.slf4j.Logger;

/**
 * Captures reliable calls in place of CXF's {@link RMCaptureOutInterceptor}, in the thread of the caller. Once the envelope
 * is written and captured, the rest of the chain makes the first transmission under these conditions; otherwise the chain
 * ends there:
 *
 * <ul>
 *   <li>a two-way call: its number has not changed meanwhile;
 *   <li>a one-way call: besides, there is room, and the transport supports attempts, so that it returns at once.
 * </ul>
 *
 * The caller of a two-way call waits for the answer when the chain has ended, or within the chain if the transport does not
 * support attempts.
 *
 * <p>Unlike CXF's, it writes a one-way call whose sequence does not exist yet, so that the caller may change the arguments
 * as soon as the call returns. The answers of a server are left to CXF. Thread-safe.
 */
public final class CaptureOut extends AbstractPhaseInterceptor<Message> {
    private static final Logger LOG = Logs.of(CaptureOut.class);

    /** The time for which a call waits for the answer to its only transmission: CXF's receive timeout. */
    private static final long ANSWER_NANOS = TimeUnit.SECONDS.toNanos(60);

    static final String STOPPED = "an interceptor stopped it before it reached the transport";

    /** The key of the state of a call in its message. */
    static final String CALL = CaptureOut.class.getName();

    private static final String ID = CaptureOut.class.getName();

    private final RMManager manager;
    private final ReliableCalls calls;

    /** A call that is being captured. Belongs to the chain of its message. */
    private static final class Call {
        final RMCaptureOutInterceptor replaced;
        final boolean oneWay;
        final boolean transmitsHere;
        boolean triedOnce;
        boolean numbered;
        boolean captured;

        Call(RMCaptureOutInterceptor replaced, boolean oneWay, boolean transmitsHere) {
            this.replaced = replaced;
            this.oneWay = oneWay;
            this.transmitsHere = transmitsHere;
        }
    }

    /** Creates an interceptor for a bus. */
    public CaptureOut(RMManager manager, ReliableCalls calls) {
        super(Phase.PRE_STREAM);
        addBefore(RMCaptureOutInterceptor.class.getName());
        this.manager = manager;
        this.calls = calls;
    }

    @Override
    public Collection<PhaseInterceptor<? extends Message>> getAdditionalInterceptors() {
        ChainStep recognition = new ChainStep(ID + ".Recognition", Phase.PREPARE_SEND, CaptureOut::recognize)
                .before(MessageSenderInterceptor.class.getName());
        // Replaces CXF's, since a chain takes one interceptor of an identifier. CXF's removes the cause of a failure:
        // a call that could not be captured would seem to succeed.
        ChainStep noRetransmission =
                new ChainStep(RetransmissionInterceptor.class.getName(), Phase.PREPARE_SEND, message -> {});
        return List.of(recognition, noRetransmission, contentTypes());
    }

    /**
     * Returns an interceptor that notes the content type of the envelope before CXF packs it and its attachments together,
     * because each transmission packs them again.
     */
    private static ChainStep contentTypes() {
        return new ChainStep(Template.CONTENT_TYPE, Phase.PRE_STREAM, message -> {
                    Object contentType = message.get(Message.CONTENT_TYPE);
                    if (contentType != null) {
                        message.putIfAbsent(Template.CONTENT_TYPE, contentType);
                    }
                })
                .before(AttachmentOutInterceptor.class.getName());
    }

    /** Recognises calls before the transport prepares for them. */
    private static void recognize(Message message) {
        if (!isCall(message)) {
            return;
        }
        RMCaptureOutInterceptor replaced = ChainStep.find(message.getInterceptorChain(), RMCaptureOutInterceptor.class);
        if (replaced != null) {
            boolean oneWay = message.getExchange().isOneWay();
            boolean expected = AttemptConduit.takes(message);
            CallContext.note(message);
            message.put(CALL, new Call(replaced, oneWay, expected));
            message.put(Attempt.EXPECTED, expected);
        }
    }

    private static boolean isCall(Message message) {
        if (!MessageUtils.isRequestor(message) || Attempt.of(message) != null) {
            return false;
        }
        AddressingProperties maps = ContextUtils.retrieveMAPs(message, false, true, false);
        return maps != null
                && maps.getTo() != null
                && !RMContextUtils.isRMProtocolMessage(RmHeaders.action(message, true));
    }

    @Override
    public void handleMessage(Message message) {
        message.put(Attempt.SENT_ONCE, !KnownInterceptors.areAll(message.getInterceptorChain()));
        Call call = (Call) message.get(CALL);
        if (call == null) {
            return;
        }
        try {
            expose(message);
            if (call.oneWay) {
                message.getExchange().put(Message.PROCESS_ONEWAY_RESPONSE, true);
            } else if (!call.transmitsHere) {
                // No byte may be sent before the message is captured.
                message.setContent(
                        OutputStream.class, new WriteOnCloseOutputStream(message.getContent(OutputStream.class)));
            }
            manager.initializeInterceptorChain(message);
            call.triedOnce = call.oneWay && CurrentSequence.triesOnce(manager);
            call.numbered = calls.number(message);
        } catch (RMException e) {
            throw new Fault(e);
        }
        InterceptorChain chain = message.getInterceptorChain();
        chain.remove(call.replaced);
        message.put(RMMessageConstants.MESSAGE_CAPTURE, true);
        EnvelopeCopy.Receiver receiver = envelope -> captured(message, envelope, call);
        if (!PlainEnvelope.capture(message, receiver)) {
            EnvelopeCopy.add(chain, receiver);
        }
        if (call.transmitsHere) {
            chain.add(new ChainStep(ID + ".Sent", Phase.SETUP_ENDING, sent -> sent(sent, call)));
        }
        ChainStep.onFailure(chain, CaptureOut.class, (failed, cause) -> unwound(failed, cause, call));
    }

    /** Prepares the message for the versions of WS-RM and WS-Addressing that are configured, as CXF does. */
    private void expose(Message message) throws RMException {
        // CXF copies the versions that the call names into the configuration here.
        manager.getReliableEndpoint(message);
        RMConfiguration configuration = manager.getEffectiveConfiguration(message);
        ProtocolVariation protocol =
                ProtocolVariation.findVariant(configuration.getRMNamespace(), configuration.getAddressingNamespace());
        RMContextUtils.setProtocolVariation(message, protocol);
        RMContextUtils.retrieveMAPs(message, false, true).exposeAs(configuration.getAddressingNamespace());
        if (RMContextUtils.retrieveRMProperties(message, true) == null) {
            RmHeaders.add(message, protocol.getWSRMNamespace());
        }
        ContextUtils.storeDeferUncorrelatedMessageAbort(message);
    }

    /** Hands over the envelope, and ends the chain unless it is to transmit the message. */
    private void captured(Message message, ByteArrayOutputStream envelope, Call call)
            throws IOException, XMLStreamException {
        Template template = Template.of(message, envelope, !call.oneWay);
        Optional<Attempt> attempt = calls.captured(message, template, call.numbered, call.transmitsHere);
        call.captured = true;
        if (attempt.isEmpty()) {
            EnvelopeCopy.endChain(message);
            return;
        }
        if (call.oneWay || call.transmitsHere) {
            Template.belongTo(attempt.get(), message);
        }
        if (call.oneWay) {
            // From here on, only the attempt is told of a failure.
            ((PhaseInterceptorChain) message.getInterceptorChain()).setFaultObserver(null);
        }
        if (PlainEnvelope.isPlain(message)) {
            PlainEnvelope.write(new ByteArrayInputStream(envelope.toByteArray()), (SoapMessage) message);
        }
    }

    /**
     * Fails a transmission that reached the end of its chain but no transport, because an interceptor of the application
     * stopped it. If it is the only transmission of a one-way call, its caller waits for the answer, and gets the failure.
     */
    private static void sent(Message message, Call call) {
        Attempt attempt = Attempt.of(message);
        if (attempt == null) {
            return;
        }
        if (!attempt.isTaken()) {
            attempt.fail(new IOException(STOPPED));
        }
        if (call.triedOnce && attempt.awaitEnd(ANSWER_NANOS)) {
            Throwable cause = attempt.cause();
            if (cause != null) {
                throw new Fault(cause);
            }
        }
    }

    /**
     * Handles a failure of the chain. A captured one-way call is retransmitted, so its caller must not be told, or would send
     * it twice; unless it is tried only once.
     */
    private void unwound(Message message, Exception cause, Call call) {
        if (!call.captured) {
            calls.failed(message);
        }
        Attempt attempt = call.captured && call.oneWay ? Attempt.of(message) : null;
        if (attempt == null) {
            return;
        }
        if (attempt.isTaken()) {
            // An interceptor behind the transport cannot stop a message that was sent.
            LOG.debug("An interceptor failed after the message was sent", cause);
        } else {
            attempt.fail(cause);
        }
        if (!call.triedOnce) {
            ChainStep.hideFailure(message);
        }
    }
}
