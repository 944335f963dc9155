package io.github.restartoracle.internal.outbound;

import org.jspecify.annotations.Nullable;

/** Tells a path about the contents of its messages. Called under the lock of the path. */
@FunctionalInterface
public interface Payloads<P> {
    /**
     * Returns the content of a message that is to get another number, in another sequence.
     *
     * @return the same without a number
     */
    P withoutNumber(P payload);

    /**
     * Returns the life of the client that sends the message.
     *
     * @return null if no client ends, as for the answers of a server
     */
    default @Nullable ClientLife client(P payload) {
        return null;
    }
}
