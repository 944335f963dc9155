package io.github.restartoracle.wsrm.internal.sequence;

import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.internal.log.Logs;
import io.github.restartoracle.wsrm.internal.rm.SequenceRequests;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import javax.management.JMException;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.ExchangeImpl;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.ws.rm.ManagedRMEndpoint;
import org.apache.cxf.ws.rm.ProtocolVariation;
import org.apache.cxf.ws.rm.RMConfiguration;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMException;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.RMProperties;
import org.apache.cxf.ws.rm.Source;
import org.apache.cxf.ws.rm.SourceSequence;
import org.apache.cxf.ws.rm.WrappedEndpoint;
import org.apache.cxf.ws.rm.manager.SourcePolicyType;
import org.apache.cxf.ws.rm.persistence.RMMessage;
import org.apache.cxf.ws.rm.v200702.Identifier;
import org.apache.cxf.ws.rm.v200702.TerminateSequenceType;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * The sequence into which the next call of an endpoint to an address goes. CXF has one for an endpoint, whatever the
 * addresses of its calls are. Thread-safe.
 */
public final class CurrentSequence {
    /** The key of the number of a call in its message, until the call is stored. */
    public static final String CALL = CallNumbers.Call.class.getName();

    private static final Logger LOG = Logs.of(CurrentSequence.class);

    private final RMManager manager;
    private final NanoClock clock;

    /** Creates the table of a bus; the clock measures the time for which calls are written. */
    public CurrentSequence(RMManager manager, NanoClock clock) {
        this.manager = manager;
        this.clock = clock;
    }

    /**
     * Returns whether CXF is configured to make no restart ({@code maxRetries} 0), so that callers expect exceptions
     * for failures.
     */
    public static boolean triesOnce(RMManager manager) {
        SourcePolicyType source = manager.getSourcePolicy();
        return source != null
                && source.getRetryPolicy() != null
                && source.getRetryPolicy().getMaxRetries() == 0;
    }

    /** Returns the sequence into which a call goes, under the monitor of the source; null if one is to be created. */
    private static @Nullable SourceSequence ready(Source source, Message message) {
        SourceSequence sequence = current(source, message);
        return sequence == null || hasExpired(sequence) ? null : sequence;
    }

    private static @Nullable SourceSequence current(Source source, Message message) {
        SourceSequence ofEndpoint = ofEndpoint(source);
        String address = address(message);
        if (ofEndpoint != null
                && (ofEndpoint.getTarget() == null
                        || address.equals(ofEndpoint.getTarget().getAddress().getValue()))) {
            return ofEndpoint;
        }
        CallNumbers numbers = all(message).get(address);
        return numbers == null ? null : source.getSequence(numbers.sequence());
    }

    private static @Nullable SourceSequence ofEndpoint(Source source) {
        try {
            // CXF's own accessor is not public, its management view is; it throws if there is none.
            String current = new ManagedRMEndpoint(source.getReliableEndpoint()).getCurrentSourceSequenceId();
            return source.getSequence(identifier(current));
        } catch (JMException none) {
            return null;
        }
    }

    /** Returns the identifier of a sequence as CXF has it. */
    public static Identifier identifier(String value) {
        Identifier identifier = new Identifier();
        identifier.setValue(value);
        return identifier;
    }

    private static String address(Message message) {
        return String.valueOf(
                RMContextUtils.retrieveMAPs(message, false, true).getTo().getValue());
    }

    /** Returns the numbers of the current sequences of an endpoint, which holds them, by address. */
    @SuppressWarnings("unchecked") // no other object has that key
    private static Map<String, CallNumbers> all(Message message) {
        return (Map<String, CallNumbers>) message.getExchange()
                .getEndpoint()
                .computeIfAbsent(CallNumbers.class.getName(), key -> new ConcurrentHashMap<>());
    }

    /** Lets later calls use a new sequence, unless they do already. */
    public void leave(Message sent, String sequence) {
        all(sent).values().removeIf(numbers -> numbers.sequence().getValue().equals(sequence));
        try {
            Source source = manager.getSource(sent);
            SourceSequence current = ofEndpoint(source);
            if (current != null && sequence.equals(current.getIdentifier().getValue())) {
                source.setCurrent(null);
            }
        } catch (RMException e) {
            LOG.warn("Sequence {} may still be used, although its destination has left it", sequence, e);
        }
    }

    @SuppressWarnings("JavaUtilDate") // CXF's type.
    private static boolean hasExpired(SourceSequence sequence) {
        return sequence.getExpires() != null
                && sequence.getExpires().toInstant().isBefore(Instant.now());
    }

    /**
     * Creates the sequence unless there is one, which waits for the network. Not to be called by several threads for one endpoint
     * and address.
     *
     * @return false if there was one
     */
    public boolean create(Message message) throws RMException {
        Source source = manager.getSource(message);
        synchronized (source) {
            if (ready(source, message) != null) {
                return false;
            }
        }
        RMConfiguration configuration = manager.getEffectiveConfiguration(message);
        expose(message, configuration);
        Exchange exchange = new ExchangeImpl();
        CallContext.of(message)
                .during(() -> SequenceRequests.create(
                        source, message, exchange, created -> numbers(message, created, configuration.isInOrder())));
        CallContext.shareToken(exchange, message.getExchange());
        return true;
    }

