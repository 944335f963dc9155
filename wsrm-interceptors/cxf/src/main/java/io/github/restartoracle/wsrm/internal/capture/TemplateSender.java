package io.github.restartoracle.wsrm.internal.capture;

import io.github.restartoracle.internal.attempt.Attempt;
import io.github.restartoracle.internal.attempt.Phase;
import io.github.restartoracle.wsrm.internal.conduit.AnswerCheckIn;
import io.github.restartoracle.wsrm.internal.conduit.AttemptConduit;
import io.github.restartoracle.wsrm.internal.log.Logs;
import io.github.restartoracle.wsrm.internal.rm.RmHeaders;
import io.github.restartoracle.wsrm.internal.runtime.ChainStep;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import javax.xml.stream.XMLStreamException;
import org.apache.cxf.Bus;
import org.apache.cxf.BusException;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.logging.FaultListener;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.phase.PhaseChainCache;
import org.apache.cxf.phase.PhaseInterceptorChain;
import org.apache.cxf.phase.PhaseManager;
import org.apache.cxf.service.model.EndpointInfo;
import org.apache.cxf.transport.Conduit;
import org.apache.cxf.transport.ConduitInitiator;
import org.apache.cxf.transport.ConduitInitiatorManager;
import org.apache.cxf.ws.addressing.AddressingProperties;
import org.apache.cxf.ws.addressing.soap.MAPCodec;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMException;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.RMMessageConstants;
import org.apache.cxf.ws.rm.RMUtils;
import org.apache.cxf.ws.rm.WrappedEndpoint;
import org.apache.cxf.ws.rm.soap.RMSoapOutInterceptor;
import org.slf4j.Logger;

/**
 * Transmits from templates. A transmission runs through all interceptors that follow the preparation of the transport, so
 * that compression, logging, signatures and the like see it, but the body is not marshalled once more.
 *
 * <p>CXF's own queue begins later in the chain, behind interceptors that wrap the stream of the transport. Thread-safe.
 */
public final class TemplateSender {
    private static final Logger LOG = Logs.of(TemplateSender.class);

    /** Keeps CXF from logging a stack trace for each failure; the attempt reports it. */
    private static final FaultListener QUIET = (failure, description, message) -> {
        LOG.debug("A transmission failed in its interceptors", failure);
        return false;
    };

    private final RMManager manager;
    private final Clients clients;

    /** Creates a sender for a bus. */
    public TemplateSender(RMManager manager, Clients clients) {
        this.manager = manager;
        this.clients = clients;
    }

    /** An attempt that has not begun, with its message. */
    public static final class Prepared {
        private final Template template;
        private final Attempt attempt;
        private final SoapMessage message;
        private final boolean blocks;

        private Prepared(Template template, Attempt attempt, SoapMessage message) {
            this.template = template;
            this.attempt = attempt;
            this.message = message;
            // One of an earlier process has no conduit yet.
            this.blocks = !AttemptConduit.takes(message);
        }

        /** Returns whether the attempt keeps a thread. */
        public boolean blocks() {
            return blocks;
        }
    }

    /** Prepares an attempt. */
    public Prepared prepare(Template template, Attempt attempt) {
        SoapMessage message = template.copy(attempt);
        clients.receiveFor(message);
        return new Prepared(template, attempt, message);
    }

    /**
     * Makes an attempt. Returns when the transport has taken it over. If the transport does not support attempts, returns
     * when it has been sent; the attempt has then ended.
     */
    public void send(Prepared prepared) {
        if (!prepared.template.hold()) {
            prepared.attempt.abandon();
            return;
        }
        try {
            transmit(prepared);
        } catch (IOException | XMLStreamException | BusException | RMException | RuntimeException e) {
            prepared.attempt.fail(e);
        } finally {
            prepared.template.release();
        }
    }

    private void transmit(Prepared prepared) throws IOException, XMLStreamException, BusException, RMException {
        SoapMessage message = prepared.message;
        if (prepared.attempt.number() > 1) {
            message.put(RMMessageConstants.RM_RETRANSMISSION, true);
        }
        message.put(FaultListener.class.getName(), QUIET);
        Endpoint endpoint =
                manager.getReliableEndpoint(message).getEndpoint(RMContextUtils.getProtocolVariation(message));
        PhaseInterceptorChain chain = chain(prepared, endpoint);
        message.setInterceptorChain(chain);
        // The echo of an acknowledgement that was captured would be late.
        if (prepared.attempt.number() == 1
                && PlainEnvelope.isPlain(message)
                && RmHeaders.acknowledgements(message, true).isEmpty()) {
            sendPlain(prepared);
            return;
        }
        try (InputStream envelope = prepared.template.open();
                CapturedEnvelope captured = new CapturedEnvelope(envelope, message)) {
            address(message, endpoint);
            boolean silent = begin(prepared.attempt, message);
            captured.send(chain);
            end(prepared.attempt, message, silent);
        }
    }

