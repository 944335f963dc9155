package io.github.restartoracle.wsrm.sequence;

import io.github.restartoracle.outbound.MessageId;
import java.util.function.Consumer;
import org.apache.cxf.message.Message;
import org.jspecify.annotations.Nullable;

/** A captured call that waits for its sequence to be created. Thread-safe. */
public interface ParkedCall {
    /**
     * Returns a message for the numbering of the call.
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
     * Returns the time for which the call must not get a number.
     *
     * @param nowNanos the time on the clock of the queue
     * @return 0 if it may get one
     */
    long waitNanos(long nowNanos);

    /**
     * Returns the name that the call had before, in a sequence that it has left or in a store.
     *
     * @return null if it had none; otherwise it goes before those that had none, and before higher numbers of that sequence
     */
    @Nullable
    MessageId former();

    /**
     * Stores the call, if there is a store for calls without a number; may be called again.
     *
     * @return true if the call is stored, so that the next process sends it if this one does not
     * @throws RuntimeException if the store fails; the call must not wait then
     */
    boolean store();

    /**
     * Stores the call in the transaction of the calling thread.
     *
     * @param ended told once: true if the call is to get a number, false if its transaction had no effect
     * @throws RuntimeException if the store fails; the call must not wait then
     */
    void join(Consumer<Boolean> ended);

    /** Takes the call out: it was not made, after all. */
    void undo();

    /**
     * Returns whether the call still waits.
     *
     * @return false once it was given up or taken out
     */
    boolean isParked();

    /** Tells that the destination has created the sequence for which the call waited. */
    void created();

    /**
     * Tells that the call has got its number: it is transmitted from now on.
     *
     * @throws org.apache.cxf.ws.rm.persistence.RMStoreException if that cannot be stored: it has no number any more, and
     *     goes on waiting
     */
    void numbered();

    /**
     * Tells that an attempt to create the sequence has failed; the call goes on waiting.
     *
     * @param reason the reason, for a person to read
     */
    void failed(String reason);

    /**
     * Gives up the call, which has waited for as long as it may.
     *
     * @param reason the reason, for a person to read
     */
    void giveUp(String reason);

    /**
     * Tells that the call is lost, because its endpoint is closed.
     *
     * @param reason the reason, for a person to read
     */
    void lost(String reason);
}
