package io.github.restartoracle.benchmarks.papers.position;

import io.github.restartoracle.benchmarks.lab.exchange.LinkOutcome;
import io.github.restartoracle.benchmarks.lab.exchange.LinkPlan;
import io.github.restartoracle.benchmarks.lab.simulator.tcp.Kernel;
import io.github.restartoracle.benchmarks.lab.suite.RealLinks;
import io.github.restartoracle.benchmarks.lab.suite.SimulatedLinks;
import io.github.restartoracle.benchmarks.lab.suite.Suite;
import io.github.restartoracle.benchmarks.lab.suite.SuiteContext;
import io.github.restartoracle.benchmarks.lab.suite.SuiteResult;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;

/** Response time by the position of one lost packet, on the grid of the paper and on real links. */
public final class PositionSuite implements Suite {
    static final String LINUX = "simulation, " + Kernel.LINUX_2_6;
    static final String FREE_BSD = "simulation, " + Kernel.FREE_BSD_6;

    /**
     * The interval of exchanges: more than the longest exchange of the cells below, which consists of 1 s for a SYN-ACK, the
     * path, and a timeout.
     */
    private static final Duration REAL_APART = Duration.ofSeconds(3);

    /** The two cells with numbers in the paper, and two at the bandwidth of its Figures 4, 8, 10 and 12. */
    private static final List<PathKind> REAL =
            List.of(PathKind.US_US, PathKind.US_OVERSEAS, new PathKind(1000, 10), new PathKind(1000, 60));

    @Override
    public String name() {
        return "loss-position";
    }

    @Override
    public String question() {
        return "What does the loss of one packet cost a web service, by the packet's position?";
    }

    @Override
    public SuiteResult run(SuiteContext context) throws IOException, InterruptedException {
        Map<LinkPlan, Cell> plans = plans(PathKind.grid(), 1, PositionPlan.APART);
        List<LinkOutcome> outcomes = new ArrayList<>();
        SimulatedLinks simulated = new SimulatedLinks(context);
        for (Kernel kernel : List.of(Kernel.LINUX_2_6, Kernel.FREE_BSD_6, Kernel.TODAY, Kernel.OLD_RULES)) {
            outcomes.addAll(simulated.run(kernel, List.copyOf(plans.keySet()), OptionalInt.empty()));
        }
        RealLinks real = new RealLinks(context);
        if (context.testbed()) {
            Map<LinkPlan, Cell> chosen = plans(REAL, context.options().full() ? 10 : 2, REAL_APART);
            plans.putAll(chosen);
            for (Kernel kernel : Kernel.REAL) {
                outcomes.addAll(real.run(kernel, List.copyOf(chosen.keySet())));
            }
        }
        List<Curve> curves = new ArrayList<>();
        for (LinkOutcome outcome : outcomes) {
            Cell cell = Objects.requireNonNull(plans.get(outcome.plan()));
            curves.add(Curve.of(cell.service(), cell.path(), outcome));
        }
        return new PositionReport(curves).result(real.faults(), real.defects());
    }

    private static Map<LinkPlan, Cell> plans(List<PathKind> paths, int repeats, Duration apart) {
        Map<LinkPlan, Cell> plans = new LinkedHashMap<>();
        for (PathKind path : paths) {
            for (PaperService service : PaperService.values()) {
                plans.put(PositionPlan.of(service, path, repeats, apart), new Cell(service, path));
            }
        }
        return plans;
    }

    private record Cell(PaperService service, PathKind path) {}
}
