package io.github.restartoracle.benchmarks.lab.report;

import io.github.restartoracle.benchmarks.lab.results.Table;
import java.util.List;

/**
 * A part of a report.
 *
 * @param title its heading, unique in the report
 * @param paragraphs plain text, the most important first
 * @param tables shown after the text
 * @param figures shown after the tables
 */
public record ReportSection(String title, List<String> paragraphs, List<Table> tables, List<Figure> figures) {
    public ReportSection {
        paragraphs = List.copyOf(paragraphs);
        tables = List.copyOf(tables);
        figures = List.copyOf(figures);
    }

    /** Creates a part without figures. */
    public ReportSection(String title, List<String> paragraphs, List<Table> tables) {
        this(title, paragraphs, tables, List.of());
    }
}
