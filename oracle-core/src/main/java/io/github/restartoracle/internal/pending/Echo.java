package io.github.restartoracle.internal.pending;

/**
 * The statement of the destination about the transmission it acknowledges. It comes from the network, so any value is accepted
 * here; {@link PendingSet#acknowledge(Pending, long, Echo)} checks it.
 *
 * @param attempt the transmission that arrived first, 1 for the first one made
 * @param heldNanos nanoseconds from its arrival to the departure of the acknowledgement
 */
public record Echo(int attempt, long heldNanos) {}
