package io.github.restartoracle.wsrm.event;

import io.github.restartoracle.status.Delivery;
import io.github.restartoracle.status.MessageId;
import io.github.restartoracle.status.SampleUse;

/**
 * Told of every transmission: at the source when it is dispatched, acknowledged, given up or lost, at the destination when
 * it arrives or its delivery is given up. Times are nanoseconds of the monotonic clock of the process. A listener must be
 * quick, must not block, and is called by several threads. Its exceptions are logged and otherwise ignored.
 */
public interface TransmissionListener {
    /** A listener that ignores all events. */
    TransmissionListener NONE = new TransmissionListener() {};

    /**
     * Tells that a transmission is handed to the transport.
     *
     * @param message the message
     * @param attempt the transmission number, 1 for the first
     * @param dueNanos the time when the transmission was due
     * @param dispatchedNanos the time when it was dispatched
     */
    default void dispatched(MessageId message, int attempt, long dueNanos, long dispatchedNanos) {}

    /**
     * Tells that the first acknowledgement of a message arrived.
     *
     * @param message the message
     * @param attempts the number of transmissions that had been dispatched
     * @param use the way in which the oracle could learn from it
     * @param arrivedNanos the time when the acknowledgement arrived
     */
    default void acknowledged(MessageId message, int attempts, SampleUse use, long arrivedNanos) {}

    /**
     * Tells of the same event as {@link #acknowledged}, with the path of the message and its known times.
     *
     * @param delivery the facts that the source knows of the message
     */
    default void delivered(Delivery delivery) {}

    /**
     * Tells that a path is used for the first time, or for the first time since it was forgotten.
     *
     * @param endpoint the service and port of the RM source, as in the state of a path
     * @param address the destination address
     */
    default void pathOpened(String endpoint, String address) {}

    /**
     * Tells that a message will not be transmitted again although it is not acknowledged. It stays in the queue for an
     * operator. It is lost if its sequence has stopped, with its endpoint or its bus, and there is no store.
     *
     * @param message the message
     * @param attempts the number of transmissions that had been dispatched
     * @param reason the reason, for a person to read
     */
    default void gaveUp(MessageId message, int attempts, String reason) {}

    /**
     * Tells that a message was moved to another sequence, because the destination takes no part in its sequence any more, and
     * has its number there. If it had been delivered, it is delivered once more.
     *
     * @param former the name of the message before
     * @param message the name from now on
     */
    default void moved(MessageId former, MessageId message) {}

    /**
     * Tells that a one-way call that waited for its sequence is lost, because its endpoint or its bus was closed.
     *
     * @param endpoint the service and port of the RM source, as in the state of a path
     * @param address the destination address
     * @param reason the reason, for a person to read
     */
    default void lost(String endpoint, String address, String reason) {}

    /**
     * Tells that a transmission arrived at this destination, in a sequence that it knows.
     *
     * @param message the message
     * @param attempt the transmission number, 1 for the first; 0 if the source sent none
     * @param arrivedNanos the time when it arrived
     */
    default void arrived(MessageId message, int attempt, long arrivedNanos) {}

    /**
     * Tells that a message that this destination has acknowledged is not delivered again, unless an operator retries it.
     *
     * @param delivery the message
     */
    default void deliveryGivenUp(GivenUpDelivery delivery) {}
}
