package io.github.restartoracle.benchmarks.papers.position;

import io.github.restartoracle.benchmarks.lab.exchange.ExchangePhase;
import io.github.restartoracle.benchmarks.lab.exchange.LinkOutcome;
import io.github.restartoracle.benchmarks.lab.exchange.LinkPlan;
import io.github.restartoracle.benchmarks.lab.exchange.RequestTimes.Paced;
import io.github.restartoracle.benchmarks.lab.simulator.tcp.Kernel;
import io.github.restartoracle.benchmarks.lab.suite.Links;
import io.github.restartoracle.benchmarks.lab.suite.Suite;
import io.github.restartoracle.benchmarks.lab.suite.SuiteContext;
import io.github.restartoracle.benchmarks.lab.suite.SuiteResult;
import io.github.restartoracle.harness.fault.Direction;
import io.github.restartoracle.harness.fault.FaultSchedule;
import io.github.restartoracle.harness.fault.PacketDrop;
import io.github.restartoracle.harness.fault.Window;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Response time by the position of one lost packet, on the grid of the paper and on real links. All positions of one cell are run
 * one after the other over one link. Each position has a window of whole seconds in which every connection loses the packet at
 * that position. The intervals between exchanges are so long that none overlaps with another or with the next window.
 */
public final class PositionSuite implements Suite {
    /**
     * The interval of exchanges: more than the longest exchange anywhere in the grid, which consists of 3 s for a SYN-ACK, the
     * slowest path, and a timeout.
     */
    static final Duration APART = Duration.ofSeconds(7);

    /**
     * The time from the opening of a window to its first exchange, because the clocks of the kernel and of the client may
     * differ a little.
     */
    private static final Duration FIRST = Duration.ofMillis(100);

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
        Map<LinkPlan, Cell> plans = plans(PathKind.grid(), 1, APART);
        Map<LinkPlan, Cell> real = plans(REAL, context.options().full() ? 10 : 2, REAL_APART);
        Links links = new Links(context);
        List<LinkOutcome> outcomes = new ArrayList<>();
        for (Kernel kernel : List.of(Kernel.LINUX_2_6, Kernel.FREE_BSD_6, Kernel.TODAY, Kernel.OLD_RULES)) {
            outcomes.addAll(links.simulate(kernel, List.copyOf(plans.keySet())));
        }
        for (Kernel kernel : Kernel.REAL) {
            outcomes.addAll(links.run(kernel, List.copyOf(real.keySet())));
        }
        plans.putAll(real);
        List<Curve> curves = new ArrayList<>();
        for (LinkOutcome outcome : outcomes) {
            Cell cell = Objects.requireNonNull(plans.get(outcome.plan()));
            curves.add(Curve.of(cell.service(), cell.path(), outcome));
        }
        return new PositionReport(curves).result(links);
    }

    private static Map<LinkPlan, Cell> plans(List<PathKind> paths, int repeats, Duration apart) {
        Map<LinkPlan, Cell> plans = new LinkedHashMap<>();
        for (PathKind path : paths) {
            for (PaperService service : PaperService.values()) {
                plans.put(plan(service, path, repeats, apart), new Cell(service, path));
            }
        }
        return plans;
    }

    private record Cell(PaperService service, PathKind path) {}

    static String label(int position) {
        return "loss-at-" + position;
    }

    /**
     * Returns the plan of a cell.
     *
     * @param repeats exchanges at each position
     * @param apart between the beginnings of two exchanges, whole seconds
     */
    static LinkPlan plan(PaperService service, PathKind path, int repeats, Duration apart) {
        List<ExchangePhase> phases = new ArrayList<>();
        FaultSchedule faults = FaultSchedule.none();
        Duration window = apart.multipliedBy(repeats);
        for (int position = 0; position <= service.packets(); position++) {
            Duration from = window.multipliedBy(position);
            phases.add(
                    new ExchangePhase(label(position), from, window, service.call(), new Paced(repeats, FIRST, apart)));
            if (position > 0) {
                faults = faults.and(
                        new PacketDrop(Window.once(from, Optional.of(window)), position, Direction.BACKWARD));
            }
        }
        String name = service.fileName() + "-" + path.kbit() + "kbit-" + path.delayMillis() + "ms";
        return new LinkPlan(name, phases, path.link(), faults);
    }
}
