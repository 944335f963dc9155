package io.github.restartoracle.wsrm.internal.destination;

import org.apache.cxf.message.Message;

/** Lets a store report on the delivery of a message, in the course of it. Thread-safe. */
public final class DeliveryOutcome {
    /**
     * The identifier of the interceptor that counts a message as processed. One that notes a delivery has to stand before it.
     */
    public static final String PROCESSED = DeliverIn.Processed.class.getName();

    private DeliveryOutcome() {}

    /**
     * Reports that the message belongs to another process: it is not delivered again by this one.
     *
     * @param message the message that is being delivered
     */
    public static void refused(Message message) {
        DeliveryRun run = DeliveryRun.in(message);
        if (run != null) {
            run.markTaken();
        }
    }

    /**
     * Reports that the attempt fails for a reason that is not the service's, such as a database that does not answer. It
     * does not count as a redelivery: the next attempt follows after the interval that is set, and after at most a second.
     *
     * @param message the message that is being delivered
     */
    public static void untried(Message message) {
        DeliveryRun run = DeliveryRun.in(message);
        if (run != null) {
            run.markUntried();
        }
    }

    /**
     * Reports that the service has returned, and that its effects cannot be undone. If noting that fails, only the noting
     * is repeated.
     *
     * @param message the message that is being delivered
     */
    public static void invoked(Message message) {
        DeliveryRun run = DeliveryRun.in(message);
        if (run != null) {
            run.markInvoked();
        }
    }
}
