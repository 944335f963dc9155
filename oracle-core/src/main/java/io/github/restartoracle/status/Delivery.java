package io.github.restartoracle.status;

/**
 * The facts that the source knows of a message when its first acknowledgement arrives.
 *
 * @param message the message
 * @param endpoint the service and port of the RM source
 * @param address the destination address
 * @param attempts the number of transmissions that had been dispatched
 * @param arrivedAttempt the transmission that arrived first, as the destination echoed it; 0 if that is not known
 * @param use the way in which the oracle could learn from the acknowledgement
 * @param ettNanos the Effective Transmission Time as the source knows it, from when the first transmission was due to the
 *     acknowledgement; -1 for a message of an earlier process
 * @param rttNanos the round trip time, free of the acknowledgement's delay if it was echoed; -1 if the acknowledgement gave
 *     no sample, or an ambiguous one
 */
public record Delivery(
        MessageId message,
        String endpoint,
        String address,
        int attempts,
        int arrivedAttempt,
        SampleUse use,
        long ettNanos,
        long rttNanos) {
    /**
     * Returns the number of transmissions that were made after the one that arrived: each of them was unnecessary.
     *
     * @return 0 or more; 0 if it is not known which one arrived
     */
    public int needlessRestarts() {
        return arrivedAttempt == 0 ? 0 : attempts - arrivedAttempt;
    }
}
