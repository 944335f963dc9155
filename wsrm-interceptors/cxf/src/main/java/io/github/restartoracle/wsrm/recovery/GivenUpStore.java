package io.github.restartoracle.wsrm.recovery;

import org.apache.cxf.ws.rm.v200702.Identifier;
import org.jspecify.annotations.Nullable;

/**
 * A store that remembers which messages were given up and which sequences are forsaken, so that the next process
 * does not send them either. Implemented by the {@link org.apache.cxf.ws.rm.persistence.RMStore} of a bus.
 *
 * <p>Thread-safe.
 */
public interface GivenUpStore {
    /**
     * Notes that a message is given up, or is sent again although it was. Returns at once; a failure is retried.
     *
     * @param sequence the identifier of its sequence
     * @param number its number
     * @param reason the reason why it was given up, for a person to read; null if it was but is sent again
     */
    void givenUp(Identifier sequence, long number, @Nullable String reason);

    /**
     * Notes that the destination of a sequence takes no part in it any more, so that the next process sends no
     * message in it. Returns at once; a failure is retried.
     *
     * @param sequence the identifier of the sequence
     */
    void forsaken(Identifier sequence);
}