    /**
     * Gives a message the number that it will have if no call before it fails.
     *
     * @param message a call with addressing and RM properties; the latter get the number
     * @return false if there is no sequence
     */
    public boolean number(Message message) throws RMException {
        Source source = manager.getSource(message);
        // As CXF does it: the number that was assigned last is part of the state of the sequence.
        synchronized (source) {
            SourceSequence sequence = ready(source, message);
            if (sequence != null) {
                enter(sequence, message);
            }
            return sequence != null;
        }
    }

    private void enter(SourceSequence sequence, Message message) {
        RMConfiguration configuration = manager.getEffectiveConfiguration(message);
        expose(message, configuration);
        boolean last = Boolean.TRUE.equals(message.getContextualProperty(RMManager.WSRM_LAST_MESSAGE_PROPERTY));
        contexts(message.getExchange().getEndpoint()).put(sequence, CallContext.of(message));
        RMProperties properties = RMContextUtils.retrieveRMProperties(message, true);
        CallNumbers.Call call =
                numbers(message, sequence, configuration.isInOrder()).enter(sequence);
        message.put(CALL, call);
        reach(call, last);
        properties.setSequence(sequence);
        properties.getSequence().setMessageNumber(call.value());
        if (sequence.isLastMessage()) {
            leave(message, sequence.getIdentifier().getValue());
        }
    }

    private static void reach(CallNumbers.Call call, boolean last) {
        SourceSequence sequence = call.sequence;
        while (sequence.getCurrentMessageNr() < call.value() || (last && !sequence.isLastMessage())) {
            sequence.nextMessageNumber(null, 0, last);
        }
    }

    private CallNumbers numbers(Message message, SourceSequence sequence, boolean inOrder) {
        CallNumbers present = all(message).get(address(message));
        if (present != null && present.areOf(sequence)) {
            return present;
        }
        CallNumbers numbers = new CallNumbers(manager, clock, sequence, inOrder);
        all(message).put(address(message), numbers);
        return numbers;
    }

    /** Gives the context of a call, its own or the last of its sequence, to a message that is a request of WS-RM. */
    public void giveContext(Message request) {
        if (!(request.getExchange().getEndpoint() instanceof WrappedEndpoint endpoint)
                || !MessageUtils.isRequestor(request)) {
            return;
        }
        CallContext context = CallContext.current();
        if (context == null) {
            SourceSequence sequence = sequence(request);
            context = sequence == null
                    ? null
                    : contexts(endpoint.getWrappedEndpoint()).get(sequence);
        }
        if (context != null) {
            context.giveTo(request);
        }
    }

    /** Returns the contexts of the last calls of the sequences of an endpoint, which holds them. */
    @SuppressWarnings("unchecked") // no other object has that key
    private static Map<SourceSequence, CallContext> contexts(Endpoint application) {
        return (Map<SourceSequence, CallContext>) application.computeIfAbsent(
                CallContext.class.getName(), key -> Collections.synchronizedMap(new WeakHashMap<>()));
    }

    /** Returns a sequence that equals the one that a request ends; null if it ends none. */
    private static @Nullable SourceSequence sequence(Message request) {
        if (request.get(SourceSequence.class.getName()) instanceof SourceSequence closed) {
            return closed;
        }
        List<?> parameters = request.getContent(List.class);
        Object parameter = parameters == null || parameters.isEmpty() ? null : parameters.get(0);
        Identifier ended = null;
        if (parameter instanceof TerminateSequenceType terminated) {
            ended = terminated.getIdentifier();
        } else if (parameter instanceof org.apache.cxf.ws.rm.v200502.TerminateSequenceType terminated) {
            ended = identifier(terminated.getIdentifier().getValue());
        }
        return ended == null ? null : new SourceSequence(ended, ProtocolVariation.RM11WSA200508);
    }

    /** Takes back the number of a call that could not be captured. The calls behind it move up. Has no effect if it was stored. */
    public void release(Message message) {
        if (message.remove(CALL) instanceof CallNumbers.Call call) {
            call.numbers.leave(call);
        }
    }

    /**
     * Stores a call that was captured, in the order of the numbers of its sequence. The number in its RM properties is
     * final when this returns: it is lower than before if a call before it has failed, and higher if others have overtaken
     * it.
     *
     * @param row the message to be stored; null if there is no store. Its number is set
     */
    public void store(Message message, @Nullable RMMessage row, Predicate<RuntimeException> sentAnyway) {
        if (!(message.remove(CALL) instanceof CallNumbers.Call call)) {
            throw new IllegalStateException("the call has no number yet, or was stored before");
        }
        call.numbers.store(call, row, sentAnyway);
        if (call.sequence.getCurrentMessageNr() < call.value()) {
            // It has come behind calls that began later. In all other cases no call waits here for a sequence that is
            // being created.
            synchronized (call.sequence.getSource()) {
                reach(call, false);
            }
        }
        RMContextUtils.retrieveRMProperties(message, true).getSequence().setMessageNumber(call.value());
    }

    private static void expose(Message message, RMConfiguration configuration) {
        RMContextUtils.setProtocolVariation(message, configuration.getProtocolVariation());
        RMContextUtils.retrieveMAPs(message, false, true).exposeAs(configuration.getAddressingNamespace());
    }
}
