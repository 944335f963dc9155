package io.github.restartoracle.ledger;

/**
 * What became of one message.
 *
 * @param message the number it was recorded under
 * @param startNanos when it was due; if that was not recorded, its earliest dispatch
 * @param attempts n<sub>i</sub>, how many transmissions were dispatched, 0 or more
 * @param ettNanos from {@code startNanos} to the first arrival, {@link #INFINITE} if none; less than 0 if the clocks of
 *     source and destination disagree
 * @param urc unnecessary transmissions, 0 or more: those that arrived without being the first, those made after the one
 *     that arrived first, arrived or not; 0 if none arrived, which counts in no mean
 * @param arrivals how often any transmission arrived, repeated arrivals of the same one included
 */
public record MessageOutcome(long message, long startNanos, int attempts, long ettNanos, int urc, int arrivals) {
    /** The ETT of a message that did not arrive. */
    public static final long INFINITE = Long.MAX_VALUE;

    /**
     * Whether the message never arrived.
     *
     * @return true if no transmission of it arrived
     */
    public boolean lost() {
        return arrivals == 0;
    }
}
