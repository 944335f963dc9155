package io.github.restartoracle.outbound;

import org.jspecify.annotations.Nullable;

/**
 * What a path has to know of the contents of its messages. Called under the lock of the path.
 *
 * @param <P> the content of a message
 */
@FunctionalInterface
public interface Payloads<P> {
    /**
     * Returns the content of a message that is to get another number, in another sequence.
     *
     * @param payload the content
     * @return the same without a number
     */
    P withoutNumber(P payload);

    /**
     * Returns the client whose message it is.
     *
     * @param payload the content
     * @return null if no client waits for its end
     */
    default @Nullable ClientLife client(P payload) {
        return null;
    }
}
