package io.github.restartoracle.benchmarks.report;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.ColumnData;
import com.github.freva.asciitable.HorizontalAlign;
import io.github.restartoracle.benchmarks.results.Cell;
import java.util.List;
import java.util.function.Function;

/**
 * The results as an aligned table.
 *
 * <p>Stateless, thread-safe.
 */
public final class ConsoleTable {
    private static final String LEGEND = """
            ETT: s from due to first arrival; URC: unnecessary transmissions per message; mean ±half-width of the 95 %
            interval over runs (none for a single run). ±msgs: the same over messages, as the paper has it.
            paper: for as many messages as here [as printed]; form: closed form; kappa: ETT / bound; bound: for a sender
            that knows all faults, from the least time of messages that no fault disturbed (by mail, polls make it vary);
            on time: share of the transmissions the oracle called for that left within 100 ms of when they were due;
            cxf: CXF's own queue, backing off from 4 s, on its own transport, which keeps connections open.
            """;

    private ConsoleTable() {}

    /**
     * The table of some cells.
     *
     * @param cells in the order of the lines
     * @return several lines, the last of which ends
     */
    public static String of(List<Cell> cells) {
        List<ColumnData<TableLine>> columns = List.of(
                left("scenario", TableLine::scenario),
                left("oracle", TableLine::oracle),
                right("ETT", TableLine::ett),
                right("±msgs", TableLine::ettMessages),
                right("paper", TableLine::ettPaper),
                right("form", TableLine::ettForm),
                right("p99", TableLine::p99),
                right("bound", TableLine::bound),
                right("kappa", TableLine::kappa),
                right("URC", TableLine::urc),
                right("±msgs", TableLine::urcMessages),
                right("paper", TableLine::urcPaper),
                right("form", TableLine::urcForm),
                right("sent", TableLine::attempts),
                right("lost", TableLine::lost),
                right("twice", TableLine::duplicates),
                right("on time", TableLine::onTime));
        String table = AsciiTable.getTable(
                AsciiTable.BASIC_ASCII_NO_DATA_SEPARATORS,
                cells.stream().map(TableLine::of).toList(),
                columns);
        return table + "\n" + LEGEND;
    }

    private static ColumnData<TableLine> left(String header, Function<TableLine, String> value) {
        return column(header, HorizontalAlign.LEFT, value);
    }

    private static ColumnData<TableLine> right(String header, Function<TableLine, String> value) {
        return column(header, HorizontalAlign.RIGHT, value);
    }

    private static ColumnData<TableLine> column(
            String header, HorizontalAlign align, Function<TableLine, String> value) {
        return new Column().header(header).headerAlign(align).dataAlign(align).with(value);
    }
}