    /** Sends the same envelope as the chain of the message would, which only an answer on another thread may need. */
    private static void sendPlain(Prepared prepared) throws IOException, XMLStreamException {
        SoapMessage message = prepared.message;
        Conduit conduit = message.getExchange().getConduit(message);
        boolean silent = begin(prepared.attempt, message);
        try (InputStream envelope = prepared.template.open()) {
            conduit.prepare(message);
            PlainEnvelope.write(envelope, message);
            conduit.close(message);
        } catch (IOException | RuntimeException e) {
            message.setContent(Exception.class, e);
        }
        end(prepared.attempt, message, silent);
    }

    /** Returns whether the transport reports no phase and cannot be stopped: then the message may be arriving from now on. */
    private static boolean begin(Attempt attempt, Message message) {
        boolean silent = !AttemptConduit.takes(message);
        if (silent) {
            attempt.advance(Phase.CONNECTED);
        }
        return silent;
    }

    private static void end(Attempt attempt, Message message, boolean silent) {
        Exception failure = message.getContent(Exception.class);
        if (failure != null && !silent && attempt.isTaken()) {
            LOG.debug("An interceptor failed after the message was sent", failure);
        } else if (failure != null) {
            attempt.fail(failure);
        } else if (silent) {
            answered(attempt, message);
        } else if (!attempt.isTaken()) {
            attempt.fail(new IOException(CaptureOut.STOPPED));
        }
    }

    /** Reports that a transport which reports no phases has returned without an error. HTTP leaves the status it has read. */
    public static void answered(Attempt attempt, Message message) {
        if (message.getExchange().get(Message.RESPONSE_CODE) != null) {
            attempt.advance(Phase.RESPONDED);
        }
        AnswerCheckIn.end(attempt, message.getExchange());
    }

    /**
     * Adds the parts that a message of an earlier process may lack: its addressing properties, which are only in its envelope,
     * and its conduit.
     */
    private static void address(SoapMessage message, Endpoint endpoint) throws BusException, IOException {
        AddressingProperties maps = RMContextUtils.retrieveMAPs(message, false, true);
        if (maps == null || maps.getAction() == null) {
            maps = MAPCodec.getInstance(message.getExchange().getBus()).unmarshalMAPs(message);
            RMContextUtils.storeMAPs(maps, message, true, Boolean.TRUE.equals(message.get(Message.REQUESTOR_ROLE)));
        }
        if (maps == null || maps.getTo() == null) {
            throw new IOException("the captured envelope names no destination");
        }
        if (message.getExchange().getConduit(message) == null) {
            Conduit conduit = conduit(
                    message.getExchange().getBus(), endpoint, maps.getTo().getValue());
            conduit.setMessageObserver(answer -> {
                // Acknowledgements of messages that a server sends come to its own address.
            });
            message.getExchange().setConduit(conduit);
        }
    }

    private static Conduit conduit(Bus bus, Endpoint endpoint, String to) throws BusException, IOException {
        ConduitInitiatorManager initiators = bus.getExtension(ConduitInitiatorManager.class);
        EndpointInfo info = endpoint.getEndpointInfo();
        ConduitInitiator initiator = initiators.getConduitInitiatorForUri(to);
        if (initiator == null) {
            initiator = initiators.getConduitInitiator(info.getTransportId());
        }
        return initiator.getConduit(info, RMUtils.createReference(to), bus);
    }

    private PhaseInterceptorChain chain(Prepared prepared, Endpoint endpoint) {
        PhaseInterceptorChain own = prepared.template.chain();
        PhaseInterceptorChain chain = own == null ? manager.getRetransmitChain(prepared.message) : own;
        if (chain != null) {
            return chain;
        }
        if (MessageUtils.isRequestor(prepared.message)) {
            // The message may be acknowledged there.
            clients.open(prepared.message, prepared.attempt.resources().nowNanos());
        }
        return chainFromScratch(endpoint);
    }

    /**
     * Returns the chain for messages recovered from a store, until the endpoint has captured its first message of this
     * process. CXF leaves out the interceptors of the client: if WS-RM is among them, the message would be sent without its
     * sequence.
     */
    private PhaseInterceptorChain chainFromScratch(Endpoint endpoint) {
        Endpoint application = endpoint instanceof WrappedEndpoint wrapped ? wrapped.getWrappedEndpoint() : endpoint;
        Client client = clients.get(application);
        Bus bus = manager.getBus();
        PhaseInterceptorChain chain = new PhaseChainCache()
                .get(
                        bus.getExtension(PhaseManager.class).getOutPhases(),
                        bus.getOutInterceptors(),
                        client == null ? List.of() : client.getOutInterceptors(),
                        application.getOutInterceptors(),
                        application.getBinding().getOutInterceptors());
        if (ChainStep.find(chain, RMSoapOutInterceptor.class) == null) {
            throw new IllegalStateException(
                    "WS-RM is not active on the endpoint, so a recovered message cannot be sent");
        }
        return chain;
    }
}
