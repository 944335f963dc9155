package io.github.restartoracle.wsrm.event;

/**
 * The messages that were acknowledged and wait, in order, for one that has not come.
 *
 * @param messages their number, 0 or more
 * @param nanos the longest time in nanoseconds for which a sequence waits, 0 if none does
 */
public record HeldDeliveries(int messages, long nanos) {
    /** No message waits. */
    public static final HeldDeliveries NONE = new HeldDeliveries(0, 0);

    /**
     * Adds others.
     *
     * @param others the messages of another sequence
     * @return the sum of the messages, and the longer time
     */
    public HeldDeliveries and(HeldDeliveries others) {
        return new HeldDeliveries(messages + others.messages, Math.max(nanos, others.nanos));
    }
}
