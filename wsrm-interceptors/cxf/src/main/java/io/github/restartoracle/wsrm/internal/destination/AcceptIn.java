package io.github.restartoracle.wsrm.internal.destination;

import io.github.restartoracle.internal.inbound.Received;
import io.github.restartoracle.wsrm.internal.rm.RmHeaders;
import java.util.Collection;
import java.util.List;
import org.apache.cxf.Bus;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.binding.soap.interceptor.MustUnderstandInterceptor.MustUnderstandEndingInterceptor;
import org.apache.cxf.continuations.SuspendedInvocationException;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.interceptor.InterceptorChain;
import org.apache.cxf.message.Message;
import org.apache.cxf.ws.rm.DestinationSequence;
import org.apache.cxf.ws.rm.RMConstants;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMException;
import org.apache.cxf.ws.rm.RMInInterceptor;
import org.apache.cxf.ws.rm.SequenceFault;
import org.apache.cxf.ws.rm.Source;
import org.apache.cxf.ws.rm.v200702.SequenceAcknowledgement;

/** CXF's interceptor, with another way of accepting messages. Thread-safe. */
final class AcceptIn extends RMInInterceptor {
    private static final String SUSPENDED_AFTER_THIS = "suspend.chain.on.current.interceptor";

    private final Acceptance acceptance;
    private final DeliveryQueue queue;
    private final DestinationTimer timer;
    private final AckRequests acks;
    private final SequenceAdmission admission;
    private final InvalidMessages invalid;

    AcceptIn(
            Bus bus,
            Acceptance acceptance,
            DeliveryQueue queue,
            DestinationTimer timer,
            AckRequests acks,
            SequenceAdmission admission,
            InvalidMessages invalid) {
        setBus(bus);
        this.acceptance = acceptance;
        this.queue = queue;
        this.timer = timer;
        this.acks = acks;
        this.admission = admission;
        this.invalid = invalid;
    }

    @Override
    public void handleMessage(Message message) {
        queue.running.incrementAndGet();
        try {
            process(message);
        } finally {
            DeliveryRun run = DeliveryRun.in(message);
            if (run == null || !run.isSuspended() || run.isHandedOver()) {
                queue.running.decrementAndGet();
            }
            if (run != null && !run.isHandedOver()) {
                run.endTurn();
            }
        }
    }

    private void process(Message message) {
        super.handleMessage(message);
        timer.received(message);
        DeliveryRun run = DeliveryRun.in(message);
        if (run != null) {
            processRest(message, run);
        } else if (Acceptance.isAborted(message)) {
            Input.free(message);
        } else {
            Input.release(message);
        }
    }

    /** Runs the rest of the chain, so that its end is known in every case: an {@link Error} unwinds no interceptor. */
    private void processRest(Message message, DeliveryRun run) {
        InterceptorChain chain = message.getInterceptorChain();
        chain.pause();
        boolean over = true;
        try {
            chain.resume();
        } catch (SuspendedInvocationException e) {
            over = !run.suspend();
            message.put(SUSPENDED_AFTER_THIS, true);
            throw e;
        } catch (Error e) {
            run.failed(e);
            throw new Fault(e);
        } finally {
            run.failed(message.getContent(Exception.class));
            if (over && !run.isHandedOver()) {
                DeliveryScope.end(message);
                run.answered();
                if (run.message != null && run.message.kind() == Received.Kind.ONE_WAY) {
                    // A further delivery must not see that this one was to be answered last, or that a fault before it
                    // has made the exchange two-way.
                    message.put(Message.ROBUST_ONEWAY, false);
                    message.getExchange().setOneWay(true);
                }
                queue.ended(run);
            }
        }
    }

    @Override
    protected void handle(Message message) throws RMException {
        try {
            if (RMContextUtils.isServerSide(message)) {
                handleRequest(message);
            } else {
                handleAnswer(message);
            }
        } catch (SequenceFault fault) {
            throw invalid.fault((SoapMessage) message, fault);
        }
    }

