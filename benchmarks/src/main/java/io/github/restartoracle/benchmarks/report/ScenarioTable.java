package io.github.restartoracle.benchmarks.report;

import io.github.restartoracle.benchmarks.report.Table.Column;
import io.github.restartoracle.benchmarks.report.Table.Value;
import io.github.restartoracle.benchmarks.results.Cell;
import io.github.restartoracle.benchmarks.results.PaperCell;
import io.github.restartoracle.benchmarks.results.ResultRow;
import io.github.restartoracle.benchmarks.results.SchedulingFidelity;
import io.github.restartoracle.benchmarks.theory.ClosedForm.Forecast;
import java.util.List;
import java.util.OptionalDouble;

/** The table of a scenario: ours, the paper's, the closed form's and the bound. */
final class ScenarioTable {
    private static final String ETT = "ETT (s)";
    private static final String URC = "URC";
    private static final String MESSAGES = "messages";
    private static final List<Column> COLUMNS = List.of(
            Column.text("oracle"),
            Column.number("mean", "with the half-width of its 95 % confidence interval over runs")
                    .in(ETT),
            Column.number("±msgs", "half-width of the 95 % interval over messages, as the paper has it")
                    .in(ETT),
            Column.number("paper", "the paper's mean for as many messages as here [as printed]")
                    .in(ETT),
            Column.number("form", "closed form for these messages, faults and SYN timer")
                    .in(ETT),
            Column.number("p99", "99th percentile over all messages").in(ETT),
            Column.number("bound", "a sender that knows all faults beforehand").in(ETT),
            Column.number("kappa", "mean ETT over bound").in(ETT),
            Column.number("mean", "with the half-width of its 95 % confidence interval over runs")
                    .in(URC),
            Column.number("±msgs", "half-width of the 95 % interval over messages, as the paper has it")
                    .in(URC),
            Column.number("paper", "the paper's mean for as many messages as here [as printed]")
                    .in(URC),
            Column.number("form", "closed form for these messages, faults and SYN timer")
                    .in(URC),
            Column.number("sent", "transmissions per message").in(MESSAGES),
            Column.number("lost", "never arrived, over all runs").in(MESSAGES),
            Column.number("twice", "excess copies that the application got, over all runs")
                    .in(MESSAGES),
            Column.number("on time", "share of the transmissions called for that left within 100 ms of their time")
                    .in(MESSAGES));

    private ScenarioTable() {}

    static Table of(ScenarioResult result, Looks looks) {
        return new Table(
                "",
                COLUMNS,
                result.cells().stream().map(cell -> row(cell, looks)).toList(),
                "");
    }

    private static List<Value> row(Cell cell, Looks looks) {
        TableLine line = TableLine.of(cell);
        ResultRow row = cell.row();
        return List.of(
                Value.of(looks.name(cell)).looking(looks.of(cell)),
                Value.of(line.ett(), row.ettMeanSeconds()),
                Value.of(line.ettMessages(), number(cell.ettOverMessages().halfWidth())),
                Value.of(
                        line.ettPaper(),
                        number(cell.rescaledPaper()
                                .or(cell::paper)
                                .map(PaperCell::ettSeconds)
                                .orElse(OptionalDouble.empty()))),
                Value.of(
                        line.ettForm(),
                        cell.closedForm().map(Forecast::ettSeconds).orElse(Double.NaN)),
                Value.of(line.p99(), row.ettP99Seconds()),
                Value.of(line.bound(), row.ettBoundSeconds()),
                Value.of(line.kappa(), row.kappa()),
                Value.of(line.urc(), row.urcMean()),
                Value.of(line.urcMessages(), number(cell.urcOverMessages().halfWidth())),
                Value.of(
                        line.urcPaper(),
                        number(cell.rescaledPaper()
                                .or(cell::paper)
                                .map(PaperCell::urc)
                                .orElse(OptionalDouble.empty()))),
                Value.of(line.urcForm(), cell.closedForm().map(Forecast::urc).orElse(Double.NaN)),
                Value.of(line.attempts(), row.attemptsMean()),
                Value.of(line.lost(), row.lost()),
                Value.of(line.duplicates(), row.duplicatesDelivered()),
                Value.of(
                        line.onTime(),
                        cell.fidelity().map(SchedulingFidelity::share).orElse(Double.NaN)));
    }

    private static double number(OptionalDouble value) {
        return value.orElse(Double.NaN);
    }
}
