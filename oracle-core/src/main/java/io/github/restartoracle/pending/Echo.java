package io.github.restartoracle.pending;

/**
 * What the destination says about the transmission it acknowledges. It comes off the wire, so any value is accepted here;
 * {@link PendingSet#acknowledge(Pending, long, Echo)} judges it.
 *
 * @param attempt the transmission that arrived first, 1 for the first one made
 * @param heldNanos nanoseconds from its arrival to the departure of the acknowledgement
 */
public record Echo(int attempt, long heldNanos) {}
