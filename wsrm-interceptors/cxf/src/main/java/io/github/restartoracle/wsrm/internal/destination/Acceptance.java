package io.github.restartoracle.wsrm.internal.destination;

import io.github.restartoracle.internal.inbound.Act;
import io.github.restartoracle.internal.inbound.ArrivalDecision;
import io.github.restartoracle.internal.inbound.Received;
import io.github.restartoracle.internal.inbound.Received.Kind;
import io.github.restartoracle.internal.inbound.Room;
import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.internal.echo.Arrival;
import io.github.restartoracle.wsrm.internal.log.Logs;
import io.github.restartoracle.wsrm.internal.rm.CxfInternals;
import io.github.restartoracle.wsrm.internal.rm.RmHeaders;
import io.github.restartoracle.wsrm.internal.runtime.ThrottledWarning;
import io.github.restartoracle.wsrm.recovery.SequenceTakenException;
import io.github.restartoracle.wsrm.recovery.StoreFailedException;
import java.io.IOException;
import java.util.Objects;
import org.apache.cxf.continuations.ContinuationProvider;
import org.apache.cxf.interceptor.InterceptorChain;
import org.apache.cxf.interceptor.OneWayProcessorInterceptor;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.ws.addressing.ContextUtils;
import org.apache.cxf.ws.rm.DestinationSequence;
import org.apache.cxf.ws.rm.RMConfiguration.DeliveryAssurance;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMException;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.RMProperties;
import org.apache.cxf.ws.rm.SequenceFault;
import org.apache.cxf.ws.rm.v200702.CloseSequenceType;
import org.apache.cxf.ws.rm.v200702.SequenceType;
import org.slf4j.Logger;

/**
 * Accepts messages: stores them, then acknowledges them, and leaves their delivery to {@link DeliveryQueue}.
 *
 * <p>It differs from CXF in two respects:
 *
 * <ul>
 *   <li>CXF notes a message as acknowledged and then stores it. An acknowledgement that is sent in between covers a message
 *       that is not safe.
 *   <li>In order, CXF keeps the request of an early message open until the message is next, and forgets that request when a
 *       copy comes. Here a message is accepted at any time, and waits for the messages before it where it needs no request.
 * </ul>
 *
 * <p>Thread-safe.
 */
final class Acceptance {
    private static final Logger LOG = Logs.of(Acceptance.class);

    /** A step on the way of a message, such as its processing by CXF. */
    interface Step {
        void run() throws SequenceFault, RMException;
    }

    private interface Accepting {
        /** Returns false if CXF has ended the request, so that the message counts as not received. */
        boolean accept(DeliveryRun run) throws SequenceFault, RMException;
    }

    private final RMManager manager;
    private final DeliveryQueue queue;
    private final AckRequests acks;
    private final Arrivals arrivals;
    private final ThrottledWarning storeWarning;

    Acceptance(RMManager manager, DeliveryQueue queue, AckRequests acks, InvalidMessages invalid, NanoClock clock) {
        this.manager = manager;
        this.queue = queue;
        this.acks = acks;
        this.arrivals = new Arrivals(queue, invalid, clock);
        this.storeWarning = new ThrottledWarning(LOG, clock);
    }

    /** Accepts a message, or drops a copy. A message that is refused with a fault counts as not received. */
    void accept(DestinationSequence sequence, long number, Message message, Step cxf)
            throws SequenceFault, RMException {
        if (RMContextUtils.isRMProtocolMessage(RmHeaders.action(message, false))) {
            // It is not delivered, so it need not wait for the messages before it.
            CxfInternals.openFor(sequence, number);
            // The last message of WS-RM 1.0 asks for an acknowledgement, which CXF sends at once.
            withoutEnd(sequence, message, cxf);
            if (RMContextUtils.retrieveRMProperties(message, false).getCloseSequence() != null) {
                acks.answer(sequence, message);
            }
            return;
        }
        // Before the decision: copies wait while a message is being accepted, and its request may be cut.
        Input.complete(message);
        Content content = new Content(
                sequence, number, queue.workers(message.getExchange().getEndpoint()), message);
        if (MessageUtils.getContextualBoolean(message, Message.ROBUST_ONEWAY, false)) {
            acceptByDelivery(content, message, cxf);
        } else if (message.getExchange().isOneWay()) {
            acceptOneWay(content, message, cxf);
        } else {
            acceptTwoWay(content, message, cxf);
        }
    }

    /** Runs a step in which CXF does not see that a message is the last one: CXF would acknowledge it itself, at once. */
    private static void withoutEnd(DestinationSequence sequence, Message message, Step step)
            throws SequenceFault, RMException {
        RMProperties properties = RMContextUtils.retrieveRMProperties(message, false);
        CloseSequenceType close = properties.getCloseSequence();
        properties.setCloseSequence(null);
        try {
            step.run();
        } finally {
            properties.setCloseSequence(close);
        }
        if (close != null) {
            CxfInternals.setLast(sequence, properties.getSequence().getMessageNumber());
        }
    }

