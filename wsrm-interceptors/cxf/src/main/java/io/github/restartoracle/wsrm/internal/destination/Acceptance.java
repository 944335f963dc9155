package io.github.restartoracle.wsrm.internal.destination;

import io.github.restartoracle.internal.inbound.ArrivalDecision;
import io.github.restartoracle.internal.inbound.Received;
import io.github.restartoracle.internal.inbound.Received.Kind;
import io.github.restartoracle.internal.inbound.Room;
import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.internal.echo.Arrival;
import io.github.restartoracle.wsrm.internal.echo.UnsafeMessages;
import io.github.restartoracle.wsrm.internal.log.Logs;
import io.github.restartoracle.wsrm.internal.rm.CxfInternals;
import io.github.restartoracle.wsrm.internal.runtime.ThrottledWarning;
import io.github.restartoracle.wsrm.recovery.SequenceTakenException;
import io.github.restartoracle.wsrm.recovery.StoreFailedException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.cxf.continuations.ContinuationProvider;
import org.apache.cxf.interceptor.InterceptorChain;
import org.apache.cxf.interceptor.OneWayProcessorInterceptor;
import org.apache.cxf.io.CachedOutputStream;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.ws.addressing.AddressingProperties;
import org.apache.cxf.ws.addressing.ContextUtils;
import org.apache.cxf.ws.rm.DestinationSequence;
import org.apache.cxf.ws.rm.RMConfiguration.DeliveryAssurance;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMException;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.RMMessageConstants;
import org.apache.cxf.ws.rm.RMProperties;
import org.apache.cxf.ws.rm.SequenceFault;
import org.apache.cxf.ws.rm.persistence.PersistenceUtils;
import org.apache.cxf.ws.rm.v200702.CloseSequenceType;
import org.apache.cxf.ws.rm.v200702.SequenceType;
import org.jspecify.annotations.Nullable;
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
    private static final long UNKNOWN_SIZE = 16_384;

    /** CXF's own processing of a message. */
    interface AsCxf {
        void handle(Message message) throws SequenceFault, RMException;
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

    /**
     * Accepts a message, or drops a copy.
     *
     * @throws Fault that refuses the message, which counts as not received
     */
    void accept(DestinationSequence sequence, long number, Message message, AsCxf cxf)
            throws SequenceFault, RMException {
        AddressingProperties addressing = RMContextUtils.retrieveMAPs(message, false, false);
        boolean control = addressing.getAction() != null
                && RMContextUtils.isRMProtocolMessage(addressing.getAction().getValue());
        boolean robust = MessageUtils.getContextualBoolean(message, Message.ROBUST_ONEWAY, false);
        if (control) {
            // It is not delivered, so it need not wait for the messages before it.
            CxfInternals.openFor(sequence, number);
            acceptControl(sequence, number, message, cxf);
            return;
        }
        // Before the decision: copies wait while a message is being accepted, and its request may be cut.
        Input.complete(message);
        if (robust) {
            acceptByDelivery(sequence, number, message, cxf);
        } else if (message.getExchange().isOneWay()) {
            acceptOneWay(sequence, number, message, cxf);
        } else {
            acceptTwoWay(sequence, number, message, cxf);
        }
    }

    /**
     * Accepts a message of WS-RM itself. The last message of WS-RM 1.0 asks for an acknowledgement, which CXF sends at
     * once.
     */
    private void acceptControl(DestinationSequence sequence, long number, Message message, AsCxf cxf)
            throws SequenceFault, RMException {
        RMProperties properties = RMContextUtils.retrieveRMProperties(message, false);
        CloseSequenceType close = properties.getCloseSequence();
        properties.setCloseSequence(null);
        try {
            cxf.handle(message);
        } finally {
            properties.setCloseSequence(close);
        }
        if (close != null) {
            CxfInternals.setLast(sequence, number);
            acks.answer(sequence, message);
        }
    }

    private static boolean isInOrder(DestinationSequence sequence) {
        return CxfSequence.configuration(sequence).isInOrder();
    }

    private static @Nullable DeliveryAssurance assurance(DestinationSequence sequence) {
        return CxfSequence.configuration(sequence).getDeliveryAssurance();
    }

    /** Returns whether CXF drops a message that has arrived before. */
    static boolean dropsCopies(DestinationSequence sequence) {
        return assurance(sequence) == DeliveryAssurance.EXACTLY_ONCE
                || assurance(sequence) == DeliveryAssurance.AT_MOST_ONCE;
    }

    private void acceptByDelivery(DestinationSequence sequence, long number, Message message, AsCxf cxf)
            throws SequenceFault, RMException {
        Received<Content> first = arrive(sequence, number, message, Kind.TENTATIVE);
        if (first == null) {
            CxfInternals.closeFor(sequence, number);
            if (dropsCopies(sequence)) {
                // CXF delivers a robust message while it answers, even a copy that it has dropped.
                message.put(Message.ROBUST_ONEWAY, false);
            } else {
                DeliveryRun.ofCopy(content(sequence, number, message), 0).attach(message);
            }
            cxf.handle(message);
        } else {
            CxfInternals.openFor(sequence, number);
            accept(first, message, run -> {
                cxf.handle(message);
                return !isAborted(message);
            });
        }
    }

    private void acceptTwoWay(DestinationSequence sequence, long number, Message message, AsCxf cxf)
            throws SequenceFault, RMException {
        Received<Content> first = arrive(sequence, number, message, Kind.ANSWERED);
        if (first == null) {
            CxfInternals.closeFor(sequence, number);
            cxf.handle(message);
        } else {
            accept(first, message, run -> {
                handleWithoutSequence(message, cxf);
                store(sequence, number, message);
                return !isAborted(message);
            });
        }
    }

    /**
     * Adds a message whose request is answered after its delivery, in the thread of the request and without room; returns
     * null for a copy.
     */
    private @Nullable Received<Content> arrive(DestinationSequence sequence, long number, Message message, Kind kind) {
        Content content = content(sequence, number, message);
        return arrivals.decide(sequence, number, message, true, inbound -> inbound.arrive(number, content, kind))
                .message();
    }

    private Content content(DestinationSequence sequence, long number, Message message) {
        return new Content(sequence, number, queue.workers(message.getExchange().getEndpoint()), message);
    }

    private interface Step {
        /** Returns false if CXF has ended the request, so that the message counts as not received. */
        boolean accept(DeliveryRun run) throws SequenceFault, RMException;
    }

    /** Accepts a new message; it counts as not received if that fails. */
    private DeliveryRun accept(Received<Content> first, Message message, Step step) throws SequenceFault, RMException {
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
                queue.rejected(first);
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

    private void acceptOneWay(DestinationSequence sequence, long number, Message message, AsCxf cxf)
            throws SequenceFault, RMException {
        // The acknowledgements in the message are processed first: they hold even if the message is refused.
        handleWithoutSequence(message, cxf);
        DeliveryWorkers workers = queue.workers(message.getExchange().getEndpoint());
        long cost = Room.cost(size(message));
        Content content = new Content(sequence, number, workers, message);
        Arrivals.Arrived arrived = arrivals.decide(
                sequence, number, message, false, inbound -> inbound.arrive(number, content, workers.room, cost));
        Received<Content> first = arrived.message();
        if (first != null) {
            boolean mayAnswerLast = mayAnswerLast(content, message);
            DeliveryRun own = accept(first, message, run -> {
                if (mayAnswerLast && run.beginSoon()) {
                    UnsafeMessages.add(sequence, number);
                }
                store(sequence, number, message);
                return true;
            });
            if (own.hasTurn()) {
                DeliverIn.answerLast(message);
            } else {
                answerFirst(message);
            }
        } else if (arrived.decision() == ArrivalDecision.COPY) {
            copy(content, cost, message);
        } else {
            LOG.debug("Message {} of sequence {} is skipped: later ones have been delivered", number, sequence);
            acknowledge(sequence, message);
            queue.copied(sequence, number);
            DeliverIn.drop(message);
        }
    }

    /** Lets CXF process all parts of a message except its sequence header. */
    static void handleWithoutSequence(Message message, AsCxf cxf) throws SequenceFault, RMException {
        RMProperties properties = RMContextUtils.retrieveRMProperties(message, false);
        SequenceType header = properties.getSequence();
        properties.setSequence((SequenceType) null);
        try {
            cxf.handle(message);
        } finally {
            properties.setSequence(header);
        }
    }

    private void copy(Content content, long cost, Message message) throws SequenceFault {
        DestinationSequence sequence = content.sequence;
        // Its source has waited long enough for the end of the delivery.
        UnsafeMessages.remove(sequence, content.number);
        boolean delivered = queue.on(sequence, inbound -> inbound.get(content.number) == null);
        acknowledge(sequence, message);
        queue.copied(sequence, content.number);
        if (delivered
                && assurance(sequence) == DeliveryAssurance.AT_LEAST_ONCE
                && !isInOrder(sequence)
                && content.workers.room.take(cost, false)) {
            DeliveryRun.ofCopy(content, cost).attach(message);
            answerFirst(message);
        } else {
            DeliverIn.drop(message);
        }
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
                && queue.on(content.sequence, inbound -> inbound.isTurnOf(content.number) && !inbound.isSuspended());
    }

    private static boolean maySuspend(Message message) {
        return message.get(ContinuationProvider.class.getName()) instanceof ContinuationProvider provider
                && provider.getContinuation() != null;
    }

    private static boolean waitsForDelivery(Message message) {
        return message.get(OneWayProcessorInterceptor.class) != null
                || MessageUtils.getContextualBoolean(message, OneWayProcessorInterceptor.USE_ORIGINAL_THREAD, false);
    }

    /**
     * Has the request answered at once, unless its transport waits for the delivery; the message is handed over after that.
     */
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

    /** Stores a message, and then acknowledges it. */
    private void store(DestinationSequence sequence, long number, Message message) throws SequenceFault {
        boolean accepted = false;
        try {
            if (manager.getStore() instanceof ReceivingStore store) {
                store.accept(sequence, content(message, number));
                acknowledge(sequence, message);
            } else if (manager.getStore() == null) {
                acknowledge(sequence, message, false);
            } else {
                // CXF counts the message as acknowledged before the store has it.
                UnsafeMessages.add(sequence, number);
                acknowledge(sequence, message, false);
                UnsafeMessages.remove(sequence, number);
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
                CxfSequence.takeBack(sequence, number);
                UnsafeMessages.remove(sequence, number);
            }
        }
    }

    private static AcceptedMessage content(Message message, long number) throws IOException {
        CachedOutputStream saved = (CachedOutputStream) message.get(RMMessageConstants.SAVED_CONTENT);
        if (saved == null) {
            throw new IOException(
                    "the envelope was not captured: the store was installed after the service was started");
        }
        AcceptedMessage stored = new AcceptedMessage();
        stored.setCaller(Caller.of(message));
        stored.setMessageNumber(number);
        stored.setCreatedTime(
                RMContextUtils.retrieveRMProperties(message, false).getCreatedTime());
        if (message.getAttachments() == null) {
            stored.setContent(saved);
            stored.setContentType((String) message.get(Message.CONTENT_TYPE));
        } else {
            PersistenceUtils.encodeRMContent(stored, message, saved.getInputStream());
        }
        return stored;
    }

    /** Adds a message to the acknowledged ones without storing it, and has it acknowledged soon. */
    private static void acknowledge(DestinationSequence sequence, Message message) throws SequenceFault {
        acknowledge(sequence, message, true);
    }

    private static void acknowledge(DestinationSequence sequence, Message message, boolean stored)
            throws SequenceFault {
        RMProperties properties = RMContextUtils.retrieveRMProperties(message, false);
        CloseSequenceType close = properties.getCloseSequence();
        // CXF stores no robust message, and sends the acknowledgement of the last one itself, at once.
        properties.setCloseSequence(null);
        if (stored) {
            message.put(Message.ROBUST_ONEWAY, true);
        }
        try {
            sequence.acknowledge(message);
        } finally {
            if (stored) {
                message.put(Message.ROBUST_ONEWAY, false);
            }
            properties.setCloseSequence(close);
        }
        if (close != null) {
            CxfInternals.setLast(sequence, properties.getSequence().getMessageNumber());
        }
    }

    private static long size(Message message) {
        if (message.get(RMMessageConstants.SAVED_CONTENT) instanceof CachedOutputStream saved) {
            return saved.size();
        }
        if (message.get(Message.PROTOCOL_HEADERS) instanceof Map<?, ?> headers
                && headers.get("Content-Length") instanceof List<?> values
                && !values.isEmpty()) {
            try {
                return Math.max(0, Long.parseLong(String.valueOf(values.get(0))));
            } catch (NumberFormatException e) {
                return UNKNOWN_SIZE;
            }
        }
        return UNKNOWN_SIZE;
    }

    /**
     * Records that the request of a message was processed to its end. A caller that was told of a fault was answered: the
     * service must not be called again for that request.
     */
    static void answered(Message message, DeliveryRun run) {
        if (run.message != null
                && run.message.kind() == Kind.ANSWERED
                && !message.getExchange().isOneWay()
                && !run.isTaken()) {
            run.markInvoked();
        }
    }
}
