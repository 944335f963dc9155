package io.github.restartoracle.benchmarks.studies.oracles;

import io.github.restartoracle.benchmarks.lab.scenario.OracleSpec;
import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import io.github.restartoracle.benchmarks.lab.simulator.HostTimes;
import io.github.restartoracle.benchmarks.lab.simulator.SimulationSettings;
import io.github.restartoracle.benchmarks.lab.simulator.tcp.TcpSettings;
import io.github.restartoracle.benchmarks.lab.simulator.tcp.TcpSettings.Recovery;
import io.github.restartoracle.benchmarks.studies.oracles.Experiments.Experiment;
import io.github.restartoracle.benchmarks.studies.oracles.SimulatedComparison.Simulated;
import io.github.restartoracle.harness.fault.Link;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** Possible differences between the simulation and the paper's machines, or those of a testbed. */
final class PaperExperiments {
    private static final int PACKETS_EACH_WAY = 10;

    private PaperExperiments() {}

    /** Returns changes of the machines of 2005. */
    static List<Experiment> ofThePaper() {
        return List.of(
                withoutBandwidth(),
                settings(
                        "varying hosts",
                        "What hosts take is exponentially distributed, with the same mean.",
                        PaperExperiments::varyingHosts),
                settings(
                        "20 packets of 3 s",
                        "An exchange has 20 packets of data instead of 2, none is recovered but by the timeout, which is 3 s.",
                        PaperExperiments::twentyPackets),
                settings(
                        "echo",
                        "Acknowledgements say which transmission arrived, so that no sample is ambiguous.",
                        settings -> settings.withEcho(true)),
                oracles(
                        "QEST as printed",
                        "Equation (2) of the paper as it is printed, which divides by F twice.",
                        "qest",
                        Map.of("qest.variant", "as-printed")),
                oracles(
                        "RFC 6298",
                        "Jacobson and Karn's deviation from the old smoothed time, as the RFC has it.",
                        "jacobson-karn",
                        Map.of("jacobson-karn.variant", "rfc6298")),
                oracles("no cap", "Adaptive timeouts double without a limit.", "", Map.of("max-timeout", "7d")));
    }

    /** Returns changes of a simulation with the host times of a measurement. */
    static List<Experiment> ofTheTestbed() {
        return List.of(
                settings(
                        "slow in a row",
                        "Host times come in the order in which they were measured, so that hosts are slow for several"
                                + " messages in a row.",
                        settings -> settings.withHosts(settings.hosts().map(HostTimes::inOrder))
                                .withAnswering(settings.answering().map(HostTimes::inOrder))),
                settings(
                        "quick answers",
                        "Answers take no time of the hosts, which is measured for the way there only.",
                        settings -> settings.withAnswering(Optional.empty())),
                settings(
                        "hosts cost nothing",
                        "Neither way takes any time of the hosts.",
                        settings -> settings.withAnswering(Optional.empty()).withHosts(Optional.empty())),
                settings(
                        "no echo",
                        "Acknowledgements do not say which transmission arrived.",
                        settings -> settings.withEcho(false)),
                withoutBandwidth());
    }

    private static Experiment withoutBandwidth() {
        return new Experiment(
                "no bandwidth",
                "The link has no bandwidth to share.",
                simulated -> new Simulated(simulated.scenario().withLink(Link.ideal()), simulated.settings()));
    }

    private static SimulationSettings varyingHosts(SimulationSettings settings) {
        Duration mean = settings.sending().plus(settings.receiving());
        Duration mailMean = settings.mail().submission();
        // Over HTTP the whole time comes before the first packet; by mail the time of the submission.
        HostTimes hosts = HostTimes.exponential(mean.isZero() ? Duration.ofNanos(1) : mean);
        return settings.withHosts(Optional.of(hosts))
                .withSending(Duration.ZERO)
                .withReceiving(Duration.ZERO)
                .withMail(settings.mail()
                        .withSubmission(mailMean.compareTo(mean) > 0 ? mailMean.minus(mean) : Duration.ZERO));
    }

    private static SimulationSettings twentyPackets(SimulationSettings settings) {
        TcpSettings tcp = settings.tcp()
                .withRecovery(Recovery.TIMEOUT)
                .withMinRto(Duration.ofSeconds(3))
                .withMss(settings.envelopeBytes() / (PACKETS_EACH_WAY - 1));
        return settings.withTcp(tcp);
    }

    private static Experiment settings(String name, String change, UnaryOperator<SimulationSettings> changed) {
        return new Experiment(
                name, change, simulated -> new Simulated(simulated.scenario(), changed.apply(simulated.settings())));
    }

    /** Returns a change of the parameters of one kind of oracle, or of all for an empty name. */
    private static Experiment oracles(String name, String change, String oracle, Map<String, String> properties) {
        return new Experiment(name, change, simulated -> {
            Scenario scenario = simulated.scenario();
            List<OracleSpec> changed = scenario.oracles().stream()
                    .map(spec -> oracle.isEmpty() || spec.name().equals(oracle) ? with(spec, properties) : spec)
                    .toList();
            return new Simulated(scenario.withOracles(changed), simulated.settings());
        });
    }

    private static OracleSpec with(OracleSpec spec, Map<String, String> properties) {
        Map<String, String> all = new TreeMap<>(spec.properties());
        all.putAll(properties);
        return new OracleSpec(spec.label(), spec.name(), all);
    }
}