    /** Returns whether CXF drops a message that has arrived before. */
    static boolean dropsCopies(DestinationSequence sequence) {
        DeliveryAssurance assurance = CxfSequence.configuration(sequence).getDeliveryAssurance();
        return assurance == DeliveryAssurance.EXACTLY_ONCE || assurance == DeliveryAssurance.AT_MOST_ONCE;
    }

    private void acceptByDelivery(Content content, Message message, Step cxf) throws SequenceFault, RMException {
        DestinationSequence sequence = content.sequence;
        Arrivals.Arrived arrived = arrivals.decide(content, message, Kind.TENTATIVE, 0);
        Received<Content> first = arrived.message();
        if (first == null) {
            CxfInternals.closeFor(sequence, content.number);
            if (arrived.decision() == ArrivalDecision.BESIDE) {
                DeliveryRun.ofCopy(content, 0).attach(message);
            } else {
                // CXF delivers a robust message while it answers, even a copy that it has dropped.
                message.put(Message.ROBUST_ONEWAY, false);
            }
            cxf.run();
        } else {
            CxfInternals.openFor(sequence, content.number);
            accept(first, message, run -> {
                cxf.run();
                return !isAborted(message);
            });
        }
    }

    private void acceptTwoWay(Content content, Message message, Step cxf) throws SequenceFault, RMException {
        Received<Content> first =
                arrivals.decide(content, message, Kind.ANSWERED, 0).message();
        if (first == null) {
            Object unanswered = message.get(Refusal.IF_ACCEPTED);
            if (unanswered != null) {
                throw Refusal.later(message, "the response to message " + unanswered + " is not there yet");
            }
            CxfInternals.closeFor(content.sequence, content.number);
            if (!ContextUtils.isAnonymousAddress(content.sequence.getAcksTo())) {
                // CXF leaves that to an answer at the same address, but there may be none any more.
                acknowledgeAgain(content, message);
            }
            cxf.run();
        } else {
            // WS-Addressing would leave a message that is answered elsewhere to threads of all endpoints, and end its
            // request before the delivery.
            message.remove(Message.ASYNC_POST_RESPONSE_DISPATCH);
            accept(first, message, run -> {
                withoutSequence(message, cxf);
                store(first, message);
                return !isAborted(message);
            });
        }
    }

    /** Accepts a new message; it counts as not received if that fails. */
    private DeliveryRun accept(Received<Content> first, Message message, Accepting step)
            throws SequenceFault, RMException {
        if (first.kind() != Kind.TENTATIVE) {
            CxfSequence.addUndelivered(first.content().sequence, first.number());
        }
        DeliveryRun run = DeliveryRun.of(first).attach(message);
        boolean accepted = false;
        try {
            accepted = step.accept(run);
        } finally {
            if (!accepted) {
                run.endTurn();
                DeliveryRun.detach(message);
                queue.leave(first, Act.End.REJECTED);
            }
        }
        if (accepted) {
            queue.accepted(first);
        }
        return run;
    }

    static boolean isAborted(Message message) {
        return message.getInterceptorChain().getState() == InterceptorChain.State.ABORTED;
    }

    private void acceptOneWay(Content content, Message message, Step cxf) throws SequenceFault, RMException {
        if (!Arrivals.isResumed(message)) {
            // The acknowledgements in the message are processed first: they hold even if the message is refused.
            withoutSequence(message, cxf);
        }
        long cost = Room.cost(content.size());
        Arrivals.Arrived arrived = arrivals.decide(content, message, Kind.ONE_WAY, cost);
        Received<Content> first = arrived.message();
        if (first == null) {
            LOG.debug("Message {} of sequence {} is not new: {}", content.number, content.sequence, arrived.decision());
            acknowledgeAgain(content, message);
            if (arrived.decision() == ArrivalDecision.BESIDE && content.workers.room.take(cost, false)) {
                DeliveryRun.ofCopy(content, cost).attach(message);
                answerFirst(message);
            } else {
                DeliverIn.drop(message);
            }
            return;
        }
        boolean mayAnswerLast = mayAnswerLast(content, message);
        if (mayAnswerLast && content.workers.isPrompt()) {
            Objects.requireNonNull(Arrival.of(message), "arrival").deliversSoon();
        }
        DeliveryRun own = accept(first, message, run -> {
            if (mayAnswerLast && run.beginSoon()) {
                queue.update(content.sequence, inbound -> inbound.withhold(first));
            }
            store(first, message);
            return true;
        });
        if (own.hasTurn()) {
            DeliverIn.answerLast(message);
        } else {
            answerFirst(message);
        }
    }

