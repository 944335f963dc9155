package io.github.restartoracle.benchmarks.suites;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.ColumnData;
import com.github.freva.asciitable.HorizontalAlign;
import io.github.restartoracle.benchmarks.experiments.Scale;
import io.github.restartoracle.benchmarks.report.Manifest;
import io.github.restartoracle.benchmarks.report.Report;
import io.github.restartoracle.benchmarks.report.ReportDirectory;
import io.github.restartoracle.benchmarks.report.ReportSection;
import io.github.restartoracle.benchmarks.report.Table;
import io.github.restartoracle.benchmarks.report.Table.Value;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/**
 * Runs one suite as the system properties {@code suite}, {@code scale}, {@code seed} and {@code output} ask: shows progress and
 * tables, and writes {@code results.csv}, {@code manifest.json}, {@code report.html} and the figures. All further properties
 * are handed to the suite.
 */
public final class SuiteCommand {
    private static final long DEFAULT_SEED = 2006;

    /** Longer tables are for the report. */
    private static final int ROWS = 60;

    private final Properties properties;
    private final boolean testbed;
    private final PrintStream out;

    /**
     * A command.
     *
     * @param properties as on the command line; empty values count as absent
     * @param testbed whether to run on a real link beside the simulation
     * @param out where everything is shown
     */
    public SuiteCommand(Properties properties, boolean testbed, PrintStream out) {
        this.properties = properties;
        this.testbed = testbed;
        this.out = out;
    }

    /**
     * Runs the suite.
     *
     * @return whether the results are sound
     * @throws IOException if files cannot be read or written
     * @throws IllegalArgumentException if a property cannot be used; the message names it
     */
    public boolean run() throws IOException {
        String name = value("suite", "");
        Suite suite = Suites.find(name)
                .orElseThrow(() ->
                        new IllegalArgumentException("suite = \"" + name + "\": expected one of " + Suites.names()));
        SuiteContext context = context(suite);
        Instant started = Instant.now();
        Files.createDirectories(context.output());
        out.println(suite.name() + ": " + suite.question());
        SuiteResult result = suite.run(context);
        result.rows().write(context.output().resolve("results.csv"));
        Manifest manifest = new Manifest(
                suite.name(),
                started,
                context.scale(),
                context.seed(),
                "./mvnw verify " + (testbed ? "-Pfault-injection" : "-Psimulation") + " -Dsuite=" + suite.name()
                        + " -Dscale=" + context.scale(),
                Manifest.currentEnvironment(),
                result.faults());
        Path page = new ReportDirectory(context.output()).write(result.report(), manifest);
        show(result.report());
        out.println("Report: " + page.toAbsolutePath().toUri());
        result.defects().forEach(defect -> out.println("NOT SOUND  " + defect));
        return result.defects().isEmpty();
    }

    private SuiteContext context(Suite suite) {
        Map<String, String> further = new TreeMap<>();
        for (String key : properties.stringPropertyNames()) {
            String text = value(key, "");
            if (!text.isEmpty()) {
                further.put(key, text);
            }
        }
        String seed = value("seed", Long.toString(DEFAULT_SEED));
        if (!seed.matches("-?\\d{1,18}")) {
            throw new IllegalArgumentException("seed = \"" + seed + "\": expected a whole number");
        }
        return new SuiteContext(
                testbed,
                Scale.of(value("scale", Scale.QUICK.toString())),
                Long.parseLong(seed),
                Path.of(value("output", "target/experiments")).resolve(suite.name()),
                List.of(
                        Path.of(value("testbed.classes", "target/classes")),
                        Path.of(value("testbed.lib", "target/testbed-lib"))),
                further,
                out);
    }

    /** Maven hands over an empty property if nobody has set it. */
    private String value(String name, String ifAbsent) {
        String text = properties.getProperty(name, "");
        return text.isBlank() ? ifAbsent : text.strip();
    }

    private void show(Report report) {
        for (ReportSection section : report.sections()) {
            for (Table table : section.tables()) {
                out.println();
                out.println(section.title() + ": " + table.caption());
                out.println(text(table));
            }
        }
        out.println(report.verdict());
        report.findings().forEach(out::println);
    }

    private static String text(Table table) {
        List<ColumnData<List<Value>>> columns = new ArrayList<>();
        for (int i = 0; i < table.columns().size(); i++) {
            int index = i;
            Table.Column column = table.columns().get(i);
            String header = column.group().isEmpty() ? column.header() : column.group() + "\n" + column.header();
            HorizontalAlign align = column.numeric() ? HorizontalAlign.RIGHT : HorizontalAlign.LEFT;
            columns.add(new Column()
                    .header(header)
                    .headerAlign(align)
                    .dataAlign(align)
                    .with(row -> row.get(index).text()));
        }
        int shown = Math.min(ROWS, table.rows().size());
        String text = AsciiTable.getTable(
                AsciiTable.BASIC_ASCII_NO_DATA_SEPARATORS, table.rows().subList(0, shown), columns);
        int left = table.rows().size() - shown;
        return left == 0 ? text : text + System.lineSeparator() + left + " more rows are in the report";
    }
}
