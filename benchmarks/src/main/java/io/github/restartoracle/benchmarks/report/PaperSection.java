package io.github.restartoracle.benchmarks.report;

import io.github.restartoracle.benchmarks.report.Table.Column;
import io.github.restartoracle.benchmarks.report.Table.Value;
import io.github.restartoracle.benchmarks.results.Cell;
import io.github.restartoracle.benchmarks.results.PaperAgreement;
import io.github.restartoracle.benchmarks.results.PaperCell;
import io.github.restartoracle.benchmarks.results.ResultRow;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/** Every cell of the paper's Tables II and III beside ours, and why it differs where it does. */
final class PaperSection {
    private static final String ETT = "ETT (s)";
    private static final String URC = "URC";
    private static final List<Column> COLUMNS = List.of(
            Column.text("cell"),
            Column.text("oracle"),
            Column.number("ours", "with the half-width of its 95 % confidence interval over runs")
                    .in(ETT),
            Column.number("paper", "as printed, with its interval over messages")
                    .in(ETT),
            Column.text("within").in(ETT),
            Column.number("ours", "with the half-width of its 95 % confidence interval over runs")
                    .in(URC),
            Column.number("paper", "as printed, with its interval over messages")
                    .in(URC),
            Column.text("within").in(URC),
            Column.text("if not, why"));

    private final List<PaperAgreement> cells;
    private final Looks looks;

    PaperSection(List<ScenarioResult> results) {
        cells = PaperAgreement.of(
                results.stream().flatMap(result -> result.cells().stream()).toList());
        looks = Looks.of(results);
    }

    /** Empty if nothing can be held against the paper. */
    Optional<ReportSection> section(String variant) {
        if (cells.isEmpty()) {
            return Optional.empty();
        }
        Table table = new Table(
                "",
                COLUMNS,
                cells.stream().map(this::row).toList(),
                "Within: at most the printed half-width and half of the last printed digit away from the printed mean."
                        + Cause.legend(cells.stream().map(PaperCauses::of).toList()));
        return Optional.of(new ReportSection(
                "Against the paper, cell by cell (" + variant + ")",
                List.of(
                        sentence().orElseThrow(),
                        "Cells that the paper leaves empty, because all of its runs lost messages, are left out."),
                List.of(table),
                List.of()));
    }

    /** How many cells are within the printed intervals. */
    Optional<String> sentence() {
        if (cells.isEmpty()) {
            return Optional.empty();
        }
        List<PaperAgreement> exact = cells.stream()
                .filter(agreement -> agreement.cell().closedForm().isPresent())
                .toList();
        String all = "Of %d cells that the paper prints, the ETT is within the printed interval in %d and the URC in %d"
                .formatted(cells.size(), ettWithin(cells), urcWithin(cells));
        return Optional.of(
                exact.isEmpty()
                        ? all + "."
                        : all
                                + "; of the %d that have a closed form, in %d and %d."
                                        .formatted(exact.size(), ettWithin(exact), urcWithin(exact)));
    }

    private static long ettWithin(List<PaperAgreement> some) {
        return some.stream().filter(PaperAgreement::ettWithin).count();
    }

    private static long urcWithin(List<PaperAgreement> some) {
        return some.stream().filter(PaperAgreement::urcWithin).count();
    }

    private List<Value> row(PaperAgreement agreement) {
        Cell cell = agreement.cell();
        ResultRow row = cell.row();
        PaperCell paper = agreement.paper();
        TableLine line = TableLine.of(cell);
        return List.of(
                Value.of(row.transport() + " " + row.scenario()),
                Value.of(row.oracle()).looking(looks.of(cell)),
                Value.of(line.ett(), row.ettMeanSeconds()),
                printed(paper.ettSeconds(), paper.ettCi95Seconds()),
                within(agreement.ettWithin()),
                Value.of(line.urc(), row.urcMean()),
                printed(paper.urc(), paper.urcCi95()),
                within(agreement.urcWithin()),
                Value.of(PaperCauses.of(agreement).tag()));
    }

    private static Value within(boolean is) {
        return Value.of(is ? "yes" : "no");
    }

    private static Value printed(OptionalDouble mean, OptionalDouble halfWidth) {
        return mean.isEmpty()
                ? Value.NONE
                : Value.of(
                        String.format(Locale.ROOT, "%.2f ±%.2f", mean.getAsDouble(), halfWidth.orElse(0)),
                        mean.getAsDouble());
    }
}
