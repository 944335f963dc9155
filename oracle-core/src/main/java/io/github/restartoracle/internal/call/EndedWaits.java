package io.github.restartoracle.internal.call;

import io.github.restartoracle.internal.outbound.Message;
import java.util.List;

/**
 * The callers and messages whose waits a failure ends.
 *
 * @param refused the callers that get the failure
 * @param goOn the callers that go on
 * @param overdue the messages that have waited for as long as they may
 * @param <C> the callers that wait, instead of leaving a message that waits
 */
public record EndedWaits<P, C>(List<C> refused, List<C> goOn, List<EndedWaits.Overdue<P>> overdue) {
    /**
     * A message that has waited for as long as it may.
     *
     * @param message the message, which waits no longer
     * @param limit the limit that it has reached, for a person to read
     */
    public record Overdue<P>(Message<P> message, String limit) {}
}
