package io.github.restartoracle.benchmarks.lab.simulator.tcp;

import io.github.restartoracle.benchmarks.lab.theory.SynSchedule;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;

/**
 * How both ends do TCP. The constructor throws {@link IllegalArgumentException} for values out of range.
 *
 * @param syn when a SYN is repeated; after the last wait has doubled once more, the attempt fails
 * @param connectTimeout how long the application waits for a connection, more than 0
 * @param synAckTimeout the first wait for the third packet of the handshake; doubles, 5 times
 * @param mss payload of a full segment, 1 or more
 * @param initialWindow segments, 1 or more
 * @param minRto the least retransmission timeout, more than 0
 * @param timestamps whether retransmitted segments give samples of the round trip time (RFC 7323)
 * @param recovery what is done about segments that later ones have overtaken
 * @param tailLossProbe whether the last segment is sent again before the timeout (RFC 8985, 7)
 * @param ackEvery in-order segments per acknowledgement, 1 or more
 * @param delayedAck how long a segment waits for the next until it is acknowledged alone, if {@code ackEvery} is not 1
 * @param duplicateThreshold duplicate acknowledgements, or later segments that have arrived, until a segment is taken for
 *     lost, 1 or more
 * @param minRtoOfWhole whether {@code minRto} is the least of the whole timeout (RFC 6298) or of its part for the variance
 *     (Linux)
 * @param finWithData whether the end that speaks last closes with its last data, or with a segment of its own
 * @param headerBytes of all headers of a segment and of an acknowledgement, 0 or more
 */
@RecordBuilder
public record TcpSettings(
        SynSchedule syn,
        Duration connectTimeout,
        Duration synAckTimeout,
        int mss,
        int initialWindow,
        Duration minRto,
        boolean timestamps,
        Recovery recovery,
        boolean tailLossProbe,
        int ackEvery,
        Duration delayedAck,
        int duplicateThreshold,
        boolean minRtoOfWhole,
        boolean finWithData,
        int headerBytes)
        implements TcpSettingsBuilder.With {
    /** A SYN has this many bytes of options more than a segment. */
    static final int SYN_OPTION_BYTES = 8;

    /** Timeouts in a row after which a connection is given up ({@code tcp_retries2} of Linux). */
    static final int RETRIES = 15;

    /** The longest retransmission timeout, as in Linux. */
    static final long MAX_RTO_NANOS = 120_000_000_000L;

    /** The retransmission timeout without a sample after the SYN was lost: RFC 6298, 5.7. */
    static final long RTO_AFTER_SYN_LOSS_NANOS = 3_000_000_000L;

    private static final Duration PATIENCE = Duration.ofDays(1);
    private static final int MSS = 1448;
    private static final int HEADERS = 66;
    private static final int DUPLICATES = 3;

    /** How a sender finds out about losses and recovers. */
    public enum Recovery {
        /** By the timeout alone. */
        TIMEOUT,
        /** Fast retransmit and fast recovery after duplicate acknowledgements (RFC 5681). */
        RENO,
        /** The same until all is acknowledged that was sent when the loss was found (RFC 6582). */
        NEW_RENO,
        /** With three later segments selectively acknowledged, all holes below are sent again (RFC 6675). */
        SACK,
        /** A segment is lost once one sent later has arrived and a quarter of a round trip has passed (RFC 8985). */
        RACK
    }

    public TcpSettings {
        if (mss < 1 || initialWindow < 1 || ackEvery < 1 || duplicateThreshold < 1 || headerBytes < 0) {
            throw new IllegalArgumentException(
                    "mss, initialWindow, ackEvery and duplicateThreshold must be 1 or more, headerBytes 0 or more");
        }
        if (connectTimeout.isZero()
                || connectTimeout.isNegative()
                || minRto.isZero()
                || minRto.isNegative()
                || synAckTimeout.isZero()
                || synAckTimeout.isNegative()) {
            throw new IllegalArgumentException("connectTimeout, minRto and synAckTimeout must be more than 0");
        }
        if (delayedAck.isNegative()) {
            throw new IllegalArgumentException("delayedAck must be 0 or more, was " + delayedAck);
        }
    }

    /**
     * The machines of "The Fast and the Fair": Linux 2.6 of 2005, with 3 s for the first SYN.
     *
     * @return initial window 3, SACK, no probe
     */
    public static TcpSettings of2005() {
        return new TcpSettings(
                SynSchedule.PAPER,
                PATIENCE,
                Duration.ofSeconds(3),
                MSS,
                3,
                Duration.ofMillis(200),
                true,
                Recovery.SACK,
                false,
                1,
                Duration.ZERO,
                DUPLICATES,
                false,
                false,
                HEADERS);
    }

    /**
     * Linux of today.
     *
     * @param syn as the kernel is set
     * @return initial window 10, RACK and tail loss probe
     */
    public static TcpSettings linux(SynSchedule syn) {
        return new TcpSettings(
                syn,
                PATIENCE,
                Duration.ofSeconds(1),
                MSS,
                10,
                Duration.ofMillis(200),
                true,
                Recovery.RACK,
                true,
                1,
                Duration.ZERO,
                DUPLICATES,
                false,
                false,
                HEADERS);
    }

    /**
     * The standards to the letter: RFC 6298, RFC 6582, RFC 6928, RFC 1122's delayed acknowledgements.
     *
     * @return a least timeout of 1 s, initial window 10, no selective acknowledgements
     */
    public static TcpSettings rfc6298() {
        return new TcpSettings(
                SynSchedule.RFC_6298,
                PATIENCE,
                Duration.ofSeconds(1),
                MSS,
                10,
                Duration.ofSeconds(1),
                false,
                Recovery.NEW_RENO,
                false,
                2,
                Duration.ofMillis(200),
                DUPLICATES,
                true,
                false,
                HEADERS);
    }

    /**
     * FreeBSD 6.0: New Reno, an initial window of three segments (RFC 3390), delayed acknowledgements, a timeout of 200 ms
     * more than smoothed time and variance at least, the FIN with the last data. It takes one duplicate acknowledgement for
     * an update of the window, so that the fourth counts as the third.
     *
     * @return as in 2007
     */
    public static TcpSettings freeBsd6() {
        return new TcpSettings(
                SynSchedule.PAPER,
                PATIENCE,
                Duration.ofSeconds(3),
                MSS,
                3,
                Duration.ofMillis(200),
                true,
                Recovery.NEW_RENO,
                false,
                2,
                Duration.ofMillis(100),
                DUPLICATES + 1,
                false,
                true,
                HEADERS);
    }
}
