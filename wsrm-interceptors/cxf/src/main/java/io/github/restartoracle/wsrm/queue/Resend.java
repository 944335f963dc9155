package io.github.restartoracle.wsrm.queue;

import io.github.restartoracle.wsrm.attempt.Attempt;
import io.github.restartoracle.wsrm.attempt.Phase;
import java.io.IOException;
import java.util.List;
import org.apache.cxf.Bus;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.interceptor.Interceptor;
import org.apache.cxf.interceptor.InterceptorChain;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.PhaseChainCache;
import org.apache.cxf.phase.PhaseInterceptorChain;
import org.apache.cxf.phase.PhaseManager;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.WrappedEndpoint;
import org.apache.cxf.ws.rm.soap.RMSoapOutInterceptor;
import org.apache.cxf.ws.rm.soap.RetransmissionQueueImpl;
import org.jspecify.annotations.Nullable;

/**
 * Transmits messages: for the first time by what is left of the chain that captured the message, if that can, otherwise by
 * CXF's own mechanics of transmitting a captured message again.
 */
final class Resend extends RetransmissionQueueImpl {
    private final Resender resender = getDefaultResender();
    private final Clients clients;

    Resend(RMManager manager) {
        super(manager);
        this.clients = Clients.of(manager.getBus());
    }

    /**
     * Sends a message, by what is left of its chain if that is given. Returns when the transport has taken it over, or,
     * with a transport that knows no attempts, when it has been sent; the attempt has then ended.
     */
    void send(Template template, @Nullable RestOfChain rest, Attempt attempt) {
        if (!template.hold()) {
            RestOfChain.discard(rest);
            attempt.abandon();
            return;
        }
        try {
            if (rest == null) {
                sendCopy(template, attempt);
            } else {
                sendFirst(rest, attempt);
            }
        } finally {
            template.release();
        }
    }

    private static void sendFirst(RestOfChain rest, Attempt attempt) {
        try {
            Message sent = rest.send(attempt);
            if (attempt.phase() == Phase.PREPARING) {
                RestOfChain.discard(rest);
                end(attempt, sent);
            }
        } catch (IOException | RuntimeException unsendable) {
            RestOfChain.discard(rest);
            attempt.fail(unsendable);
        }
    }

    private void sendCopy(Template template, Attempt attempt) {
        SoapMessage copy = template.copy(attempt);
        if (!template.hasAttemptConduit()) {
            // Such a transport tells nothing and cannot be stopped: for all we know, the message is arriving.
            attempt.advance(Phase.CONNECTED);
        }
        resender.resend(copy, false);
        if (!template.hasAttemptConduit() || attempt.phase() == Phase.PREPARING) {
            end(attempt, copy);
        }
    }

    private static void end(Attempt attempt, Message sent) {
        Exception failure = failure(sent);
        if (failure == null) {
            attempt.advance(Phase.ANSWERED);
        } else {
            attempt.fail(failure);
        }
    }

    /**
     * Why a message did not get to its transport, null if it did. CXF logs what goes wrong before the chain starts, and its
     * interceptor for retransmissions takes failures away from the message; then the state of the chain is all there is.
     */
    private static @Nullable Exception failure(Message sent) {
        Exception told = sent.getContent(Exception.class);
        InterceptorChain chain = sent.getInterceptorChain();
        InterceptorChain.State state = chain == null ? InterceptorChain.State.ABORTED : chain.getState();
        boolean broken = state == InterceptorChain.State.ABORTED || state == InterceptorChain.State.EXECUTING;
        return told == null && broken ? new IOException("it did not get through its interceptors; CXF logs why") : told;
    }

    /**
     * The chain for messages recovered from a store, until the endpoint has captured its first message of this life. CXF
     * leaves out the interceptors of the client: if WS-RM is among these, the message goes out without its sequence.
     *
     * @throws IllegalStateException if there is no WS-RM in the chain, as while a client is still being made
     */
    @Override
    protected PhaseInterceptorChain buildRetransmitChain(Endpoint endpoint, PhaseChainCache cache) {
        Endpoint application = endpoint instanceof WrappedEndpoint wrapped ? wrapped.getWrappedEndpoint() : endpoint;
        Client client = clients.get(application);
        Bus bus = getManager().getBus();
        PhaseInterceptorChain chain = cache.get(
                bus.getExtension(PhaseManager.class).getOutPhases(),
                bus.getOutInterceptors(),
                client == null ? List.of() : client.getOutInterceptors(),
                application.getOutInterceptors(),
                application.getBinding().getOutInterceptors());
        for (Interceptor<?> interceptor : chain) {
            if (interceptor instanceof RMSoapOutInterceptor) {
                return chain;
            }
        }
        throw new IllegalStateException("the endpoint has no WS-RM to send a recovered message with");
    }
}
