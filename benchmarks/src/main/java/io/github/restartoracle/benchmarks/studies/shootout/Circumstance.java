package io.github.restartoracle.benchmarks.studies.shootout;

import io.github.restartoracle.benchmarks.lab.scenario.OracleSpec;
import io.github.restartoracle.benchmarks.lab.scenario.PaperScenarios;
import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import io.github.restartoracle.benchmarks.lab.scenario.Service;
import io.github.restartoracle.benchmarks.lab.scenario.Spread;
import io.github.restartoracle.benchmarks.lab.scenario.TableOne;
import io.github.restartoracle.benchmarks.lab.scenario.Transport;
import io.github.restartoracle.benchmarks.lab.simulator.SimulationSettings;
import io.github.restartoracle.benchmarks.lab.simulator.Timers;
import io.github.restartoracle.harness.fault.Direction;
import io.github.restartoracle.harness.fault.Disruption;
import io.github.restartoracle.harness.fault.Fault;
import io.github.restartoracle.harness.fault.FaultSchedule;
import io.github.restartoracle.harness.fault.RandomLoss;
import io.github.restartoracle.harness.fault.Window;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A condition under which oracles are compared.
 *
 * @param name unique among those of the suite
 * @param words the condition, for the heading
 * @param scenario messages, link and faults of the first run
 * @param timers the machines that are simulated
 * @param boundedByNone true if the ETT of {@code none} stands for the bound, because the messages wait for the service
 * @param echo true if the destination names the transmission that it acknowledges, as ours do and stock CXF does not
 */
@RecordBuilder
record Circumstance(String name, String words, Scenario scenario, Timers timers, boolean boundedByNone, boolean echo)
        implements CircumstanceBuilder.With {
    static final String CANARY = "canary";
    static final String NONE = "none";
    static final String CXF = "CXF";

    private static final Service OVERLOADED = Service.PROMPT
            .withTime(Duration.ofMillis(250))
            .withThreads(1)
            .withStall(Optional.of(Window.once(Duration.ofSeconds(60), Optional.of(Duration.ofSeconds(30)))));

    private static final int SHORT = 1000;

    /**
     * The difference between the times at which the faults of two runs begin. The interval between messages is no multiple of
     * it.
     */
    private static final Duration PHASE = Duration.ofMillis(47);

    /** Returns all conditions, with the timers of today; disruptions with those of 2005 as well. */
    static List<Circumstance> all() {
        List<Circumstance> all = new ArrayList<>();
        all.add(of(
                "busy-server",
                "no fault, a service that takes 200 ms in the mean (exponential)",
                paper("no-faults").withService(exponential(Duration.ofMillis(200)))));
        for (Timers timers : List.of(Timers.TODAY, Timers.OF_2005)) {
            all.add(of("disruption-10s", "nothing gets through for 10 s", paper("disruption-10s"))
                    .with(timers));
            all.add(of("disruption-60s", "nothing gets through for 60 s", paper("disruption-60s"))
                    .with(timers));
        }
        all.add(of("loss-2pct", "1 % of the packets of each direction are lost", paper("loss-2pct")));
        all.add(of("loss-10pct", "5 % of the packets of each direction are lost", paper("loss-10pct")));
        all.add(of(
                "flapping",
                "every 11.3 s nothing gets through for 1.3 s",
                brief(
                        "flapping",
                        new Disruption(
                                new Window(
                                        Duration.ofSeconds(5),
                                        Optional.of(Duration.ofMillis(1300)),
                                        Optional.of(Duration.ofMillis(11_300))),
                                Direction.BOTH))));
        all.add(of(
                "acks-lost",
                "30 % of the packets from the destination are lost",
                brief("acks-lost", new RandomLoss(Window.always(), 0.3, Direction.BACKWARD))));
        all.add(of(
                "slow-service",
                "no fault, a service that takes 1.9 s in the mean (exponential)",
                brief("slow-service").withService(exponential(Duration.ofMillis(1900)))));
        all.add(of(
                        "overload",
                        "a service with one thread and 250 ms for each copy, half of its capacity asked for, stands still for"
                                + " 30 s",
                        brief("overload").withService(OVERLOADED))
                .withBoundedByNone(true));
        all.add(of(
                        "no-new-traffic",
                        "a stock CXF destination, an outage of 8 s, and no new message after its first second",
                        paper("no-faults")
                                .withName("no-new-traffic")
                                .withMessages(20)
                                .withInterval(Duration.ofMillis(100))
                                .withFaults(schedule(Disruption.of(Duration.ofMillis(850), Duration.ofSeconds(8)))))
                .withEcho(false));
        return List.copyOf(all);
    }

    /** Returns the canary, the five oracles with the parameters of the paper, and the policies of other products. */
    static List<OracleSpec> oracles() {
        List<OracleSpec> oracles = new ArrayList<>();
        oracles.add(OracleSpec.of(CANARY, Map.of()));
        oracles.addAll(TableOne.oracles(Transport.HTTP));
        oracles.add(OracleSpec.ofProduct(CXF, "cxf"));
        oracles.add(OracleSpec.ofProduct("Sandesha2", "sandesha2"));
        oracles.add(OracleSpec.ofProduct("Metro", "metro"));
        oracles.add(OracleSpec.ofProduct("WCF", "wcf"));
        return List.copyOf(oracles);
    }

    private static Circumstance of(String name, String words, Scenario scenario) {
        return new Circumstance(
                name, words, Timers.TODAY.applyTo(scenario.withOracles(oracles())), Timers.TODAY, false, true);
    }

    private static Scenario paper(String name) {
        return PaperScenarios.find(Transport.HTTP, name).orElseThrow();
    }

    private static Scenario brief(String name, Fault... faults) {
        return paper("no-faults").withName(name).withMessages(SHORT).withFaults(schedule(faults));
    }

    private static FaultSchedule schedule(Fault... faults) {
        return new FaultSchedule(List.of(faults));
    }

    private Circumstance with(Timers other) {
        String own = other == Timers.TODAY ? name : name + "-" + other;
        return withName(own).withScenario(other.applyTo(scenario)).withTimers(other);
    }

    private static Service exponential(Duration mean) {
        return Service.PROMPT.withTime(mean).withSpread(Spread.EXPONENTIAL);
    }

    SimulationSettings settings() {
        return timers.settings(scenario).withEcho(echo && timers != Timers.OF_2005);
    }

    /** Returns the scenario of a run: disruptions begin in another phase of the interval between messages. */
    Scenario scenario(int run) {
        Duration later = PHASE.multipliedBy(run - 1L);
        return scenario.withFaults(new FaultSchedule(scenario.faults().faults().stream()
                .map(fault -> fault instanceof Disruption ? later(fault, later) : fault)
                .toList()));
    }

    private static Fault later(Fault fault, Duration later) {
        Window window = fault.window();
        return fault.with(new Window(window.at().plus(later), window.lasting(), window.every()), fault.direction());
    }
}
