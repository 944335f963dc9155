package io.github.restartoracle.ledger;

/**
 * The outcome of one message.
 *
 * @param message the number it was recorded under
 * @param startNanos the time at which it was due; if that was not recorded, its earliest dispatch
 * @param attempts n<sub>i</sub>, the number of transmissions that were dispatched, 0 or more
 * @param ettNanos the time from {@code startNanos} to the first arrival, {@link #INFINITE} if none arrived; less than 0 if the
 *     clocks of source and destination disagree
 * @param urc unnecessary transmissions, 0 or more: those that arrived without being the first, and those made after the one
 *     that arrived first, arrived or not; 0 if none arrived, which counts in no mean
 * @param arrivals the number of arrivals, repeated arrivals of the same transmission included
 */
public record MessageOutcome(long message, long startNanos, int attempts, long ettNanos, int urc, int arrivals) {
    /** The ETT of a message that did not arrive. */
    public static final long INFINITE = Long.MAX_VALUE;

    /**
     * Tells if the message never arrived.
     *
     * @return true if no transmission of it arrived
     */
    public boolean lost() {
        return arrivals == 0;
    }
}
