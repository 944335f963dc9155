package io.github.restartoracle.wsrm.internal.capture;

import io.github.restartoracle.internal.attempt.Attempt;
import java.util.Optional;
import org.apache.cxf.message.Message;
import org.apache.cxf.ws.rm.RMException;

/** Takes the calls that the outgoing chain captures. Thread-safe. */
public interface ReliableCalls {
    /**
     * Gives a call the number under which it is written. A two-way call waits for its sequence to be created.
     *
     * @return false if there is no sequence and the one-way call is to be parked; it is written all the same
     */
    boolean number(Message message) throws RMException;

    /**
     * Takes a call that was written. From now on it is transmitted until it is acknowledged or given up, even if its chain
     * fails.
     *
     * @param transmitsHere true if the chain can make the first transmission without waiting for the network
     * @return the attempt that the chain is to make; empty if the chain ends here
     */
    Optional<Attempt> captured(Message message, Template template, boolean numbered, boolean transmitsHere);

    /** Releases the number of a call that could not be written, so it will not be captured. */
    void failed(Message message);
}
