package io.github.restartoracle.wsrm.internal.capture;

import io.github.restartoracle.internal.attempt.Attempt;
import io.github.restartoracle.wsrm.internal.conduit.AttemptConduit;
import io.github.restartoracle.wsrm.internal.conduit.AttemptExchange;
import io.github.restartoracle.wsrm.internal.rm.RmHeaders;
import io.github.restartoracle.wsrm.internal.runtime.ChainStep;
import io.github.restartoracle.wsrm.internal.sequence.CallContext;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.cxf.interceptor.MessageSenderInterceptor;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.phase.PhaseInterceptor;
import org.apache.cxf.phase.PhaseInterceptorChain;
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
     * @param context gives a request the context of a call, before any other interceptor sees it
     */
    public ProtocolOut(Function<Message, ProtocolRequest> requests, Consumer<Message> context) {
        super(Phase.PREPARE_SEND);
        addBefore(MessageSenderInterceptor.class.getName());
        this.requests = requests;
        this.context = context;
    }

    @Override
    public Collection<PhaseInterceptor<? extends Message>> getAdditionalInterceptors() {
        return List.of(new ChainStep(ProtocolOut.class.getName() + ".Context", Phase.SETUP, context).before("*"));
    }

    /**
     * Returns the name of the request that a message makes.
     *
     * @return the last part of its action; empty if it is no request of WS-RM, or one that was captured before
     */
    public static Optional<String> name(Message message) {
        String action = RmHeaders.action(message, true);
        if (!MessageUtils.isRequestor(message)
                || Attempt.of(message) != null
                || !RMContextUtils.isRMProtocolMessage(action)
                || RMContextUtils.retrieveMAPs(message, false, true).getTo() == null) {
            return Optional.empty();
        }
        return Optional.of(action.substring(action.lastIndexOf('/') + 1)).filter(REQUESTS::contains);
    }

    @Override
    public void handleMessage(Message message) {
        if (name(message).isEmpty()) {
            return;
        }
        if (!AttemptConduit.takes(message)) {
            if (!message.getExchange().isOneWay()) {
                AttemptExchange.separate(message);
            }
            return;
        }
        CallContext.note(message);
        PhaseInterceptorChain chain = (PhaseInterceptorChain) message.getInterceptorChain();
        PhaseInterceptorChain restarts = chain.cloneChain();
        ProtocolRequest request = requests.apply(message);
        message.getExchange().put(ProtocolRequest.class, request);
        message.put(Attempt.EXPECTED, true);
        EnvelopeCopy.add(chain, envelope -> captured(message, Template.of(message, envelope, restarts), request));
        ChainStep.afterSending(chain, ProtocolOut.class, sent -> request.await());
        ChainStep.onFailure(chain, ProtocolOut.class, (failed, cause) -> request.failed(cause));
    }

    /** Hands over the request, and ends the chain unless it is to transmit the request. */
    private static void captured(Message message, Template template, ProtocolRequest request) {
        Optional<Attempt> attempt = request.captured(template);
        if (attempt.isPresent()) {
            Template.belongTo(attempt.get(), message);
        } else {
            EnvelopeCopy.endChain(message);
            request.await();
        }
    }
}
