package io.github.restartoracle.internal.outbound;

import io.github.restartoracle.status.Delivery;
import java.util.List;

/**
 * The effect of an acknowledgement.
 *
 * @param settled messages that were acknowledged for the first time, in ascending order
 * @param neverSent messages it covers although no transmission of them was made; they are still to be sent
 * @param leavesAnswered true if messages of the path are left that were answered and are not acknowledged
 */
public record Applied<P>(List<Settled<P>> settled, List<Message<P>> neverSent, boolean leavesAnswered) {
    /** A message that was acknowledged for the first time and has left the path, and the result of its transmissions. */
    public record Settled<P>(Message<P> message, Delivery delivery) {}

    /** {@return the messages that are settled} */
    public List<Message<P>> messages() {
        return settled.stream().map(Settled::message).toList();
    }
}
