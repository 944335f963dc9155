package io.github.restartoracle.internal.pending;

import io.github.restartoracle.oracle.Decision;
import org.jspecify.annotations.Nullable;

/**
 * A timeout that has elapsed.
 *
 * @param <M> the messages
 * @param message the message that waited
 * @param decision the decision of the oracle; null if the message is stalled, so that the oracle was not asked
 * @param dueNanos the time at which the timeout elapsed: its length after the last transmission, or, if it has dropped since, the
 *     time of the acknowledgement that made it drop
 */
public record Elapsed<M extends Pending>(
        M message, @Nullable Decision decision, long dueNanos) {
    /** {@return true if the oracle restarts the message, whose {@link Pending#transmissions()} include the one to make now} */
    public boolean restarts() {
        return decision == Decision.AGAIN || decision == Decision.REPLACE;
    }
}
