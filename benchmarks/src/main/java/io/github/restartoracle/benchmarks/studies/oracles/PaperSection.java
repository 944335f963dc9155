package io.github.restartoracle.benchmarks.studies.oracles;

import io.github.restartoracle.benchmarks.lab.report.ReportSection;
import io.github.restartoracle.benchmarks.lab.results.Cell;
import io.github.restartoracle.benchmarks.lab.results.CellColumns;
import io.github.restartoracle.benchmarks.lab.results.Column;
import io.github.restartoracle.benchmarks.lab.results.PaperCell;
import io.github.restartoracle.benchmarks.lab.results.Row;
import io.github.restartoracle.benchmarks.lab.results.ScenarioResult;
import io.github.restartoracle.benchmarks.lab.results.Table;
import io.github.restartoracle.benchmarks.lab.suite.PrintedItem;
import io.github.restartoracle.benchmarks.studies.oracles.Experiments.Item;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Every cell of the paper's Tables II and III, with our result. */
final class PaperSection {
    private static final String WITHIN = "within";
    private static final String CALIBRATION = "calibration";
    private static final String OURS = "with the half-width of its 95 % confidence interval over runs";
    private static final String PRINTED = "as printed, with its interval over messages";

    private final List<ScenarioResult> results;
    private final List<Cell> cells;
    private final Experiments experiments;

    PaperSection(List<ScenarioResult> results, Experiments experiments) {
        this.results = results;
        this.cells = PaperCell.compared(results);
        this.experiments = experiments;
    }

    /** Returns whether a cell has no faults: the processing time is set so that these cells match. */
    private boolean calibration(Row row) {
        return results.stream()
                .filter(result -> result.scenario().faults().faults().isEmpty())
                .anyMatch(result -> result.rows().contains(row));
    }

    /** Returns the outcome of the ETT of a cell, or of its URC. */
    String outcome(Cell cell, String quantity) {
        if (!PaperCell.isWithin(cell, quantity)) {
            return experiments.cause(new Item(cell.row().cell(), quantity));
        }
        return calibration(cell.row()) ? CALIBRATION : WITHIN;
    }

    /** Tells for each ETT and URC if it is within the printed interval. */
    static Map<Item, Boolean> agreements(List<ScenarioResult> results) {
        Map<Item, Boolean> agreements = new LinkedHashMap<>();
        for (Cell cell : PaperCell.compared(results)) {
            for (String quantity : PaperCell.QUANTITIES) {
                agreements.put(new Item(cell.row().cell(), quantity), PaperCell.isWithin(cell, quantity));
            }
        }
        return agreements;
    }

    ReportSection section(String variant) {
        List<Column<Cell>> columns = new ArrayList<>();
        columns.add(Column.text(
                "cell",
                cell -> cell.row().text(CellColumns.TRANSPORT) + " "
                        + cell.row().text(CellColumns.SCENARIO)));
        columns.add(Column.text("oracle", Cell::oracle));
        columns.addAll(columns(
                "ETT (s)", CellColumns.ETT, CellColumns.ETT_CI, CellColumns.PRINTED_ETT, CellColumns.PRINTED_ETT_CI));
        columns.addAll(columns(
                "URC", CellColumns.URC, CellColumns.URC_CI, CellColumns.PRINTED_URC, CellColumns.PRINTED_URC_CI));
        Table table = Table.of(
                "",
                columns,
                cells,
                "Within: at most the printed half-width and half of the last printed digit away from the printed mean."
                        + " Calibration: the times of the hosts are set so that these cells come out. Otherwise the"
                        + " experiment with which the deviation goes.");
        return new ReportSection(
                "Against the paper, cell by cell (" + variant + ")",
                List.of(
                        sentence(),
                        "Cells that the paper leaves empty, because all of its runs lost messages, are left out; what the"
                                + " paper says of them stands in the last section."),
                List.of(table, experiments.table()));
    }

    /** Returns the columns of one quantity: ours, the printed one, and the outcome. */
    private List<Column<Cell>> columns(
            String group, String ours, String halfWidth, String printed, String printedHalfWidth) {
        return List.of(
                Column.<Cell>number(ours, group + "|ours", 3, OURS, cell -> cell.number(ours))
                        .withInterval(halfWidth),
                Column.hidden(halfWidth, cell -> cell.number(halfWidth)),
                Column.<Cell>number(printed, group + "|paper", 2, PRINTED, cell -> cell.number(printed))
                        .withInterval(printedHalfWidth),
                Column.hidden(printedHalfWidth, cell -> cell.number(printedHalfWidth)),
                Column.text(group + "|outcome", cell -> outcome(cell, ours)));
    }

    /** Returns the number of cells within the printed intervals, as a sentence. */
    String sentence() {
        List<String> outcomes = cells.stream()
                .flatMap(cell -> PaperCell.QUANTITIES.stream().map(quantity -> outcome(cell, quantity)))
                .toList();
        int calibrated = Collections.frequency(outcomes, CALIBRATION);
        int within = Collections.frequency(outcomes, WITHIN);
        int unknown = Collections.frequency(outcomes, PrintedItem.NOT_EXPLAINED);
        return ("Of %d numbers that the paper prints (ETT and URC of %d cells), %d are within the printed intervals, %d are"
                        + " calibration within them, of %d an experiment shows the cause, %d are not explained.")
                .formatted(
                        outcomes.size(),
                        cells.size(),
                        within,
                        calibrated,
                        outcomes.size() - within - calibrated - unknown,
                        unknown);
    }
}
