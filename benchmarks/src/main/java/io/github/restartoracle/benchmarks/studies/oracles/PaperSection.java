package io.github.restartoracle.benchmarks.studies.oracles;

import io.github.restartoracle.benchmarks.lab.comparison.Experiments;
import io.github.restartoracle.benchmarks.lab.comparison.Experiments.Item;
import io.github.restartoracle.benchmarks.lab.report.ReportSection;
import io.github.restartoracle.benchmarks.lab.results.CellColumns;
import io.github.restartoracle.benchmarks.lab.results.Column;
import io.github.restartoracle.benchmarks.lab.results.PaperAgreement;
import io.github.restartoracle.benchmarks.lab.results.Row;
import io.github.restartoracle.benchmarks.lab.results.ScenarioResult;
import io.github.restartoracle.benchmarks.lab.results.Table;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Every cell of the paper's Tables II and III, with our result. */
final class PaperSection {
    private static final String ETT = "ETT (s)";
    private static final String URC = "URC";
    private static final String WITHIN = "within";
    private static final String CALIBRATION = "calibration";
    private static final String OURS = "with the half-width of its 95 % confidence interval over runs";
    private static final String PRINTED = "as printed, with its interval over messages";

    private final List<ScenarioResult> results;
    private final List<PaperAgreement> cells;
    private final Experiments experiments;

    PaperSection(List<ScenarioResult> results, List<PaperAgreement> cells, Experiments experiments) {
        this.results = List.copyOf(results);
        this.cells = List.copyOf(cells);
        this.experiments = experiments;
    }

    /** Tells if a cell has no faults: the processing time is set so that these cells match. */
    private boolean calibration(Row row) {
        return results.stream()
                .filter(result -> result.scenario().faults().faults().isEmpty())
                .anyMatch(result -> result.rows().contains(row));
    }

    /** Returns the outcome of the ETT of a cell, or of its URC. */
    String outcome(PaperAgreement cell, String quantity) {
        if (!(quantity.equals(CellColumns.ETT) ? cell.ettWithin() : cell.urcWithin())) {
            return experiments.cause(Item.of(cell.row(), quantity));
        }
        return calibration(cell.row()) ? CALIBRATION : WITHIN;
    }

    /** Tells for each ETT and URC if it is within the printed interval. */
    static Map<Item, Boolean> agreements(List<ScenarioResult> results) {
        Map<Item, Boolean> agreements = new LinkedHashMap<>();
        List<Row> rows =
                results.stream().flatMap(result -> result.rows().stream()).toList();
        for (PaperAgreement cell : PaperAgreement.of(rows)) {
            agreements.put(Item.of(cell.row(), CellColumns.ETT), cell.ettWithin());
            agreements.put(Item.of(cell.row(), CellColumns.URC), cell.urcWithin());
        }
        return agreements;
    }

    ReportSection section(String variant) {
        List<Column<PaperAgreement>> columns = List.of(
                Column.text(
                        "cell",
                        "cell",
                        cell -> cell.row().text(CellColumns.TRANSPORT) + " "
                                + cell.row().text(CellColumns.SCENARIO)),
                Column.text("oracle", "oracle", cell -> cell.row().text(CellColumns.ORACLE)),
                value(CellColumns.ETT, "ours", OURS, 3, CellColumns.ETT_CI).withGroup(ETT),
                value(CellColumns.PRINTED_ETT, "paper", PRINTED, 2, CellColumns.PRINTED_ETT_CI)
                        .withGroup(ETT),
                Column.<PaperAgreement>text("ett_outcome", "outcome", cell -> outcome(cell, CellColumns.ETT))
                        .withGroup(ETT),
                value(CellColumns.URC, "ours", OURS, 3, CellColumns.URC_CI).withGroup(URC),
                value(CellColumns.PRINTED_URC, "paper", PRINTED, 2, CellColumns.PRINTED_URC_CI)
                        .withGroup(URC),
                Column.<PaperAgreement>text("urc_outcome", "outcome", cell -> outcome(cell, CellColumns.URC))
                        .withGroup(URC),
                Column.hidden(CellColumns.ETT_CI, cell -> cell.row().number(CellColumns.ETT_CI)),
                Column.hidden(CellColumns.PRINTED_ETT_CI, cell -> cell.row().number(CellColumns.PRINTED_ETT_CI)),
                Column.hidden(CellColumns.URC_CI, cell -> cell.row().number(CellColumns.URC_CI)),
                Column.hidden(CellColumns.PRINTED_URC_CI, cell -> cell.row().number(CellColumns.PRINTED_URC_CI)));
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
                List.of(table, experiments.table()),
                List.of());
    }

    private static Column<PaperAgreement> value(
            String name, String header, String hint, int decimals, String interval) {
        return Column.<PaperAgreement>number(
                        name, header, decimals, cell -> cell.row().number(name))
                .withHint(hint)
                .withInterval(interval);
    }

    /** Returns the number of cells within the printed intervals, as a sentence. */
    String sentence() {
        List<String> outcomes = cells.stream()
                .flatMap(cell -> Stream.of(outcome(cell, CellColumns.ETT), outcome(cell, CellColumns.URC)))
                .toList();
        int calibrated = Collections.frequency(outcomes, CALIBRATION);
        int within = Collections.frequency(outcomes, WITHIN);
        int unknown = Collections.frequency(outcomes, Experiments.NOT_EXPLAINED);
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
