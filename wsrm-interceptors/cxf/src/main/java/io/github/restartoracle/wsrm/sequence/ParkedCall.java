package io.github.restartoracle.wsrm.sequence;

import org.apache.cxf.message.Message;

/** A captured call that waits for its sequence to be created. Thread-safe. */
public interface ParkedCall {
    /**
     * Returns a message that stands for the call.
     *
     * @return a message with the exchange, the addressing and the RM properties of the call; the latter get the number
     */
    Message message();

    /**
     * Returns the destination address.
     *
     * @return as in the addressing properties
     */
    String address();

    /**
     * Returns the time at which the call was parked.
     *
     * @return nanoseconds on the clock of the queue
     */
    long sinceNanos();

    /**
     * Stores the call, if there is a store for calls without a number; may be called again.
     *
     * @return whether the call is stored, so that the next life of the process sends it if this one does not
     * @throws RuntimeException if the store fails; the call must not wait then
     */
    boolean store();

    /**
     * Tells if the call still waits.
     *
     * @return false once it was given up or taken out
     */
    boolean isParked();

    /** The destination has created the sequence for which the call waited. */
    void created();

    /**
     * The call has got its number: it is transmitted from now on.
     *
     * @throws org.apache.cxf.ws.rm.persistence.RMStoreException if that cannot be stored: it has no number any more, and goes on
     *     waiting
     */
    void numbered();

    /**
     * A try to create the sequence has failed; the call goes on waiting.
     *
     * @param reason why, for a person to read
     */
    void failed(String reason);

    /**
     * The call has waited for as long as it may.
     *
     * @param reason why, for a person to read
     */
    void giveUp(String reason);

    /**
     * The endpoint is closed: the call cannot be sent any more.
     *
     * @param reason why, for a person to read
     */
    void lost(String reason);
}
