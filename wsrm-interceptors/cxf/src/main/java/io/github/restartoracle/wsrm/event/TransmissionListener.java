package io.github.restartoracle.wsrm.event;

import io.github.restartoracle.pending.SampleUse;

/**
 * Told of every transmission: at the source when it leaves, is acknowledged, is given up or lost, at the destination when
 * it arrives or its delivery is given up. Times are nanoseconds of the monotonic clock of the process. A listener must be quick, must not block, and is
 * called by several threads; what it throws is logged and otherwise ignored.
 */
public interface TransmissionListener {
    /** Hears nothing. */
    TransmissionListener NONE = new TransmissionListener() {};

    /**
     * A transmission leaves for the transport.
     *
     * @param message the message
     * @param attempt the transmission number, 1 for the first
     * @param dueNanos when the transmission was due
     * @param dispatchedNanos when it left
     */
    default void dispatched(MessageId message, int attempt, long dueNanos, long dispatchedNanos) {}

    /**
     * The first acknowledgement of a message arrived.
     *
     * @param message the message
     * @param attempts how many transmissions had been dispatched
     * @param use what the oracle could learn from it
     * @param arrivedNanos when the acknowledgement arrived
     */
    default void acknowledged(MessageId message, int attempts, SampleUse use, long arrivedNanos) {}

    /**
     * The same event as {@link #acknowledged}, with the path of the message and what is known of its times.
     *
     * @param delivery what the source knows of the message
     */
    default void delivered(Delivery delivery) {}

    /**
     * A path is used for the first time, or for the first time since it was forgotten.
     *
     * @param endpoint the service and port of the RM source, as in the state of a path
     * @param address the destination address
     */
    default void pathOpened(String endpoint, String address) {}

    /**
     * A message will not be transmitted again although it is not acknowledged. It stays in the queue for an operator, unless
     * its sequence has stopped, with its endpoint or its bus, and there is no store: then it is gone.
     *
     * @param message the message
     * @param attempts how many transmissions had been dispatched
     * @param reason why, for a person to read
     */
    default void gaveUp(MessageId message, int attempts, String reason) {}

    /**
     * A one-way call that waited for its sequence is lost, because its endpoint or its bus was closed.
     *
     * @param endpoint the service and port of the RM source, as in the state of a path
     * @param address the destination address
     * @param reason why, for a person to read
     */
    default void lost(String endpoint, String address, String reason) {}

    /**
     * A transmission arrived at this destination, in a sequence that it knows.
     *
     * @param message the message
     * @param attempt the transmission number, 1 for the first; 0 if the source sent none
     * @param arrivedNanos when it arrived
     */
    default void arrived(MessageId message, int attempt, long arrivedNanos) {}

    /**
     * A message that this destination has acknowledged is not delivered again, unless an operator retries it.
     *
     * @param delivery the message
     */
    default void deliveryGivenUp(GivenUpDelivery delivery) {}
}
