package io.github.restartoracle.benchmarks.lab.simulator.tcp;

import io.github.restartoracle.benchmarks.lab.simulator.tcp.TcpSettings.Recovery;
import io.github.restartoracle.benchmarks.lab.theory.SynSchedule;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A variant of TCP, used at both ends of a link. Each is described by its difference from another. */
public enum Kernel {
    /**
     * Linux 2.6 of 2005, as the machines of "The Fast and the Fair": SYNs again after 3 s, an initial window of three segments,
     * SACK, no tail loss probe. Only simulated.
     */
    OF_2005(
            "2005",
            new TcpSettings(
                    SynSchedule.PAPER,
                    Duration.ofDays(1),
                    Duration.ofSeconds(3),
                    1448,
                    3,
                    Duration.ofMillis(200),
                    true,
                    Recovery.SACK,
                    false,
                    1,
                    Duration.ZERO,
                    3,
                    false,
                    false,
                    66)),
    /** Linux of today with its defaults: RACK and tail loss probe, an initial window of ten segments, SYNs again after 1, 2 ... s. */
    LINUX(
            "Linux",
            OF_2005.tcp
                    .withSyn(SynSchedule.LINUX_LINEAR)
                    .withSynAckTimeout(Duration.ofSeconds(1))
                    .withInitialWindow(10)
                    .withRecovery(Recovery.RACK)
                    .withTailLossProbe(true)),
    /**
     * The standards to the letter: a least timeout of 1 s (RFC 6298), New Reno (RFC 6582), an initial window of ten segments (RFC
     * 6928), delayed acknowledgements (RFC 1122). Only simulated.
     */
    OF_STANDARDS(
            "standards",
            LINUX.tcp
                    .withSyn(SynSchedule.RFC_6298)
                    .withMinRto(Duration.ofSeconds(1))
                    .withMinRtoOfWhole(true)
                    .withTimestamps(false)
                    .withRecovery(Recovery.NEW_RENO)
                    .withTailLossProbe(false)
                    .withAckEvery(2)
                    .withDelayedAck(Duration.ofMillis(200))),
    /** The standards with Reno of RFC 5681 instead of New Reno. Only simulated. */
    STANDARDS_WITH_RENO("Reno", OF_STANDARDS.tcp.withRecovery(Recovery.RENO)),
    /** The standards with selective acknowledgements. Only simulated. */
    STANDARDS_WITH_SACK("SACK", OF_STANDARDS.tcp.withRecovery(Recovery.SACK)),
    /** Linux 2.6.15: an initial window of three segments, SACK, no tail loss probe, the FIN with the last data. */
    LINUX_2_6("Linux 2.6.15", OF_2005.tcp.withFinWithData(true)),
    /**
     * FreeBSD 6.0: New Reno, an initial window of three segments (RFC 3390), delayed acknowledgements, a timeout of at least 200
     * ms more than smoothed time and variance, the FIN with the last data. It takes one duplicate acknowledgement for an update
     * of the window, so that the fourth counts as the third.
     */
    FREE_BSD_6(
            "FreeBSD 6.0",
            OF_2005.tcp
                    .withRecovery(Recovery.NEW_RENO)
                    .withAckEvery(2)
                    .withDelayedAck(Duration.ofMillis(100))
                    .withDuplicateThreshold(4)
                    .withFinWithData(true)),
    /** Today's kernel with its defaults, except that SYNs are sent again after 1, 3, 7 ... s. */
    TODAY("today", LINUX.tcp.withSyn(SynSchedule.LINUX_DOUBLING)),
    /**
     * The closest to 2005 that parameters of a node's network permit with today's kernel: no tail loss probe, no early
     * retransmit, no RACK, Reno. The initial window stays ten segments, and a SYN is sent again after 1 s.
     */
    OLD_RULES("old rules", TODAY.tcp.withRecovery(Recovery.SACK).withTailLossProbe(false));

    /** The variants that nodes of a testbed can be set to. */
    public static final List<Kernel> REAL = List.of(TODAY, OLD_RULES);

    private final String label;

    @SuppressWarnings("ImmutableEnumChecker") // a record of immutable values
    private final TcpSettings tcp;

    Kernel(String label, TcpSettings tcp) {
        this.label = label;
        this.tcp = tcp;
    }

    /** {@return the parameters of a node's network that make its kernel one of {@link #REAL}; none for the others} */
    public Map<String, String> sysctls() {
        return switch (this) {
            case TODAY -> Map.of("net.ipv4.tcp_syn_linear_timeouts", "0");
            case OLD_RULES ->
                Map.of(
                        "net.ipv4.tcp_syn_linear_timeouts", "0",
                        "net.ipv4.tcp_recovery", "0",
                        "net.ipv4.tcp_early_retrans", "0",
                        "net.ipv4.tcp_congestion_control", "reno");
            default -> Map.of();
        };
    }

    /** {@return the settings of the simulated TCP} */
    public TcpSettings tcp() {
        return tcp;
    }

    @Override
    public String toString() {
        return label;
    }
}
