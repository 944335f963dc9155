package io.github.restartoracle.wsrm.internal.replay;

import io.github.restartoracle.internal.inbound.KeptResponses;
import io.github.restartoracle.status.MessageId;
import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.internal.destination.Input;
import io.github.restartoracle.wsrm.internal.destination.ReceivingSide;
import io.github.restartoracle.wsrm.internal.destination.Refusal;
import io.github.restartoracle.wsrm.internal.log.Logs;
import io.github.restartoracle.wsrm.internal.rm.RmHeaders;
import io.github.restartoracle.wsrm.internal.runtime.ChainStep;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.cxf.Bus;
import org.apache.cxf.binding.soap.SoapFault;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.continuations.Continuation;
import org.apache.cxf.continuations.ContinuationProvider;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.phase.PhaseInterceptor;
import org.apache.cxf.transport.Conduit;
import org.apache.cxf.ws.addressing.AddressingProperties;
import org.apache.cxf.ws.addressing.ContextUtils;
import org.apache.cxf.ws.addressing.MAPAggregator;
import org.apache.cxf.ws.rm.Destination;
import org.apache.cxf.ws.rm.DestinationSequence;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMException;
import org.apache.cxf.ws.rm.RMInInterceptor;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.v200702.Identifier;
import org.apache.cxf.ws.rm.v200702.SequenceType;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Answers a restarted request with the response that was kept. A request that is no copy, but has the number of one, gets a
 * fault. A copy that comes while the service is still being invoked waits for the response of that invocation, without a thread
 * if the transport supports that. CXF would acknowledge it, and a source that gets this acknowledgement sends no further
 * copy.
 *
 * <p>Thread-safe.
 */
public final class ReplayIn extends AbstractPhaseInterceptor<Message> {
    /** A response that can be sent again to the source of a restarted request. Immutable, and thread-safe. */
    interface KeptResponse {
        void send(Exchange exchange, Conduit back) throws IOException;
    }

    private static final String REQUEST = ReplayIn.class.getName() + ".request";
    private static final String INVOKED = ReplayIn.class.getName() + ".invoked";

    private static final Logger LOG = Logs.of(ReplayIn.class);
    private static final String WAITING = ReplayIn.class.getName() + ".WAITING";

    /** The maximum memory of all responses of a bus. */
    private static final long MOST_BYTES = 16L << 20;

    /** The time for which a response is kept. */
    private static final Duration MOST_AGE = Duration.ofMinutes(10);

    /** The time for which a copy waits for the end of the invocation. */
    private static final long MOST_WAIT_MILLIS = TimeUnit.SECONDS.toMillis(60);

    private final RMManager manager;
    private final KeptResponses<KeptResponse> responses;
    private final NanoClock clock;

    private ReplayIn(RMManager manager, KeptResponses<KeptResponse> responses, NanoClock clock) {
        super(Phase.PRE_LOGICAL);
        addBefore(RMInInterceptor.class.getName());
        addBefore(ReceivingSide.ACCEPTANCE);
        addBefore(MAPAggregator.class.getName());
        this.manager = manager;
        this.responses = responses;
        this.clock = clock;
    }

    /**
     * Has a bus keep the responses to reliable requests, and send them again when their requests are restarted. Responses live
     * in memory, so that they do not survive the process. Responses that go to an address of their source are left alone:
     * these are messages of a sequence of their own, which the retransmission queue restarts.
     */
    public static void install(Bus bus, RMManager manager, NanoClock clock) {
        KeptResponses<KeptResponse> responses = new KeptResponses<>(MOST_BYTES, MOST_AGE, clock.nanoTime());
        KeepOut keep = new KeepOut(responses);
        bus.getInInterceptors().add(new ReplayIn(manager, responses, clock));
        bus.getOutInterceptors().add(keep);
        bus.getOutFaultInterceptors().addAll(List.of(keep, KeepOut.lost(responses)));
    }

    @Override
    public Collection<PhaseInterceptor<? extends Message>> getAdditionalInterceptors() {
        return List.of(new ChainStep(INVOKED, Phase.PRE_INVOKE, this::invoked), Fingerprint.reading());
    }