    private void handleRequest(Message message) throws SequenceFault, RMException {
        DestinationSequence sequence = RmHeaders.received(getManager(), message);
        if (sequence == null) {
            handleAsCxf(message);
            return;
        }
        if (queue.isClosing()) {
            throw shutDown(message);
        }
        refuseUnknownHeaders(message);
        ignoreUnknownAcknowledgements(message);
        admission.used(sequence, message);
        long number = number(message);
        acks.answeredAfter(message, () -> acceptance.accept(sequence, number, message, () -> handleAsCxf(message)));
    }

    /**
     * Takes out acknowledgements of sequences that are not known here: of those for answers that this process had before it was
     * restarted, or that another process of its address has. CXF would refuse the message that brings them, again and again.
     */
    private void ignoreUnknownAcknowledgements(Message message) throws RMException {
        Collection<SequenceAcknowledgement> received = RmHeaders.acknowledgements(message, false);
        if (received.isEmpty()) {
            return;
        }
        Source source = getManager().getSource(message);
        List<SequenceAcknowledgement> known = received.stream()
                .filter(each -> source.getSequence(each.getIdentifier()) != null)
                .toList();
        if (known.size() < received.size()) {
            RMContextUtils.retrieveRMProperties(message, false).setAcks(known);
        }
    }

    /**
     * Drops a copy of an answer. CXF would look for the connection of a request, which no answer has.
     *
     * <p>No answer waits for those before it: each has a caller of its own. CXF would let the answer, and a thread, wait for ever
     * behind one that was lost with its process.
     */
    private void handleAnswer(Message message) throws SequenceFault, RMException {
        DestinationSequence sequence = RmHeaders.received(getManager(), message);
        if (sequence != null && Acceptance.dropsCopies(sequence) && sequence.isAcknowledged(number(message))) {
            acks.answeredAfter(message, () -> Acceptance.withoutSequence(message, () -> handleAsCxf(message)));
            acks.answer(sequence, message);
            message.getInterceptorChain().abort();
        } else if (sequence != null && CxfSequence.configuration(sequence).isInOrder()) {
            acks.answeredAfter(message, () -> {
                Acceptance.withoutSequence(message, () -> handleAsCxf(message));
                Acceptance.acknowledge(sequence, message);
            });
        } else {
            acks.answeredAfter(message, () -> handleAsCxf(message));
        }
    }

    private static long number(Message message) {
        return RMContextUtils.retrieveRMProperties(message, false).getSequence().getMessageNumber();
    }

    /** Refuses a header that must be understood and is not. CXF does so after it has acknowledged the message. */
    private static void refuseUnknownHeaders(Message message) {
        if (message instanceof SoapMessage soap) {
            try {
                new MustUnderstandEndingInterceptor().handleMessage(soap);
            } catch (Fault unknown) {
                Refusal.answerAtOnce(message);
                throw unknown;
            }
        }
    }

    private void handleAsCxf(Message message) throws SequenceFault, RMException {
        try {
            super.handle(message);
        } catch (SequenceFault fault) {
            if (RMConstants.UNKNOWN_SEQUENCE_FAULT_CODE.equals(
                    fault.getFaultCode().getLocalPart())) {
                if (queue.isClosing()) {
                    // CXF has forgotten the sequences of the endpoint, but the next process may know them.
                    throw shutDown(message);
                }
                // Otherwise CXF answers one-way messages with no fault, and the source goes on for ever. A stranger can
                // make up a sequence, so the fault goes back on the connection.
                message.put(Message.ROBUST_ONEWAY, true);
                RMContextUtils.retrieveMAPs(message, false, false).setFaultTo(null);
            }
            throw fault;
        }
    }

    private static Fault shutDown(Message message) {
        return Refusal.later(message, "the process is being shut down");
    }
}
