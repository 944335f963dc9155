package io.github.restartoracle.wsrm.destination;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.cxf.Bus;
import org.apache.cxf.continuations.SuspendedInvocationException;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.interceptor.InterceptorChain;
import org.apache.cxf.message.Message;
import org.apache.cxf.ws.addressing.ContextUtils;
import org.apache.cxf.ws.rm.DestinationSequence;
import org.apache.cxf.ws.rm.RMConstants;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMException;
import org.apache.cxf.ws.rm.RMInInterceptor;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.RMProperties;
import org.apache.cxf.ws.rm.SequenceFault;
import org.apache.cxf.ws.rm.v200702.AckRequestedType;
import org.apache.cxf.ws.rm.v200702.SequenceType;
import org.jspecify.annotations.Nullable;

/**
 * CXF's interceptor, with another way of accepting messages, and entered by one copy of a message at a time: CXF asks whether
 * a message was acknowledged and acknowledges it in two steps, so that two copies which arrive together both pass. Thread-safe.
 */
final class AcceptIn extends RMInInterceptor {
    private static final String SUSPENDED_AFTER_THIS = "suspend.chain.on.current.interceptor";

    private record Key(String sequence, long number) {}

    /** A lock that is kept while somebody holds it or waits for it. */
    private static final class Counted extends ReentrantLock {
        private static final long serialVersionUID = 1L;

        int users;
    }

    private final RMManager manager;
    private final Acceptance acceptance;
    private final DeliveryQueue queue;
    private final DestinationTimer timer;
    private final AckRequests acks;
    private final SequenceAdmission admission;
    private final Map<Key, Counted> locks = new ConcurrentHashMap<>();

    AcceptIn(
            Bus bus,
            Acceptance acceptance,
            DeliveryQueue queue,
            DestinationTimer timer,
            AckRequests acks,
            SequenceAdmission admission) {
        setBus(bus);
        this.manager = bus.getExtension(RMManager.class);
        this.acceptance = acceptance;
        this.queue = queue;
        this.timer = timer;
        this.acks = acks;
        this.admission = admission;
    }

    @Override
    public void handleMessage(Message message) {
        queue.running.begin();
        try {
            process(message);
        } finally {
            Undelivered accepted = Undelivered.of(message);
            if (accepted == null || !accepted.isParked() || accepted.isHandedOver()) {
                queue.running.end();
            }
        }
    }

    private void process(Message message) {
        super.handleMessage(message);
        timer.received(message.getExchange().getEndpoint());
        Undelivered accepted = Undelivered.of(message);
        if (accepted == null) {
            AttachmentsIn.release(message);
        } else {
            processRest(message, accepted);
        }
    }

    /** Runs the rest of the chain, so that its end is known whatever it is: an {@link Error} unwinds no interceptor. */
    private void processRest(Message message, Undelivered accepted) {
        InterceptorChain chain = message.getInterceptorChain();
        chain.pause();
        boolean over = true;
        try {
            chain.resume();
        } catch (SuspendedInvocationException e) {
            over = false;
            accepted.markParked();
            message.put(SUSPENDED_AFTER_THIS, true);
            throw e;
        } catch (Error e) {
            accepted.failed(e);
            throw new Fault(e);
        } finally {
            accepted.failed(message.getContent(Exception.class));
            if (over && !accepted.isHandedOver()) {
                DeliveryScope.end(message);
                acceptance.answered(message, accepted);
                queue.ended(accepted);
            }
        }
    }

    @Override
    protected void handle(Message message) throws SequenceFault, RMException {
        DestinationSequence sequence = RMContextUtils.isServerSide(message) ? sequence(message) : null;
        if (sequence == null) {
            handleAsCxf(message);
            return;
        }
        if (queue.running.isClosing()) {
            throw shutDown(message);
        }
        admission.used(sequence, message);
        SequenceType header =
                RMContextUtils.retrieveRMProperties(message, false).getSequence();
        Key key = new Key(sequence.getIdentifier().getValue(), header.getMessageNumber());
        Counted lock = locks.compute(key, (k, present) -> {
            Counted counted = present == null ? new Counted() : present;
            counted.users++;
            return counted;
        });
        List<AckRequestedType> requests = AckRequests.take(message);
        lock.lock();
        try {
            acceptance.accept(sequence, key.number(), message, this::handleAsCxf);
        } finally {
            lock.unlock();
            AckRequests.giveBack(message, requests);
            locks.compute(key, (k, present) -> --lock.users == 0 ? null : lock);
        }
        acks.answer(message, requests);
    }

    private void handleAsCxf(Message message) throws SequenceFault, RMException {
        try {
            super.handle(message);
        } catch (SequenceFault fault) {
            if (RMConstants.UNKNOWN_SEQUENCE_FAULT_CODE.equals(
                    fault.getFaultCode().getLocalPart())) {
                if (queue.running.isClosing()) {
                    // CXF has forgotten the sequences of the endpoint, which the next process may know.
                    throw shutDown(message);
                }
                // Otherwise CXF answers one-way messages with no fault, and the source goes on for ever.
                message.put(Message.ROBUST_ONEWAY, true);
            }
            throw fault;
        }
    }

    private static Fault shutDown(Message message) {
        return Refusal.later(message, "the process is being shut down");
    }

    /** The sequence of a message with a number; null if there is none, or it is unknown here. */
    private @Nullable DestinationSequence sequence(Message message) throws RMException {
        RMProperties properties = RMContextUtils.retrieveRMProperties(message, false);
        SequenceType header = properties == null ? null : properties.getSequence();
        Endpoint endpoint = message.getExchange().getEndpoint();
        if (header == null
                || header.getMessageNumber() == null
                || header.getIdentifier() == null
                || ContextUtils.retrieveMAPs(message, false, false, false) == null
                // Asking for the destination would make what a first message does not find.
                || manager.findReliableEndpoint(endpoint.getService().getName()) == null) {
            return null;
        }
        return manager.getDestination(message).getSequence(header.getIdentifier());
    }
}
