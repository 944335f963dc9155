package io.github.restartoracle.benchmarks.lab.report;

import io.github.restartoracle.benchmarks.lab.results.Table;
import io.github.restartoracle.benchmarks.lab.results.Table.Head;
import io.github.restartoracle.benchmarks.lab.results.Table.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A table in the form that the template of the page reads. */
final class PageTable {
    /** Texts with more characters are wrapped. */
    private static final int PROSE = 60;

    private PageTable() {}

    static Map<String, Object> of(Table table) {
        Map<String, Object> model = new LinkedHashMap<>();
        model.put("caption", table.caption());
        model.put("note", table.note());
        model.put(
                "grouped",
                table.columns().stream().anyMatch(column -> !column.group().isEmpty()));
        model.put("groups", groups(table.columns()));
        model.put("columns", table.columns());
        List<Map<String, Object>> rows = new ArrayList<>();
        for (List<Value> row : table.rows()) {
            rows.add(Map.of("name", cell(row.get(0), table.columns().get(0)), "cells", cells(row, table.columns())));
        }
        model.put("rows", rows);
        return model;
    }

    /** Returns the upper headers: neighbours of one group share one. */
    private static List<Map<String, Object>> groups(List<Head> columns) {
        List<Map<String, Object>> groups = new ArrayList<>();
        int from = 0;
        for (int i = 1; i <= columns.size(); i++) {
            if (i == columns.size()
                    || !columns.get(i).group().equals(columns.get(from).group())) {
                groups.add(Map.of("name", columns.get(from).group(), "span", i - from));
                from = i;
            }
        }
        return groups;
    }

    private static List<Map<String, Object>> cells(List<Value> row, List<Head> columns) {
        List<Map<String, Object>> cells = new ArrayList<>();
        for (int i = 1; i < row.size(); i++) {
            cells.add(cell(row.get(i), columns.get(i)));
        }
        return cells;
    }

    private static Map<String, Object> cell(Value value, Head column) {
        Map<String, Object> cell = new LinkedHashMap<>();
        cell.put("text", value.text());
        cell.put("numeric", column.numeric());
        cell.put("best", value.best());
        cell.put("prose", !column.numeric() && value.text().length() > PROSE);
        cell.put(
                "order",
                value.order().isPresent() ? Double.toString(value.order().getAsDouble()) : "");
        cell.put("look", value.look() < 0 ? "" : Integer.toString(value.look()));
        return cell;
    }
}
