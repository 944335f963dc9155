package io.github.restartoracle.internal.outbound;

import io.github.restartoracle.status.Delivery;

/**
 * A message that was acknowledged for the first time.
 *
 * @param message the message, which has left the path
 * @param delivery the result of the transmissions, as the acknowledgement tells it
 */
public record Settled<P>(Message<P> message, Delivery delivery) {}
