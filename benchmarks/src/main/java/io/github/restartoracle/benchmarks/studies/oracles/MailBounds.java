package io.github.restartoracle.benchmarks.studies.oracles;

import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import io.github.restartoracle.benchmarks.lab.scenario.Transport;
import io.github.restartoracle.benchmarks.lab.simulator.SimulationSettings;
import io.github.restartoracle.benchmarks.lab.simulator.mail.MailPath;
import io.github.restartoracle.benchmarks.lab.simulator.mail.SimulatedMailSettings;
import io.github.restartoracle.benchmarks.lab.theory.MailBound;
import java.time.Duration;
import java.util.OptionalDouble;

/** The clairvoyant bounds of scenarios by mail. Over HTTP the bound follows from results. */
final class MailBounds {
    private static final int BITS = 8;

    private MailBounds() {}

    /**
     * Returns the bound with real servers. Only two times are known of them: the mail's bytes take their time on the link, and
     * the mailbox is polled.
     */
    static OptionalDouble of(Scenario scenario) {
        long bits = BITS * (long) scenario.payloadBytes();
        Duration bytes = Duration.ofNanos(
                scenario.link().bandwidth().isEmpty()
                        ? 0
                        : bits * 1_000_000_000L / scenario.link().bandwidth().getAsLong());
        Duration flight = scenario.link().delay().minus(scenario.link().jitter());
        return bound(scenario, bytes.plus(flight), SimulatedMailSettings.today().poll(), Duration.ZERO);
    }

    /** Returns the bound with simulated servers: the mail is sent at once over an idle link without loss. */
    static OptionalDouble of(Scenario scenario, SimulationSettings settings) {
        SimulatedMailSettings mail = settings.mail();
        Duration session = MailPath.leastDelivery(scenario.link(), settings.tcp(), settings.mailBytes(scenario));
        return bound(scenario, mail.submission().plus(session), mail.poll(), mail.reading());
    }

    private static OptionalDouble bound(Scenario scenario, Duration delivery, Duration poll, Duration reading) {
        return scenario.transport() == Transport.MAIL
                ? OptionalDouble.of(
                        MailBound.ettSeconds(scenario.outages(), scenario.workload(), delivery, poll, reading))
                : OptionalDouble.empty();
    }
}
