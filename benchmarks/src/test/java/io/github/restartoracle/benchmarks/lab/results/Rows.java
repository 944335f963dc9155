package io.github.restartoracle.benchmarks.lab.results;

import java.util.LinkedHashMap;
import java.util.Map;

/** Lines of results for tests. */
public final class Rows {
    private Rows() {}

    /** Returns a line with one or more further columns: name, value, name, value and so on. */
    public static Row of(String oracle, double ett, double urc, Object... more) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put(CellColumns.SOURCE, "simulation");
        values.put(CellColumns.TRANSPORT, "http");
        values.put(CellColumns.SCENARIO, "disruption-60s");
        values.put(CellColumns.ORACLE, oracle);
        values.put(CellColumns.MESSAGES, 2000.0);
        values.put(CellColumns.ETT, ett);
        values.put(CellColumns.URC, urc);
        values.put(CellColumns.LOST, 0.0);
        for (int i = 0; i < more.length; i += 2) {
            values.put(more[i].toString(), more[i + 1] instanceof Number number ? number.doubleValue() : more[i + 1]);
        }
        return new Row(values);
    }
}
