package io.github.restartoracle.benchmarks.lab.exchange;

import io.github.restartoracle.benchmarks.lab.simulator.tcp.TcpSettings;
import io.github.restartoracle.benchmarks.lab.simulator.tcp.TcpSettings.Recovery;
import io.github.restartoracle.benchmarks.lab.theory.SynSchedule;
import java.util.List;
import java.util.Map;

/** A variant of TCP, used at both ends of a link. */
public enum Kernel {
    /** TCP as in 2005: SYNs again after 3 s, an initial window of three segments, no tail loss probe. Only simulated. */
    OF_2005("2005", Map.of(), TcpSettings.of2005()),
    /** The standards to the letter: New Reno, delayed acknowledgements, a least timeout of 1 s. Only simulated. */
    OF_STANDARDS("standards", Map.of(), TcpSettings.rfc6298()),
    /** The standards with Reno of RFC 5681 instead of New Reno. Only simulated. */
    STANDARDS_WITH_RENO("Reno", Map.of(), TcpSettings.rfc6298().withRecovery(Recovery.RENO)),
    /** The standards with selective acknowledgements. Only simulated. */
    STANDARDS_WITH_SACK("SACK", Map.of(), TcpSettings.rfc6298().withRecovery(Recovery.SACK)),
    /** Linux 2.6.15: an initial window of three segments, SACK, no tail loss probe, the FIN with the last data. */
    LINUX_2_6("Linux 2.6.15", Map.of(), TcpSettings.of2005().withFinWithData(true)),
    /** FreeBSD 6.0: New Reno in effect after four duplicates, delayed acknowledgements, a least timeout of 230 ms. */
    FREE_BSD_6("FreeBSD 6.0", Map.of(), TcpSettings.freeBsd6()),
    /** Today's kernel with its defaults, except that SYNs are sent again after 1, 3, 7 ... s. */
    TODAY("today", Map.of("net.ipv4.tcp_syn_linear_timeouts", "0"), TcpSettings.linux(SynSchedule.LINUX_DOUBLING)),
    /**
     * The closest to 2005 that parameters of a node's network permit with today's kernel: no tail loss probe, no early
     * retransmit, no RACK, Reno. The initial window stays ten segments, and a SYN is sent again after 1 s.
     */
    OLD_RULES(
            "old rules",
            Map.of(
                    "net.ipv4.tcp_syn_linear_timeouts", "0",
                    "net.ipv4.tcp_recovery", "0",
                    "net.ipv4.tcp_early_retrans", "0",
                    "net.ipv4.tcp_congestion_control", "reno"),
            withoutProbe(TcpSettings.linux(SynSchedule.LINUX_DOUBLING)));

    /** The variants that nodes of a testbed can be set to. */
    public static final List<Kernel> REAL = List.of(TODAY, OLD_RULES);

    private final String label;

    @SuppressWarnings("ImmutableEnumChecker") // made by Map.of
    private final Map<String, String> sysctls;

    @SuppressWarnings("ImmutableEnumChecker") // a record of immutable values
    private final TcpSettings tcp;

    Kernel(String label, Map<String, String> sysctls, TcpSettings tcp) {
        this.label = label;
        this.sysctls = sysctls;
        this.tcp = tcp;
    }

    private static TcpSettings withoutProbe(TcpSettings tcp) {
        return tcp.withRecovery(Recovery.SACK).withTailLossProbe(false);
    }

    /** {@return the kernel parameters of a node's network} */
    Map<String, String> sysctls() {
        return sysctls;
    }

    /** {@return the settings of the simulated TCP that correspond to it} */
    public TcpSettings tcp() {
        return tcp;
    }

    @Override
    public String toString() {
        return label;
    }
}
