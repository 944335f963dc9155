package io.github.restartoracle.wsrm.internal.destination;

import io.github.restartoracle.internal.inbound.Outcome;
import io.github.restartoracle.internal.inbound.Received;
import io.github.restartoracle.wsrm.internal.runtime.ChainStep;
import java.util.concurrent.Executor;
import org.apache.cxf.continuations.SuspendedInvocationException;
import org.apache.cxf.interceptor.InterceptorChain;
import org.apache.cxf.interceptor.OneWayProcessorInterceptor;
import org.apache.cxf.interceptor.OutgoingChainInterceptor;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.ws.addressing.ContextUtils;
import org.apache.cxf.ws.addressing.MAPAggregator;
import org.apache.cxf.ws.rm.DestinationSequence;
import org.apache.cxf.ws.rm.RMDeliveryInterceptor;
import org.apache.cxf.ws.rm.RMManager;

/** Hands over the message of a one-way request after the request is answered, or drops it if it is a copy. Thread-safe. */
final class DeliverIn extends AbstractPhaseInterceptor<Message> {
    private static final String KEY = DeliverIn.class.getName();

    private enum Fate {
        HAND_OVER,
        DROP
    }

    private final DeliveryQueue queue;

    DeliverIn(DeliveryQueue queue) {
        super(Phase.PRE_LOGICAL);
        addAfter(OneWayProcessorInterceptor.class.getName());
        // CXF puts the one above just before this, and the acceptance before WS-Addressing, whichever comes first.
        addAfter(MAPAggregator.class.getName());
        this.queue = queue;
    }

    static void handOver(Message message) {
        message.put(KEY, Fate.HAND_OVER);
    }

    /** Has a message that has its turn delivered by the thread of its request, which is answered after that. */
    static void answerLast(Message message) {
        // WS-Addressing answers robust messages last. Where it does not answer, CXF's own interceptor uses this thread.
        message.put(Message.ROBUST_ONEWAY, true);
        message.put(OneWayProcessorInterceptor.USE_ORIGINAL_THREAD, true);
    }

    static void drop(Message message) {
        message.put(KEY, Fate.DROP);
    }

    @Override
    public void handleMessage(Message message) {
        Object fate = message.remove(KEY);
        DeliveryRun run = DeliveryRun.in(message);
        if (fate == Fate.DROP) {
            Input.free(message);
            message.getInterceptorChain().abort();
        } else if (run != null && !run.isHandedOver() && (fate == Fate.HAND_OVER || mustWait(message, run))) {
            message.getInterceptorChain().pause();
            queue.handOver(run);
        }
    }

    /** Ends a suspended invocation that fails. CXF reports failures only if there is a redelivery policy. */
    @Override
    public void handleFault(Message message) {
        DeliveryRun run = DeliveryRun.in(message);
        if (run != null && run.finish()) {
            run.failed(message.getContent(Exception.class));
            DeliveryScope.end(message);
            run.answered();
            queue.suspendedEnded(run);
        }
    }

    /**
     * Returns whether a message must wait for the messages before it. A transport may require its own thread for the delivery,
     * but cannot change the order.
     */
    private boolean mustWait(Message message, DeliveryRun run) {
        return message.getExchange().isOneWay()
                && run.message != null
                && run.message.kind() != Received.Kind.TENTATIVE
                && !queue.on(run.content.sequence, inbound -> inbound.isTurnOf(run.content.number));
    }

    /**
     * Delivers a message whose request is answered last. A failure of the delivery does not fail the request: the message stays
     * accepted. The message is acknowledged when its first delivery has ended, or when a copy comes.
     */
    static ChainStep first(DeliveryQueue queue, AckRequests acks) {
        return new ChainStep(KEY + ".First", Phase.PRE_LOGICAL, message -> deliverFirst(message, queue, acks))
                .after(MAPAggregator.class.getName())
                .before(OneWayProcessorInterceptor.class.getName());
    }

    private static void deliverFirst(Message message, DeliveryQueue queue, AckRequests acks) {
        DeliveryRun run = DeliveryRun.in(message);
        if (run == null || run.isHandedOver() || !run.hasTurn()) {
            return;
        }
        message.put(Message.ROBUST_ONEWAY, false);
        InterceptorChain chain = message.getInterceptorChain();
        if (ContextUtils.retrieveMAPFaultName(message) != null) {
            // WS-Addressing refuses the message when it has answered.
            chain.pause();
            return;
        }
        if (message.getExchange().remove(Executor.class) != null) {
            // WS-Addressing answers, and has noted the service's own executor as the one that is running.
            message.put(OneWayProcessorInterceptor.class, new OneWayProcessorInterceptor());
        }
        DestinationSequence sequence = run.content.sequence;
        boolean atOnce = sequence.sendAcknowledgement()
                || CxfSequence.configuration(sequence).getAcknowledgementIntervalTime() == 0;
        chain.pause();
        try {
            chain.resume();
        } catch (SuspendedInvocationException e) {
            throw e;
        } catch (RuntimeException | Error e) {
            // CXF would go on with the next interceptor.
            chain.abort();
            run.failed(e);
        } finally {
            run.endTurn();
            queue.acknowledge(run.content);
        }
        run.failed(message.getContent(Exception.class));
        message.setContent(Exception.class, null);
        if (atOnce) {
            // Other answers may have been written meanwhile, after which CXF sees nothing to acknowledge.
            acks.answer(sequence, message);
        }
    }

    /**
     * Marks a message as invoked after the invocation, before CXF notes its end: from now on the service must not be called
     * again in any case.
     */
    static ChainStep invoked(RMManager manager) {
        return new ChainStep(KEY + ".Invoked", Phase.POST_INVOKE, message -> {
                    DeliveryRun run = DeliveryRun.in(message);
                    if (run != null && !(manager.getStore() instanceof ReceivingStore)) {
                        run.mark(Outcome.Kind.UNNOTED);
                    }
                })
                .before(RMDeliveryInterceptor.class.getName());
    }

    /** Ends the delivery after CXF has noted the end of the invocation. */
    static ChainStep processed(DeliveryQueue queue) {
        return new ChainStep(DeliveryScope.PROCESSED, Phase.POST_INVOKE, message -> {
                    DeliveryRun run = DeliveryRun.in(message);
                    if (run != null) {
                        run.mark(Outcome.Kind.DELIVERED);
                        if (run.finish()) {
                            DeliveryScope.end(message);
                            queue.suspendedEnded(run);
                        }
                    }
                })
                .after(RMDeliveryInterceptor.class.getName())
                .before(OutgoingChainInterceptor.class.getName());
    }

    /** Closes the connection of a request that is answered before its service has run: the next request on it would wait. */
    static ChainStep answeredElsewhere() {
        return new ChainStep(KEY + ".AnsweredElsewhere", Phase.SETUP, message -> {
            Message request = message.getExchange().getInMessage();
            if (Boolean.TRUE.equals(message.get(Message.PARTIAL_RESPONSE_MESSAGE))
                    && !message.getExchange().isOneWay()
                    && request != null
                    && DeliveryRun.in(request) != null) {
                Refusal.closeConnection(message);
            }
        });
    }
}
