package io.github.restartoracle.benchmarks.report;

import io.github.restartoracle.benchmarks.experiments.Transport;
import io.github.restartoracle.benchmarks.results.PaperAgreement;
import io.github.restartoracle.benchmarks.results.ResultRow;
import java.util.Set;

/**
 * Why a simulated cell is not within the interval that the paper prints, as far as it is known. Nothing in the simulator is
 * tuned to the paper but the time that a message takes without faults.
 */
final class PaperCauses {
    private static final Set<String> ADAPTIVE = Set.of("jacobson-karn", "qest");

    private static final Cause QUEUEING = new Cause(
            "queueing",
            "connections that lose packets independently of each other cannot take so long; the paper's software must have"
                    + " queued messages behind connections that hung. Shape only.");
    private static final Cause SMTP = new Cause(
            "SMTP waits",
            "a packet of an SMTP session that is lost costs a retransmission, not seconds; what the paper's servers waited"
                    + " for besides is not described. Shape only.");
    private static final Cause HOSTS = new Cause(
            "steady hosts",
            "the simulated hosts always take the same time; the paper's did not, and adaptive timeouts are short enough to"
                    + " notice.");
    private static final Cause COLUMNS = new Cause(
            "columns differ",
            "without faults and restarts all of the paper's columns measure the same, and differ by more than their"
                    + " intervals; ours is set to 0.16 s.");
    private static final Cause OPEN = new Cause(
            "open points",
            "the paper leaves open what an adaptive timeout is before the first sample, how ties are broken and how samples"
                    + " age, its equation (2) as printed divides by F twice, and its copies without faults are missing here.");
    private static final Cause TIMER = new Cause(
            "SYN timer", "nothing else decides here, and the closed form is outside of the printed interval too.");
    private static final Cause BANDWIDTH = new Cause(
            "bandwidth",
            "when the link is back, all copies share its 1 Mbit/s, and acknowledgements come late enough for another"
                    + " restart; without a bandwidth the simulation gives the closed form (a unit test).");
    private static final Cause PHASES = new Cause(
            "phases",
            "chance; polls and queue runs keep their phase for a whole run, so that runs differ by more than the printed"
                    + " interval, which is over messages. Our interval over runs reaches it.");
    private static final Cause STEADY_MAIL = new Cause(
            "steady mail",
            "mails here always take the same time beside polls and queues; some of the paper's took longer than 14 s even"
                    + " without faults, since it has copies there.");

    private PaperCauses() {}

    static Cause of(PaperAgreement agreement) {
        if (agreement.ettWithin() && agreement.urcWithin()) {
            return Cause.NONE;
        }
        ResultRow row = agreement.cell().row();
        boolean mail = row.transport() == Transport.MAIL;
        if (row.scenario().startsWith("loss-")) {
            return mail ? SMTP : QUEUEING;
        }
        boolean adaptive = ADAPTIVE.contains(row.oracle());
        if (mail) {
            return agreement.mayBeChance() ? PHASES : adaptive ? OPEN : STEADY_MAIL;
        }
        if (row.scenario().equals("no-faults")) {
            return adaptive && !agreement.urcWithin() ? HOSTS : COLUMNS;
        }
        return adaptive ? OPEN : row.oracle().equals("none") ? TIMER : BANDWIDTH;
    }
}
