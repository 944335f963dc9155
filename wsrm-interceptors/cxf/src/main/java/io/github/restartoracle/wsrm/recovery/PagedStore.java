package io.github.restartoracle.wsrm.recovery;

import java.util.List;
import org.apache.cxf.ws.rm.RMEndpoint;
import org.apache.cxf.ws.rm.persistence.RMMessage;
import org.apache.cxf.ws.rm.v200702.Identifier;

/**
 * A store that puts recovered messages into the retransmission queue in pages, so that a large backlog takes a bounded part of
 * the heap. Implemented by the {@link org.apache.cxf.ws.rm.persistence.RMStore} of a bus.
 *
 * <p>Thread-safe.
 */
public interface PagedStore {
    /**
     * Counts the messages that are to be sent and are in the store only. They reach the queue as those before them are
     * acknowledged.
     *
     * @return the number at this moment, from memory; 0 if the queue has all of them
     */
    long waiting();

    /**
     * Counts those of one endpoint.
     *
     * @param endpoint a reliable endpoint of the bus
     * @return the number at this moment, from memory; 0 if the queue has all of them
     */
    long waiting(RMEndpoint endpoint);

    /**
     * Reads messages that are not acknowledged.
     *
     * @param sequence the identifier of a sequence
     * @param from the lowest number
     * @param to the highest number
     * @return those that are in the store, lowest number first
     * @throws org.apache.cxf.ws.rm.persistence.RMStoreException if they cannot be read
     */
    List<RMMessage> unacknowledged(Identifier sequence, long from, long to);
}
