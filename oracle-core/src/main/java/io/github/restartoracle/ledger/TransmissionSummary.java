package io.github.restartoracle.ledger;

/**
 * Timeliness and fairness of the messages that a {@link TransmissionRecorder} has counted.
 *
 * <p>The half-widths are over messages, under a normal approximation, as in "The Fast and the Fair". Messages in one outage are
 * not independent, so these half-widths are too narrow; use an interval over runs instead.
 *
 * @param messages delivered and lost ones together
 * @param lost messages that never arrived
 * @param attempts transmissions of all messages, lost ones included
 * @param ettSeconds effective transmission time of the messages that arrived
 * @param ettP50Seconds its median; percentiles are accurate to the recorder's digits, a negative ETT counts as 0 in them, and
 *     they are NaN if no message arrived
 * @param ettP95Seconds its 95th percentile
 * @param ettP99Seconds its 99th percentile
 * @param ettMaxSeconds its maximum, exact; NaN if no message arrived
 * @param urc unnecessary transmissions per message that arrived, where they are known
 * @param rttSeconds round trip times, where a message gave one
 * @param duplicateArrivals arrivals beyond the first of each message, which the destination has to discard
 */
public record TransmissionSummary(
        long messages,
        long lost,
        long attempts,
        Estimate ettSeconds,
        double ettP50Seconds,
        double ettP95Seconds,
        double ettP99Seconds,
        double ettMaxSeconds,
        Estimate urc,
        Estimate rttSeconds,
        long duplicateArrivals) {
    /** {@return the transmissions per message; 1 or more; NaN if there are no messages} */
    public double attemptsMean() {
        return (double) attempts / messages;
    }
}
