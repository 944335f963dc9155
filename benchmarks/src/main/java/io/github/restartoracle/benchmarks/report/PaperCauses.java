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

    private PaperCauses() {}

    static String of(PaperAgreement agreement) {
        if (agreement.ettWithin() && agreement.urcWithin()) {
            return "";
        }
        ResultRow row = agreement.cell().row();
        boolean adaptive = ADAPTIVE.contains(row.oracle());
        if (row.scenario().startsWith("loss-")) {
            return row.transport() == Transport.HTTP
                    ? "Connections that lose packets independently of each other cannot take so long: the paper's"
                            + " software must have queued messages behind connections that hung. Shape only."
                    : "A packet of an SMTP session that is lost costs a retransmission, not seconds: what the paper's"
                            + " servers waited for besides is not described. Shape only.";
        }
        if (row.transport() == Transport.MAIL) {
            return mail(agreement, adaptive);
        }
        if (row.scenario().equals("no-faults")) {
            return adaptive && !agreement.urcWithin()
                    ? "The simulated hosts take always the same time; the paper's did not, and adaptive timeouts are"
                            + " short enough to notice."
                    : "Without faults and without restarts all columns measure the same; the paper's differ by more"
                            + " than their intervals. Ours is set to 0.16 s.";
        }
        return disruption(row.oracle(), adaptive);
    }

    private static String disruption(String oracle, boolean adaptive) {
        if (adaptive) {
            return "The paper leaves open what an adaptive timeout is before the first sample, how ties are broken and"
                    + " how samples age; its equation (2) as printed divides by F twice. Restarts that it has without"
                    + " faults are missing here.";
        }
        return oracle.equals("none")
                ? "Nothing but the SYN timer decides here, and the closed form is outside of the printed interval too."
                : "When the link is back, all copies share its 1 Mbit/s, and acknowledgements come late enough for"
                        + " another restart; without a bandwidth the simulation gives the closed form (unit test).";
    }

    private static String mail(PaperAgreement agreement, boolean adaptive) {
        if (agreement.mayBeChance()) {
            return "Chance: polls and queue runs keep their phase for a whole run, so that runs differ by more than"
                    + " the printed interval, which is over messages. Our interval over runs reaches it.";
        }
        return adaptive
                ? "The paper leaves open what an adaptive timeout is before the first sample, how ties are broken and"
                        + " how samples age, and mails here always take the same time beside polls and queues."
                : "Mails here always take the same time beside polls and queues; the paper's servers must have taken"
                        + " longer at times, even without faults, since copies were sent after 14 s.";
    }
}
