package io.github.restartoracle.benchmarks.lab.simulator;

import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import io.github.restartoracle.benchmarks.lab.simulator.mail.SimulatedMailSettings;
import io.github.restartoracle.benchmarks.lab.simulator.net.GilbertElliott;
import io.github.restartoracle.benchmarks.lab.simulator.tcp.Kernel;
import io.github.restartoracle.benchmarks.lab.simulator.tcp.TcpSettings;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The settings of a simulation that a scenario does not contain.
 *
 * @param tcp the settings of TCP on both machines
 * @param sending from the dispatch of an attempt to its first packet, 0 or more
 * @param receiving from the last byte of a message to its arrival at the application, 0 or more; then the answer is sent
 * @param envelopeBytes of a request in addition to the payload, 1 or more
 * @param answerBytes of a response or mail that carries an acknowledgement, 1 or more
 * @param decoupledAfter the time for which a destination collects acknowledgements before it opens a separate connection for
 *     them; empty: they come back with the response
 * @param echo true if the destination names the transmission that it acknowledges, as ours do; if not, Karn's rule decides
 * @param queueBytes size of the queue in front of each end of the link; empty for an unlimited queue
 * @param bursts loss in bursts, in addition to the faults of the scenario
 * @param mail the settings of the mail servers
 * @param hosts further time of an attempt before its first packet; empty for none
 * @param answering further time of an answer over HTTP until the source has read it; empty for none
 */
@RecordBuilder
public record SimulationSettings(
        TcpSettings tcp,
        Duration sending,
        Duration receiving,
        int envelopeBytes,
        int answerBytes,
        Optional<Duration> decoupledAfter,
        boolean echo,
        OptionalInt queueBytes,
        Optional<GilbertElliott> bursts,
        SimulatedMailSettings mail,
        Optional<HostTimes> hosts,
        Optional<HostTimes> answering)
        implements SimulationSettingsBuilder.With {
    /**
     * Half of the processing time: the loss-free time of .16 s behind the paper's Table II, without the times of the link and
     * TCP.
     */
    private static final Duration PROCESSING_2005 = Duration.ofMillis(74);

    /** The bytes that our software sends for an empty payload, and receives, HTTP heads included; counted by a relay. */
    private static final int ENVELOPE_BYTES = 1126;

    private static final int ANSWER_BYTES = 1302;
    /** The bytes that SMTP and MIME add to an envelope. */
    static final int MAIL_HEADER_BYTES = 700;

    /**
     * {@return the settings of the machines of "The Fast and the Fair": SYNs after 3, 9, 21, 45, 93 s, no echo, and a processing
     * time that gives the loss-free time of the paper}
     */
    public static SimulationSettings of2005() {
        return new SimulationSettings(
                Kernel.OF_2005.tcp(),
                PROCESSING_2005,
                PROCESSING_2005,
                ENVELOPE_BYTES,
                ANSWER_BYTES,
                Optional.empty(),
                false,
                OptionalInt.empty(),
                Optional.empty(),
                SimulatedMailSettings.of2005(),
                Optional.empty(),
                Optional.empty());
    }

    /** {@return the settings of our software on a kernel of today} Processing takes no time. */
    public static SimulationSettings today(Kernel kernel) {
        return of2005().withTcp(kernel.tcp())
                .withSending(Duration.ZERO)
                .withReceiving(Duration.ZERO)
                .withEcho(true)
                .withMail(SimulatedMailSettings.today());
    }

    /** {@return the size of a mail of a scenario in bytes, with all headers} */
    public int mailBytes(Scenario scenario) {
        return envelopeBytes + scenario.payloadBytes() + MAIL_HEADER_BYTES;
    }
}
