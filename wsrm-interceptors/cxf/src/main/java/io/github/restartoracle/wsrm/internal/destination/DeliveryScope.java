package io.github.restartoracle.wsrm.internal.destination;

import org.apache.cxf.message.Message;
import org.jspecify.annotations.Nullable;

/**
 * A resource that an interceptor holds while a message is delivered, such as a transaction. It is ended after the delivery,
 * in every case. Interceptors themselves are not told of an {@link Error}, or of a fault after another interceptor has
 * failed with it.
 *
 * <p>Confined to the thread of the delivery.
 */
public interface DeliveryScope {
    /** Rolls back an open transaction and releases all resources. Has no effect the second time. Must not throw. */
    void end();

    /**
     * Ties a scope to the delivery of a message.
     *
     * @param scope ended after the delivery
     * @param message the message that is being delivered
     */
    static void attach(DeliveryScope scope, Message message) {
        message.put(DeliveryScope.class.getName(), scope);
    }

    /**
     * Returns the scope of a delivery.
     *
     * @param message the message that is being delivered
     * @return null if there is none
     */
    static @Nullable DeliveryScope of(Message message) {
        return (DeliveryScope) message.get(DeliveryScope.class.getName());
    }

    /**
     * Ends the scope of a delivery, if there is one.
     *
     * @param message the message whose delivery has ended
     */
    static void end(Message message) {
        DeliveryScope scope = of(message);
        if (scope != null) {
            message.remove(DeliveryScope.class.getName());
            scope.end();
        }
    }
}
