package io.github.restartoracle.wsrm.internal.capture;

import io.github.restartoracle.internal.attempt.Attempt;
import io.github.restartoracle.wsrm.internal.conduit.AttemptConduit;
import io.github.restartoracle.wsrm.internal.conduit.AttemptExchange;
import io.github.restartoracle.wsrm.internal.sequence.CallContext;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.apache.cxf.binding.soap.interceptor.SoapOutInterceptor;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.interceptor.InterceptorChain;
import org.apache.cxf.interceptor.MessageSenderInterceptor;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.phase.PhaseInterceptor;
import org.apache.cxf.phase.PhaseInterceptorChain;
import org.apache.cxf.ws.addressing.AddressingProperties;
import org.apache.cxf.ws.rm.RMContextUtils;

/**
 * Captures the requests of WS-ReliableMessaging itself like any other call; CXF alone sends each over one connection. On a
 * transport that supports attempts their connections are raced like those of messages. Unlike a message, a request is not
 * retransmitted once it may have arrived. On any other transport, its exchange is only separated from its caller's.
 *
 * <p>Acknowledgements without a message are left to CXF: a source that misses one restarts its message. Thread-safe.
 */
public final class ProtocolOut extends AbstractPhaseInterceptor<Message> {
    /** The ends of the actions of WS-RM 1.0 and 1.1; LastMessage is in 1.0 only. */
    private static final Set<String> REQUESTS =
            Set.of("CreateSequence", "CloseSequence", "LastMessage", "TerminateSequence", "AckRequested");

    private final Function<Message, ProtocolRequest> requests;
    private final Consumer<Message> context;

    /**
     * Creates an interceptor for a bus.
     *
     * @param requests takes the captured requests
     * @param context gives a request the context of a call
     */
    public ProtocolOut(Function<Message, ProtocolRequest> requests, Consumer<Message> context) {
        super(Phase.PREPARE_SEND);
        addBefore(MessageSenderInterceptor.class.getName());
        this.requests = requests;
        this.context = context;
    }

    @Override
    public Collection<PhaseInterceptor<? extends Message>> getAdditionalInterceptors() {
        return List.of(new Context());
    }

    /** Gives a request its context before any other interceptor sees it. */
    private final class Context extends AbstractPhaseInterceptor<Message> {
        Context() {
            super(Phase.SETUP);
            addBefore("*");
        }

        @Override
        public void handleMessage(Message message) {
            context.accept(message);
        }
    }

    /**
     * Returns the name of the request that a message makes.
     *
     * @param message an outgoing message
     * @return the last part of its action; empty if it is no request of WS-RM, or one that was captured before
     */
    public static Optional<String> name(Message message) {
        AddressingProperties maps = RMContextUtils.retrieveMAPs(message, false, true);
        if (!MessageUtils.isRequestor(message)
                || Attempt.of(message) != null
                || maps == null
                || maps.getTo() == null
                || maps.getAction() == null
                || !RMContextUtils.isRMProtocolMessage(maps.getAction().getValue())) {
            return Optional.empty();
        }
        String action = maps.getAction().getValue();
        return Optional.of(action.substring(action.lastIndexOf('/') + 1)).filter(REQUESTS::contains);
    }

    @Override
    public void handleMessage(Message message) {
        if (name(message).isEmpty()) {
            return;
        }
        boolean attempted = AttemptConduit.takesLate(message);
        if (!attempted) {
            if (!message.getExchange().isOneWay()) {
                AttemptExchange.separate(message);
            }
            return;
        }
        CallContext.note(message);
        InterceptorChain chain = message.getInterceptorChain();
        PhaseInterceptorChain restarts = ((PhaseInterceptorChain) chain).cloneChain();
        ProtocolRequest request = requests.apply(message);
        message.getExchange().put(ProtocolRequest.class, request);
        message.put(Attempt.EXPECTED, true);
        chain.add(new EnvelopeCopy());
        chain.add(new End(request, restarts));
        chain.add(new Wait(request));
        chain.add(new Unwound(request));
    }

    /** Hands over the request, and ends the chain unless it is to transmit the request. */
    private static final class End extends AbstractPhaseInterceptor<Message> {
        private final ProtocolRequest request;
        private final PhaseInterceptorChain restarts;

        End(ProtocolRequest request, PhaseInterceptorChain restarts) {
            super(Phase.WRITE_ENDING);
            addAfter(SoapOutInterceptor.SoapOutEndingInterceptor.class.getName());
            this.request = request;
            this.restarts = restarts;
        }

        @Override
        public void handleMessage(Message message) {
            Optional<Attempt> attempt = request.captured(template(message));
            if (attempt.isPresent()) {
                Template.belongTo(attempt.get(), message);
                return;
            }
            message.getInterceptorChain().abort();
            message.removeContent(OutputStream.class);
            message.removeContent(XMLStreamWriter.class);
            request.await();
        }

        private Template template(Message message) {
            try {
                return Template.of(message, EnvelopeCopy.end(message), restarts);
            } catch (IOException | XMLStreamException e) {
                throw new Fault(e);
            }
        }
    }

    /** Lets the caller wait after the request was given to the transport. */
    private static final class Wait extends AbstractPhaseInterceptor<Message> {
        private final ProtocolRequest request;

        Wait(ProtocolRequest request) {
            super(Phase.PREPARE_SEND_ENDING);
            addAfter(MessageSenderInterceptor.MessageSenderEndingInterceptor.class.getName());
            this.request = request;
        }

        @Override
        public void handleMessage(Message message) {
            request.await();
        }
    }

    /** Handles a failure of the chain. */
    private static final class Unwound extends AbstractPhaseInterceptor<Message> {
        private final ProtocolRequest request;

        Unwound(ProtocolRequest request) {
            super(Phase.SETUP);
            addBefore("*");
            this.request = request;
        }

        @Override
        public void handleMessage(Message message) {
            // Only a fault concerns this interceptor.
        }

        @Override
        public void handleFault(Message message) {
            Exception told = message.getContent(Exception.class);
            request.failed(told == null ? new IOException("an interceptor failed") : told);
        }
    }
}
