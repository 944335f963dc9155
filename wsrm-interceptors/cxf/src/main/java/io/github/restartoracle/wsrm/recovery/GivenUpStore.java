package io.github.restartoracle.wsrm.recovery;

import org.apache.cxf.ws.rm.v200702.Identifier;
import org.jspecify.annotations.Nullable;

/**
 * A store that remembers which messages were given up and which sequences are forsaken, so that the next process does not send
 * their messages. It is written a little later: a process that dies before may lose a note. May be implemented by the {@link
 * org.apache.cxf.ws.rm.persistence.RMStore} of a bus; with another store, the next process sends these messages again.
 *
 * <p>Thread-safe.
 */
public interface GivenUpStore {
    /**
     * Notes that a message is given up or, after that, that it is sent again. The last call for a message counts. Returns at
     * once; a failure is retried.
     *
     * @param sequence the identifier of its sequence
     * @param number its number
     * @param reason the reason why it is given up, for a person to read; null if it is sent again
     */
    void givenUp(Identifier sequence, long number, @Nullable String reason);

    /**
     * Notes that the destination of a sequence has ended it or does not know it, so that the next process sends no message in
     * it. Returns at once; a failure is retried.
     *
     * @param sequence the identifier of the sequence
     */
    void forsaken(Identifier sequence);
}
