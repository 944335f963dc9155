package io.github.restartoracle.benchmarks.lab.results;

import java.util.LinkedHashMap;
import java.util.Map;

/** Lines of results for tests. */
public final class Rows {
    private Rows() {}

    /** Returns a line with one or more further columns: name, value, name, value and so on. */
    public static Row of(String oracle, double ett, double urc, Object... more) {
        Map<String, String> texts = new LinkedHashMap<>();
        texts.put(CellColumns.SOURCE, "simulation");
        texts.put(CellColumns.TRANSPORT, "http");
        texts.put(CellColumns.SCENARIO, "disruption-60s");
        texts.put(CellColumns.ORACLE, oracle);
        texts.put(CellColumns.MESSAGES, "2000");
        texts.put(CellColumns.ETT, Double.toString(ett));
        texts.put(CellColumns.URC, Double.toString(urc));
        texts.put(CellColumns.LOST, "0");
        for (int i = 0; i < more.length; i += 2) {
            texts.put(more[i].toString(), more[i + 1].toString());
        }
        return new Row(texts);
    }
}
