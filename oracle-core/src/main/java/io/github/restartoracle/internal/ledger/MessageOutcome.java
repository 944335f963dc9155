package io.github.restartoracle.internal.ledger;

/**
 * The outcome of one message in a {@link TransmissionLedger}: its Effective Transmission Time (ETT) and its Unnecessary Resource
 * Consumption (URC).
 *
 * @param message its number in the ledger
 * @param startNanos the time at which it was due; if that was not recorded, its earliest dispatch
 * @param attempts n<sub>i</sub>, the number of transmissions that were recorded as dispatched or arrived, 0 or more
 * @param ettNanos the time from {@code startNanos} to the first arrival, {@link #INFINITE} if none arrived; less than 0 if the
 *     clocks of source and destination disagree
 * @param urc unnecessary transmissions, 0 or more: n<sub>i</sub> without the one that arrived first and without the lost ones of
 *     lower number; 0 if none arrived, and the message is left out of means
 * @param arrivals the number of arrivals, repeated arrivals of the same transmission included
 */
public record MessageOutcome(long message, long startNanos, int attempts, long ettNanos, int urc, int arrivals) {
    /** The ETT of a message that did not arrive. */
    public static final long INFINITE = Long.MAX_VALUE;

    /**
     * Returns whether no arrival of the message is recorded.
     *
     * @return true also while it may still arrive
     */
    public boolean lost() {
        return arrivals == 0;
    }
}
