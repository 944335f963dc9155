package io.github.restartoracle.benchmarks.lab.suite;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.ColumnData;
import com.github.freva.asciitable.HorizontalAlign;
import io.github.restartoracle.benchmarks.lab.results.Table;
import io.github.restartoracle.benchmarks.lab.results.Value;
import java.util.ArrayList;
import java.util.List;

/** A table as text, for the console. */
public final class ConsoleTable {
    /** The most rows of a table that the console shows; longer tables are only in the report. */
    private static final int ROWS = 60;

    private ConsoleTable() {}

    /** Returns the first rows of a table, without caption, note, and columns without any value. */
    public static String of(Table table) {
        List<ColumnData<List<Value>>> columns = new ArrayList<>();
        for (int i = 0; i < table.columns().size(); i++) {
            int index = i;
            var column = table.columns().get(i);
            if (table.rows().stream().allMatch(row -> row.get(index).text().isEmpty())) {
                continue;
            }
            String header = column.group().isEmpty() ? column.header() : column.group() + "\n" + column.header();
            HorizontalAlign align = column.numeric() ? HorizontalAlign.RIGHT : HorizontalAlign.LEFT;
            columns.add(new com.github.freva.asciitable.Column()
                    .header(header)
                    .headerAlign(align)
                    .dataAlign(align)
                    .with(row -> row.get(index).text() + (row.get(index).best() ? " *" : "")));
        }
        int shown = Math.min(ROWS, table.rows().size());
        String text = AsciiTable.getTable(
                AsciiTable.BASIC_ASCII_NO_DATA_SEPARATORS, table.rows().subList(0, shown), columns);
        int left = table.rows().size() - shown;
        return left == 0 ? text : text + System.lineSeparator() + left + " more rows are in the report";
    }
}
