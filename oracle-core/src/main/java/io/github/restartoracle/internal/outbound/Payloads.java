package io.github.restartoracle.internal.outbound;

import org.jspecify.annotations.Nullable;

/** Tells a path about the contents of its messages. Called under the lock of the path. */
@FunctionalInterface
public interface Payloads<P> {
    /** {@return the content, without a number, of a message that is to get another number, in another sequence} */
    P withoutNumber(P payload);

    /** {@return the life of the client that sends the message; null if no client ends, as for the answers of a server} */
    default @Nullable ClientLife client(P payload) {
        return null;
    }
}
