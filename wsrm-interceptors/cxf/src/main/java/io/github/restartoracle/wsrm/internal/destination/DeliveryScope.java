package io.github.restartoracle.wsrm.internal.destination;

import io.github.restartoracle.internal.inbound.Outcome;
import org.apache.cxf.message.Message;
import org.jspecify.annotations.Nullable;

/**
 * The part of a store in the delivery of a message: a resource that its interceptor holds meanwhile, such as a transaction,
 * and its reports on the outcome. The resource is released after the delivery, in every case. Interceptors themselves are not
 * told of an {@link Error}, or of a fault after another interceptor has failed with it.
 *
 * <p>Confined to the thread of the delivery.
 */
public interface DeliveryScope {
    /** The identifier of the interceptor that counts a message as processed. One that notes a delivery has to stand before it. */
    String PROCESSED = DeliverIn.class.getName() + ".Processed";

    /** Rolls back an open transaction and releases all resources. Has no effect the second time. Must not throw. */
    void end();

    /** Ties a scope to the delivery of a message, after which it is ended. */
    static void attach(DeliveryScope scope, Message message) {
        message.put(DeliveryScope.class.getName(), scope);
    }

    /** Returns the scope of the delivery of a message; null if there is none. */
    static @Nullable DeliveryScope of(Message message) {
        return (DeliveryScope) message.get(DeliveryScope.class.getName());
    }

    /** Ends the scope of the delivery of a message, if there is one. */
    static void end(Message message) {
        DeliveryScope scope = of(message);
        if (scope != null) {
            message.remove(DeliveryScope.class.getName());
            scope.end();
        }
    }

    /** Reports that a message belongs to another process: it is not delivered again by this one. */
    static void refused(Message message) {
        report(message, Outcome.Kind.TAKEN);
    }

    /**
     * Reports that an attempt fails for a reason that is not the service's, such as a database that does not answer. It
     * does not count as a redelivery: the next attempt follows after the interval that is set, and after at most a second.
     */
    static void untried(Message message) {
        report(message, Outcome.Kind.UNTRIED);
    }

    /**
     * Reports that the service has returned, and that its effects cannot be undone. If noting that fails, only the noting
     * is repeated.
     */
    static void invoked(Message message) {
        report(message, Outcome.Kind.UNNOTED);
    }

    private static void report(Message message, Outcome.Kind end) {
        DeliveryRun run = DeliveryRun.in(message);
        if (run != null) {
            run.mark(end);
        }
    }
}