    /** Lets CXF process all parts of a message except its sequence header. */
    static void withoutSequence(Message message, Step cxf) throws SequenceFault, RMException {
        RMProperties properties = RMContextUtils.retrieveRMProperties(message, false);
        SequenceType header = properties.getSequence();
        properties.setSequence((SequenceType) null);
        try {
            cxf.run();
        } finally {
            properties.setSequence(header);
        }
    }

    /** Acknowledges a message that is not delivered, which CXF takes for a new message. */
    private void acknowledgeAgain(Content content, Message message) throws SequenceFault, RMException {
        // Its source has waited long enough for the end of the delivery.
        queue.acknowledge(content);
        acknowledgeStored(content.sequence, message);
        queue.update(content.sequence, inbound -> {
            if (inbound.get(content.number) == null) {
                CxfSequence.removeUndelivered(content.sequence, content.number);
            }
        });
        CxfSequence.removeIfEnded(content.sequence);
    }

    /**
     * Returns whether the request may be answered after the delivery: without a store, an acknowledged message would be lost if
     * the process ended before. Messages that wait in order have their requests answered first, as those of any source whose
     * callers wait for the answer: all but those with a restart oracle. So have those of a transport that lets the service
     * suspend its invocation.
     */
    private boolean mayAnswerLast(Content content, Message message) {
        Arrival arrival = Arrival.of(message);
        return arrival != null
                && arrival.isNumbered()
                && manager.getStore() == null
                && !waitsForDelivery(message)
                && !maySuspend(message)
                && ContextUtils.isAnonymousAddress(content.sequence.getAcksTo())
                && queue.on(content.sequence, inbound -> inbound.mayAnswerLast(content.number));
    }

    private static boolean maySuspend(Message message) {
        return message.get(ContinuationProvider.class.getName()) instanceof ContinuationProvider provider
                && provider.getContinuation() != null;
    }

    private static boolean waitsForDelivery(Message message) {
        return message.get(OneWayProcessorInterceptor.class) != null
                || MessageUtils.getContextualBoolean(message, OneWayProcessorInterceptor.USE_ORIGINAL_THREAD, false);
    }

    /** Has the request answered at once, unless its transport waits for the delivery; the message is handed over after that. */
    private static void answerFirst(Message message) {
        if (waitsForDelivery(message)) {
            return;
        }
        // Either WS-Addressing or that interceptor answers, and would give the message to threads that all endpoints
        // share.
        if (Boolean.TRUE.equals(message.remove(Message.ASYNC_POST_RESPONSE_DISPATCH))) {
            message.put(OneWayProcessorInterceptor.class, new OneWayProcessorInterceptor());
        } else {
            message.put(OneWayProcessorInterceptor.USE_ORIGINAL_THREAD, true);
        }
        DeliverIn.handOver(message);
    }

    private void store(Received<Content> first, Message message) throws SequenceFault, RMException {
        Content content = first.content();
        DestinationSequence sequence = content.sequence;
        boolean accepted = false;
        try {
            if (manager.getStore() instanceof ReceivingStore store) {
                store.accept(sequence, AcceptedMessage.of(message, content.number));
                acknowledgeStored(sequence, message);
            } else if (manager.getStore() == null) {
                acknowledge(sequence, message);
            } else {
                // CXF counts the message as acknowledged before the store has it.
                queue.update(sequence, inbound -> inbound.withhold(first));
                acknowledge(sequence, message);
                queue.acknowledge(content);
            }
            accepted = true;
        } catch (SequenceTakenException e) {
            throw Refusal.of(message, "sequence " + sequence + " belongs to another process now");
        } catch (RuntimeException | IOException e) {
            String reason = "a message cannot be stored, so it is not accepted";
            storeWarning.warn(reason, e);
            // A time to try again tells the source that the message has not arrived.
            throw e instanceof StoreFailedException failure && failure.isInDoubt()
                    ? Refusal.of(message, reason)
                    : Refusal.later(message, reason);
        } finally {
            if (!accepted) {
                CxfSequence.takeBack(sequence, content.number);
            }
        }
    }

    /** Adds a message to the acknowledged ones without storing it, and has it acknowledged soon. */
    private static void acknowledgeStored(DestinationSequence sequence, Message message)
            throws SequenceFault, RMException {
        // CXF stores no robust message.
        message.put(Message.ROBUST_ONEWAY, true);
        try {
            acknowledge(sequence, message);
        } finally {
            message.put(Message.ROBUST_ONEWAY, false);
        }
    }

    /** Has CXF acknowledge a message, and store it if there is a store. */
    static void acknowledge(DestinationSequence sequence, Message message) throws SequenceFault, RMException {
        withoutEnd(sequence, message, () -> sequence.acknowledge(message));
    }
}
