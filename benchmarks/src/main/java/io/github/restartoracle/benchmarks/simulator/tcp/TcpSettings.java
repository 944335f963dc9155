package io.github.restartoracle.benchmarks.simulator.tcp;

import io.github.restartoracle.benchmarks.theory.SynSchedule;
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
 * @param headerBytes of all headers of a segment and of an acknowledgement, 0 or more
 */
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
        int headerBytes) {
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

    /** What the sender concludes from segments that arrived though an earlier one did not. */
    public enum Recovery {
        /** One segment is sent again after three duplicate acknowledgements, and one per partial one (RFC 6582). */
        NEW_RENO,
        /** With three later segments selectively acknowledged, all holes below are sent again (RFC 6675). */
        SACK,
        /** A segment is lost once one sent later has arrived and a quarter of a round trip has passed (RFC 8985). */
        RACK
    }

    public TcpSettings {
        if (mss < 1 || initialWindow < 1 || ackEvery < 1 || headerBytes < 0) {
            throw new IllegalArgumentException(
                    "mss, initialWindow and ackEvery must be 1 or more, headerBytes 0 or more");
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
                HEADERS);
    }

    /**
     * The same with another initial window.
     *
     * @param segments 1 or more
     * @return the changed settings
     */
    public TcpSettings withInitialWindow(int segments) {
        return new TcpSettings(
                syn,
                connectTimeout,
                synAckTimeout,
                mss,
                segments,
                minRto,
                timestamps,
                recovery,
                tailLossProbe,
                ackEvery,
                delayedAck,
                headerBytes);
    }

    /**
     * The same with or without the tail loss probe.
     *
     * @param probe whether it is sent
     * @return the changed settings
     */
    public TcpSettings withTailLossProbe(boolean probe) {
        return new TcpSettings(
                syn,
                connectTimeout,
                synAckTimeout,
                mss,
                initialWindow,
                minRto,
                timestamps,
                recovery,
                probe,
                ackEvery,
                delayedAck,
                headerBytes);
    }

    /**
     * The same with another recovery.
     *
     * @param other what the sender concludes from segments that arrived though an earlier one did not
     * @return the changed settings
     */
    public TcpSettings withRecovery(Recovery other) {
        return new TcpSettings(
                syn,
                connectTimeout,
                synAckTimeout,
                mss,
                initialWindow,
                minRto,
                timestamps,
                other,
                tailLossProbe,
                ackEvery,
                delayedAck,
                headerBytes);
    }

    /**
     * The same with another schedule of SYNs.
     *
     * @param schedule when a SYN is repeated
     * @return the changed settings
     */
    public TcpSettings withSyn(SynSchedule schedule) {
        return new TcpSettings(
                schedule,
                connectTimeout,
                synAckTimeout,
                mss,
                initialWindow,
                minRto,
                timestamps,
                recovery,
                tailLossProbe,
                ackEvery,
                delayedAck,
                headerBytes);
    }

    /**
     * The same with a time after which the application gives up connecting.
     *
     * @param patience more than 0
     * @return the changed settings
     */
    public TcpSettings withConnectTimeout(Duration patience) {
        return new TcpSettings(
                syn,
                patience,
                synAckTimeout,
                mss,
                initialWindow,
                minRto,
                timestamps,
                recovery,
                tailLossProbe,
                ackEvery,
                delayedAck,
                headerBytes);
    }
}
