package io.github.restartoracle.benchmarks.lab.simulator.tcp;

import io.github.restartoracle.benchmarks.lab.theory.SynSchedule;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;

/**
 * The settings of TCP on both ends.
 *
 * @param syn the times at which a SYN is repeated; after the last wait has doubled once more, the attempt fails
 * @param connectTimeout the time for which the application waits for a connection, more than 0
 * @param synAckTimeout the first wait for the third packet of the handshake; doubles, 5 times
 * @param mss payload of a full segment, 1 or more
 * @param initialWindow segments, 1 or more
 * @param minRto the least retransmission timeout, more than 0
 * @param timestamps true if retransmitted segments give samples of the round trip time (RFC 7323)
 * @param recovery the reaction to segments that later ones have overtaken
 * @param tailLossProbe true if the last segment is sent again before the timeout (RFC 8985, 7)
 * @param ackEvery in-order segments per acknowledgement, 1 or more
 * @param delayedAck the time that a segment waits for the next until it is acknowledged alone, if {@code ackEvery} is not 1
 * @param duplicateThreshold the number of duplicate acknowledgements, or of later segments that have arrived, after which a
 *     segment counts as lost, 1 or more
 * @param minRtoOfWhole true if {@code minRto} is the least of the whole timeout (RFC 6298), false if of its part for the
 *     variance (Linux)
 * @param finWithData true if the end that sends last closes with its last data, false if with a separate segment
 * @param headerBytes the size of all headers of a segment and of an acknowledgement, 0 or more
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
    /** The size of the options that a SYN has in addition to those of a segment. */
    static final int SYN_OPTION_BYTES = 8;

    /** The number of timeouts in a row after which a connection is given up ({@code tcp_retries2} of Linux). */
    static final int RETRIES = 15;

    /** The longest retransmission timeout, as in Linux. */
    static final long MAX_RTO_NANOS = 120_000_000_000L;

    /** The retransmission timeout without a sample after the SYN was lost: RFC 6298, 5.7. */
    static final long RTO_AFTER_SYN_LOSS_NANOS = 3_000_000_000L;

    /** The way in which a sender detects losses and recovers. */
    public enum Recovery {
        /** By the timeout alone. */
        TIMEOUT,
        /** Fast retransmit and fast recovery after duplicate acknowledgements (RFC 5681). */
        RENO,
        /** The same, until all segments are acknowledged that were sent when the loss was detected (RFC 6582). */
        NEW_RENO,
        /** All holes below three later segments that were selectively acknowledged are sent again (RFC 6675). */
        SACK,
        /** A segment is lost when one sent later has arrived and a quarter of a round trip has passed (RFC 8985). */
        RACK
    }
}