    @Override
    public void handleMessage(Message message) {
        SequenceType header = RmHeaders.sequence(message, false);
        Destination destination = destination(message);
        if (header == null || destination == null) {
            return;
        }
        Identifier identifier = header.getIdentifier();
        DestinationSequence sequence = destination.getSequence(identifier);
        if (sequence == null) {
            return;
        }
        long number = header.getMessageNumber();
        MessageId key = new MessageId(identifier.getValue(), number);
        // In this order: the original arrives before it is acknowledged, so that its response is not taken for
        // forgotten.
        boolean accepted = sequence.isAcknowledged(number);
        if (key.equals(request(message)) || (accepted && !responses.contains(key))) {
            // The same copy, which was suspended before, or a copy whose response is forgotten.
            return;
        }
        String fingerprint = Fingerprint.of(message);
        if (fingerprint == null) {
            return;
        }
        Input.complete(message);
        switch (responses.arrive(
                key, fingerprint, () -> destination.getSequence(identifier) == null, clock.nanoTime())) {
            case NEW -> goOn(message, key);
            case RUNNING -> await(message, key);
            case ANSWERED -> replay(message, key);
            case ANOTHER -> throw another(message, number);
        }
    }

    /**
     * Lets the chain go on, which may deliver this copy. It is refused if another one is accepted before it, on a transport on
     * which it could wait: the acknowledgement would end the restarts of a source whose caller needs the response.
     */
    private static void goOn(Message message, MessageId key) {
        message.getExchange().put(REQUEST, key);
        if (message.get(ContinuationProvider.class.getName()) != null) {
            message.put(Refusal.IF_ACCEPTED, key);
        }
    }

    /** Lets a copy go on that cannot wait for the response: any of those that go on may be delivered. */
    private void goOnBeside(Message message, MessageId key) {
        if (responses.goesOn(key)) {
            goOn(message, key);
        } else {
            // All others were refused meanwhile.
            handleMessage(message);
        }
    }

    private static Fault another(Message message, long number) {
        LOG.debug("Another request has come under the number {}", number);
        Refusal.answerAtOnce(message);
        return new SoapFault(
                "message " + number + " of this sequence was another request",
                ((SoapMessage) message).getVersion().getSender());
    }

    /** Returns the name of the request of an exchange; null if its response is not kept. */
    static @Nullable MessageId request(Message message) {
        return (MessageId) message.getExchange().get(REQUEST);
    }

    /** Returns the destination of a request whose response goes back on its connection; null if it is no such request. */
    private @Nullable Destination destination(Message message) {
        AddressingProperties maps = ContextUtils.retrieveMAPs(message, false, false, false);
        if (maps == null
                || message.getExchange().isOneWay()
                || !RMContextUtils.isServerSide(message)
                || RMContextUtils.isRMProtocolMessage(RmHeaders.action(message, false))
                || !ContextUtils.isGenericAddress(maps.getReplyTo())) {
            return null;
        }
        try {
            return RmHeaders.destination(manager, message);
        } catch (RMException e) {
            throw new Fault(e);
        }
    }

    private void await(Message message, MessageId key) {
        ContinuationProvider provider = (ContinuationProvider) message.get(ContinuationProvider.class.getName());
        Continuation continuation = provider == null ? null : provider.getContinuation();
        if (continuation == null) {
            goOnBeside(message, key);
            return;
        }
        if (message.remove(WAITING) instanceof Runnable waited) {
            // The time is over.
            responses.stopWaiting(key, waited);
            goOnBeside(message, key);
            return;
        }
        // The copy resumes when the response is there, but not before it is suspended.
        AtomicInteger missing = new AtomicInteger(2);
        Runnable resume = () -> {
            if (missing.decrementAndGet() == 0) {
                continuation.resume();
            }
        };
        if (!responses.await(key, resume)) {
            replay(message, key);
        } else if (continuation.suspend(MOST_WAIT_MILLIS)) {
            message.put(WAITING, resume);
            resume.run();
        } else {
            responses.stopWaiting(key, resume);
            goOnBeside(message, key);
        }
    }

    /** Sends the response again, if there is one. */
    private void replay(Message message, MessageId key) {
        KeptResponse response = responses.response(key);
        if (response == null) {
            goOnBeside(message, key);
            return;
        }
        LOG.debug("The response to {} is sent again", key);
        Exchange exchange = message.getExchange();
        message.getInterceptorChain().abort();
        Input.free(message);
        try {
            response.send(exchange, exchange.getDestination().getBackChannel(message));
        } catch (IOException e) {
            // The source will send the request again.
            LOG.debug("The response to {} could not be sent again", key, e);
        }
    }

    /** Forgets a request that is refused, itself or with its sequence: it is new when it comes again. */
    @Override
    public void handleFault(Message message) {
        MessageId key = request(message);
        if (key != null) {
            if (!Boolean.TRUE.equals(message.get(INVOKED))) {
                message.getExchange().remove(REQUEST);
            }
            responses.refused(key);
        }
    }

    /** Notes that the service is about to be invoked. */
    private void invoked(Message message) {
        MessageId key = request(message);
        if (key != null) {
            message.put(INVOKED, true);
            responses.invoked(key);
        }
    }
}
