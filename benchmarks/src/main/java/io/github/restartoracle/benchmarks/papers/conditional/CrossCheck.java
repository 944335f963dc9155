package io.github.restartoracle.benchmarks.papers.conditional;

import io.github.restartoracle.benchmarks.lab.exchange.Call;
import io.github.restartoracle.benchmarks.lab.exchange.Exchange;
import io.github.restartoracle.benchmarks.lab.exchange.ExchangePhase;
import io.github.restartoracle.benchmarks.lab.exchange.LinkOutcome;
import io.github.restartoracle.benchmarks.lab.exchange.LinkPlan;
import io.github.restartoracle.benchmarks.lab.exchange.RequestTimes.Sequential;
import io.github.restartoracle.benchmarks.lab.results.Column;
import io.github.restartoracle.benchmarks.lab.results.Estimate;
import io.github.restartoracle.benchmarks.lab.simulator.tcp.Kernel;
import io.github.restartoracle.benchmarks.lab.simulator.tcp.TcpSettings;
import io.github.restartoracle.benchmarks.lab.suite.Links;
import io.github.restartoracle.benchmarks.lab.suite.SuiteContext;
import io.github.restartoracle.benchmarks.lab.theory.CsaLatency;
import io.github.restartoracle.harness.fault.Direction;
import io.github.restartoracle.harness.fault.FaultSchedule;
import io.github.restartoracle.harness.fault.Link;
import io.github.restartoracle.harness.fault.RandomLoss;
import io.github.restartoracle.harness.fault.Window;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * The simulated TCP compared with the latency model of Cardwell, Savage and Anderson: the paper's Figure 8, whose flows have
 * round trips of 10 to 20 ms, with a simulation in place of the measurement. The bandwidth of the link is so large that it has
 * no effect, since the model has none.
 *
 * @param tcp the variant of TCP
 * @param lossPercent of the packets from server to client
 * @param segments of the response
 * @param simulated seconds, mean and its 99 % interval
 * @param model seconds; half a round trip of the request included
 */
record CrossCheck(Kernel tcp, double lossPercent, int segments, Estimate simulated, double model) {
    static final List<Column<CrossCheck>> COLUMNS = List.of(
            Column.text("TCP", CrossCheck::tcp),
            Column.number("segments", 0, "of the response", CrossCheck::segments),
            Column.number("loss, %", 1, "of the packets from server to client", CrossCheck::lossPercent),
            Column.number("mean_s", "simulated, ms", 1, 1000, "mean", check -> check.simulated.mean()),
            Column.number("ci99", "±, %", 1, 100, Condition.HALF_WIDTH, check -> check.simulated.relativeHalfWidth()),
            Column.number(
                    "model_s",
                    "model, ms",
                    1,
                    1000,
                    "Cardwell, Savage and Anderson, with the same timers and windows",
                    CrossCheck::model),
            Column.number("ratio", 2, "simulated over model", CrossCheck::ratio));

    static final double RTT = 0.015;
    /** Reno and New Reno without selective acknowledgements, the standards with them, and Linux of today. */
    static final List<Kernel> KERNELS =
            List.of(Kernel.STANDARDS_WITH_RENO, Kernel.OF_STANDARDS, Kernel.STANDARDS_WITH_SACK, Kernel.TODAY);

    static final List<Double> LOSSES = List.of(0.0, 1.0, 2.0, 5.0);

    /** The lengths, including the paper's peaks, 49 and 158. */
    static final List<Integer> SEGMENTS = List.of(1, 2, 5, 10, 20, 49, 100, 158, 200);

    private static final int MSS = 1448;
    private static final int NO_LIMIT = 1_000_000;

    double ratio() {
        return simulated.mean() / model;
    }

    /** Returns the throughput in bit/s, as in the paper's figure. */
    static double throughput(int segments, double seconds) {
        return 8.0 * segments * MSS / seconds;
    }

    static List<CrossCheck> run(SuiteContext context, Links links, Kernel kernel) throws InterruptedException {
        int count = context.options().full() ? 20_000 : 600;
        List<LinkPlan> plans = LOSSES.stream().map(loss -> plan(loss, count)).toList();
        List<LinkOutcome> outcomes = links.simulate(kernel, plans);
        List<CrossCheck> checks = new ArrayList<>();
        for (int i = 0; i < LOSSES.size(); i++) {
            double loss = LOSSES.get(i);
            CsaLatency csa = csa(kernel.tcp(), loss / 100);
            for (int segments : SEGMENTS) {
                double[] seconds = outcomes.get(i).of(label(segments)).stream()
                        .mapToDouble(Exchange::responseSeconds)
                        .filter(Double::isFinite)
                        .toArray();
                checks.add(new CrossCheck(
                        kernel, loss, segments, Estimate.at99Percent(seconds), csa.transaction(segments)));
            }
        }
        return checks;
    }

    /** Returns the model with the timers and windows of the simulated TCP. A timeout is a round trip plus its least margin. */
    static CsaLatency csa(TcpSettings tcp, double loss) {
        double synTimeout = tcp.syn().offsets().get(1).toMillis() / 1e3;
        double rto = RTT + tcp.minRto().toMillis() / 1e3;
        return new CsaLatency(RTT, synTimeout, rto, loss, 0, tcp.initialWindow(), tcp.ackEvery(), NO_LIMIT);
    }

    private static String label(int segments) {
        return "segments-" + segments;
    }

    private static LinkPlan plan(double loss, int count) {
        List<ExchangePhase> phases = new ArrayList<>();
        Duration window = Duration.ofDays(1);
        for (int segments : SEGMENTS) {
            Call call = new Call(400, segments * MSS, Duration.ZERO);
            phases.add(new ExchangePhase(
                    label(segments), window.multipliedBy(phases.size()), window, call, new Sequential(count)));
        }
        FaultSchedule faults = loss == 0
                ? FaultSchedule.none()
                : FaultSchedule.of(new RandomLoss(Window.always(), loss / 100, Direction.BACKWARD));
        Link link = new Link(OptionalLong.empty(), Duration.ofNanos((long) (RTT / 2 * 1e9)), Duration.ZERO);
        return new LinkPlan("loss-" + (int) loss + "-percent", phases, link, faults);
    }
}
