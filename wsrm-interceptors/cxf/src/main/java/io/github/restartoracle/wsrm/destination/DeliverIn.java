package io.github.restartoracle.wsrm.destination;

import org.apache.cxf.interceptor.OneWayProcessorInterceptor;
import org.apache.cxf.interceptor.OutgoingChainInterceptor;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.ws.rm.RMDeliveryInterceptor;
import org.apache.cxf.ws.rm.RMManager;

/** After a one-way request is answered: hands its message over, or drops it if it is a copy. Thread-safe. */
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
        this.queue = queue;
    }

    static void handOver(Message message) {
        message.put(KEY, Fate.HAND_OVER);
    }

    static void drop(Message message) {
        message.put(KEY, Fate.DROP);
    }

    @Override
    public void handleMessage(Message message) {
        Object fate = message.remove(KEY);
        Undelivered arrived = Undelivered.of(message);
        if (fate == Fate.DROP) {
            message.getInterceptorChain().abort();
        } else if (arrived != null
                && !arrived.isHandedOver()
                && (fate == Fate.HAND_OVER || mustWait(message, arrived))) {
            message.getInterceptorChain().pause();
            queue.handOver(arrived);
        }
    }

    /** A transport may insist on its thread; it cannot insist on the turn. */
    private boolean mustWait(Message message, Undelivered arrived) {
        return message.getExchange().isOneWay() && arrived.kind == Undelivered.Kind.ARRIVED && !queue.isTurnOf(arrived);
    }

    /** After the invocation, before CXF notes its end: the service must not be called again, whatever happens now. */
    static final class Invoked extends AbstractPhaseInterceptor<Message> {
        private final RMManager manager;

        Invoked(RMManager manager) {
            super(Phase.POST_INVOKE);
            addBefore(RMDeliveryInterceptor.class.getName());
            this.manager = manager;
        }

        @Override
        public void handleMessage(Message message) {
            Undelivered delivered = Undelivered.of(message);
            if (delivered != null && !(manager.getStore() instanceof ReceivingStore)) {
                delivered.markInvoked();
            }
        }
    }

    /** After CXF has noted the end of the invocation. */
    static final class Processed extends AbstractPhaseInterceptor<Message> {
        private final DeliveryQueue queue;

        Processed(DeliveryQueue queue) {
            super(Phase.POST_INVOKE);
            addAfter(RMDeliveryInterceptor.class.getName());
            addBefore(OutgoingChainInterceptor.class.getName());
            this.queue = queue;
        }

        @Override
        public void handleMessage(Message message) {
            Undelivered delivered = Undelivered.of(message);
            if (delivered != null) {
                delivered.markProcessed();
                if (delivered.isParked()) {
                    DeliveryScope.end(message);
                    queue.parkedEnded(delivered);
                }
            }
        }
    }
}
