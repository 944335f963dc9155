package io.github.restartoracle.benchmarks.lab.results;

import java.util.ArrayList;
import java.util.List;

/**
 * A table that the reader can sort by any column.
 *
 * @param caption shown above it; may be empty
 * @param columns those that are shown; the first one names the row
 * @param rows in the order in which they are first shown
 * @param note shown below it, as an explanation; may be empty
 */
public record Table(String caption, List<Column<?>> columns, List<List<Value>> rows, String note) {

    /** Creates a table with a row for each subject; columns without a header are left out. */
    public static <T> Table of(String caption, List<Column<T>> columns, List<T> subjects, String note) {
        List<Row> lines =
                subjects.stream().map(subject -> Row.exact(columns, subject)).toList();
        List<Column<?>> shown = new ArrayList<>();
        List<List<Value>> rows = new ArrayList<>();
        lines.forEach(line -> rows.add(new ArrayList<>()));
        for (Column<T> column : columns) {
            if (!column.header().isEmpty()) {
                shown.add(column);
                List<Value> values = column.show(lines);
                for (int i = 0; i < rows.size(); i++) {
                    rows.get(i).add(values.get(i));
                }
            }
        }
        return new Table(caption, shown, rows, note);
    }
}
