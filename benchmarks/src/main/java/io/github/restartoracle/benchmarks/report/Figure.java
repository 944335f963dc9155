package io.github.restartoracle.benchmarks.report;

import io.github.restartoracle.benchmarks.results.Cell;
import io.github.restartoracle.benchmarks.results.Cell.RunPoint;
import io.github.restartoracle.harness.fault.Direction;
import io.github.restartoracle.harness.fault.Fault;
import io.github.restartoracle.harness.fault.FaultSchedule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.XYSeries.XYSeriesRenderStyle;

/** The figures of a scenario, drawn by XChart. */
final class Figure {
    private Figure() {}

    /** URC over ETT, one point per run: the paper's Figures 3, 5 and 6. */
    static String scatter(ScenarioResult result, String id) {
        XYChart chart = Style.chart(340, "mean ETT of a run (s)", "mean URC of a run");
        chart.getStyler().setDefaultSeriesRenderStyle(XYSeriesRenderStyle.Scatter);
        chart.getStyler().setYAxisMin(0.0);
        int index = 0;
        for (Cell cell : result.cells()) {
            List<RunPoint> points = cell.points().stream()
                    .filter(point -> Double.isFinite(point.ettSeconds()))
                    .toList();
            if (!points.isEmpty()) {
                XYSeries series = chart.addSeries(
                        cell.row().oracle(),
                        points.stream().map(RunPoint::ettSeconds).toList(),
                        points.stream().map(RunPoint::urc).toList());
                Style.marker(series, index);
            }
            index++;
        }
        return Style.svg(chart, id);
    }

    /** ETT over message number, around the messages that are hit: the paper's Figure 4. */
    static String ettByMessage(ScenarioResult result, String id) {
        XYChart chart = Style.chart(340, "message", "ETT (s)");
        int index = 0;
        for (Cell cell : result.cells()) {
            List<Integer> messages = new ArrayList<>();
            List<Double> ett = new ArrayList<>();
            for (int message : Window.of(result.scenario())) {
                double value = cell.ettByMessage().get(message - 1);
                if (Double.isFinite(value)) {
                    messages.add(message);
                    ett.add(value);
                }
            }
            if (!messages.isEmpty()) {
                Style.line(chart.addSeries(cell.row().oracle(), messages, ett), index);
            }
            index++;
        }
        return Style.svg(chart, id);
    }

    /** The share of packets that the schedule takes, by direction. */
    static String timeLine(ScenarioResult result, String id) {
        XYChart chart = Style.chart(200, "time since the first message (s)", "packets lost (%)");
        chart.getStyler().setDefaultSeriesRenderStyle(XYSeriesRenderStyle.Step);
        chart.getStyler().setYAxisMin(0.0).setYAxisMax(105.0);
        FaultSchedule faults = result.scenario().faults();
        List<Duration> times = changes(faults, result.scenario().sending());
        int index = 0;
        for (Direction direction : List.of(Direction.FORWARD, Direction.BACKWARD)) {
            XYSeries series = chart.addSeries(
                    direction.toString(),
                    times.stream().map(time -> time.toMillis() / 1000.0).toList(),
                    times.stream().map(time -> percent(faults, time, direction)).toList());
            Style.line(series, index++);
            if (direction == Direction.BACKWARD) {
                // Both directions often fail together; the one below must show through.
                Style.dash(series);
            }
        }
        return Style.svg(chart, id);
    }

    private static List<Duration> changes(FaultSchedule faults, Duration end) {
        TreeSet<Duration> times = new TreeSet<>(List.of(Duration.ZERO, end));
        for (Fault fault : faults.faults()) {
            times.add(fault.at());
            fault.lasting().ifPresent(lasting -> times.add(fault.at().plus(lasting)));
        }
        return times.stream().filter(time -> time.compareTo(end) <= 0).toList();
    }

    private static double percent(FaultSchedule faults, Duration time, Direction direction) {
        return faults.disruptedAt(time, direction) ? 100 : 100 * faults.lossAt(time, direction);
    }
}
