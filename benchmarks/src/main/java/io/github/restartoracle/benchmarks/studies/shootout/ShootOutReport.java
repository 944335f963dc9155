package io.github.restartoracle.benchmarks.studies.shootout;

import io.github.restartoracle.benchmarks.lab.report.FaultEvidence;
import io.github.restartoracle.benchmarks.lab.report.Report;
import io.github.restartoracle.benchmarks.lab.report.ReportSection;
import io.github.restartoracle.benchmarks.lab.results.Column;
import io.github.restartoracle.benchmarks.lab.results.Row;
import io.github.restartoracle.benchmarks.lab.results.Table;
import io.github.restartoracle.benchmarks.lab.results.Value;
import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import io.github.restartoracle.benchmarks.lab.suite.SuiteResult;
import io.github.restartoracle.benchmarks.lab.suite.SuiteResultBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The tables of the shoot-out. */
final class ShootOutReport {
    private final List<ShotCell> cells;
    private final List<Circumstance> circumstances;
    private final List<Demand> demands;

    ShootOutReport(List<ShotCell> cells) {
        this.cells = cells;
        this.circumstances =
                cells.stream().map(ShotCell::circumstance).distinct().toList();
        this.demands = Demand.of(cells);
    }

    SuiteResult result() {
        List<ReportSection> sections = new ArrayList<>();
        sections.add(new ReportSection(
                "All circumstances",
                List.of("Mean ETT in seconds / URC. URC counts transmissions that were written; one that never got a"
                        + " connection costs SYNs only, which the other tables show. Every oracle decides over the path of"
                        + " production, which closes what has not connected once its message is acknowledged; under the"
                        + " policies of other products it does not, since they do not."),
                List.of(overview(false), overview(true))));
        sections.add(new ReportSection(
                "What is demanded of the canary", List.of(), List.of(Table.of("", Demand.COLUMNS, demands, ""))));
        for (Circumstance circumstance : circumstances) {
            sections.add(new ReportSection(
                    circumstance.name(),
                    List.of(sentence(circumstance)),
                    List.of(table(circumstance, false), table(circumstance, true))));
        }
        long met = demands.stream().filter(Demand::met).count();
        String verdict = "The canary meets " + met + " of " + demands.size() + " demands.";
        return SuiteResultBuilder.builder()
                .report(new Report(verdict, findings(), sections))
                .rows(Row.all(ShotCell.COLUMNS, cells))
                .faults(circumstances.stream()
                        .flatMap(each -> FaultEvidence.modelled(
                                each.name(), each.scenario().faults())
                                .stream())
                        .toList())
                .build();
    }

    private static String sentence(Circumstance circumstance) {
        String words = circumstance.words();
        Scenario scenario = circumstance.scenario();
        return Character.toUpperCase(words.charAt(0)) + words.substring(1) + ". " + scenario.messages()
                + " messages, one every " + scenario.interval().toMillis() + " ms; "
                + circumstance.timers().title() + ".";
    }

    private List<ShotCell> of(Circumstance circumstance, boolean kept) {
        return cells.stream()
                .filter(cell -> cell.circumstance().equals(circumstance) && cell.kept() == kept)
                .toList();
    }

    private Table table(Circumstance circumstance, boolean kept) {
        List<ShotCell> own = of(circumstance, kept);
        return Table.of(
                "connections " + ShotCell.connections(kept),
                ShotCell.COLUMNS,
                own,
                circumstance.boundedByNone()
                        ? "kappa: over the ETT of none."
                        : String.format(
                                Locale.ROOT, "Bound: %.4f s.", own.get(0).boundSeconds()));
    }

    private Table overview(boolean kept) {
        List<Column<String>> columns = new ArrayList<>();
        columns.add(Column.text("oracle", oracle -> oracle));
        for (Circumstance circumstance : circumstances) {
            List<ShotCell> group = of(circumstance, kept);
            columns.add(Column.number(circumstance.name(), 4, circumstance.words(), oracle -> value(group, oracle)));
        }
        return Table.of(
                "connections " + ShotCell.connections(kept),
                columns,
                cells.stream().map(ShotCell::oracle).distinct().toList(),
                "Marked: the least ETT among oracles that delivered everything. !: not everything was delivered.");
    }

    private static Value value(List<ShotCell> group, String oracle) {
        ShotCell cell = group.stream()
                .filter(each -> each.oracle().equals(oracle))
                .findFirst()
                .orElseThrow();
        double least = group.stream()
                .filter(each -> each.undelivered() == 0)
                .mapToDouble(ShotCell::ett)
                .min()
                .orElse(Double.NaN);
        String urc = cell.urc() == 0 ? "0" : String.format(Locale.ROOT, "%.3f", cell.urc());
        boolean delivered = cell.undelivered() == 0;
        Value value = Value.of(shown(cell.ett()) + "/" + urc + (delivered ? "" : "!"), cell.ett());
        return delivered && shown(cell.ett()).equals(shown(least)) ? value.marked() : value;
    }

    private static String shown(double seconds) {
        return String.format(Locale.ROOT, seconds < 0.2 ? "%.4f" : "%.3f", seconds);
    }

    private List<String> findings() {
        List<String> findings = new ArrayList<>();
        for (Circumstance circumstance : circumstances) {
            for (boolean kept : new boolean[] {false, true}) {
                List<String> failed = of(circumstance, kept).stream()
                        .filter(cell -> cell.undelivered() > 0)
                        .map(ShotCell::oracle)
                        .toList();
                if (!failed.isEmpty()) {
                    findings.add("Not everything was delivered in " + circumstance.name() + ", connections "
                            + ShotCell.connections(kept) + ": " + String.join(", ", failed) + ".");
                }
            }
        }
        return findings;
    }
}
