package io.github.restartoracle.benchmarks.lab.results;

import io.github.restartoracle.benchmarks.lab.scenario.OracleSpec;
import io.github.restartoracle.benchmarks.lab.scenario.PaperScenarios;
import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import io.github.restartoracle.benchmarks.lab.theory.ClosedForm.Forecast;
import io.github.restartoracle.ledger.TransmissionSummary;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a comparison of oracles. A new column needs one line here: {@code results.csv}, the console and the page then
 * have it. Means of ETT and URC are over the messages that arrived.
 */
public final class CellColumns {
    // The names by which other code asks a Row.
    public static final String SOURCE = "source";
    public static final String TRANSPORT = "transport";
    public static final String SCENARIO = "scenario";
    public static final String ORACLE = "oracle";
    public static final String RUNS = "runs";
    public static final String MESSAGES = "messages";
    public static final String ETT = "ett_mean_s";
    public static final String ETT_CI = "ett_ci95_s";
    public static final String ETT_P50 = "ett_p50_s";
    public static final String ETT_MAX = "ett_max_s";
    public static final String URC = "urc_mean";
    public static final String URC_CI = "urc_ci95";
    public static final String LOST = "lost";
    public static final String BOUND = "ett_bound_s";
    public static final String KAPPA = "kappa";
    public static final String PRINTED_ETT = "printed_ett_s";
    public static final String PRINTED_ETT_CI = "printed_ett_ci95_s";
    public static final String PRINTED_URC = "printed_urc";
    public static final String PRINTED_URC_CI = "printed_urc_ci95";
    public static final String PAPER_ETT = "paper_ett_s";
    public static final String FORM_ETT = "form_ett_s";

    private static final String OVER_RUNS = "with the half-width of its 95 % confidence interval over runs";
    private static final String OVER_MESSAGES = "half-width of the 95 % interval over messages, as the paper has it";
    private static final String PAPERS = "the paper's mean for as many messages as here";
    private static final String CLOSED = "closed form for these messages, faults and SYN timer";

    /** Every column, in the order of the file. */
    static final List<Column<Evaluated>> ALL = List.of(
            Column.hidden(SOURCE, Evaluated::source),
            Column.text(TRANSPORT, "transport", e -> e.scenario.transport()),
            Column.text(SCENARIO, "scenario", e -> e.scenario.name()),
            Column.text(ORACLE, "oracle", e -> e.oracle.label()),
            Column.hidden(RUNS, e -> e.statistics.points().size()),
            Column.hidden(MESSAGES, e -> e.scenario.messages()),
            ett(ETT, "mean", OVER_RUNS, e -> e.summary.ettSeconds().mean())
                    .withInterval(ETT_CI)
                    .withLeastIsBest(true),
            Column.hidden(ETT_CI, e -> e.statistics.ettOverRuns().halfWidth()),
            Column.hidden(ETT_P50, e -> e.summary.ettP50Seconds()),
            Column.hidden("ett_p95_s", e -> e.summary.ettP95Seconds()),
            ett("ett_p99_s", "p99", "99th percentile over all messages", e -> e.summary.ettP99Seconds())
                    .withLeastIsBest(true),
            urc(URC, "mean", OVER_RUNS, e -> e.summary.urc().mean())
                    .withInterval(URC_CI)
                    .withLeastIsBest(true),
            Column.hidden(URC_CI, e -> e.statistics.urcOverRuns().halfWidth()),
            messages("attempts_mean", "sent", 3, "transmissions per message", e -> e.summary.attemptsMean()),
            messages(LOST, "lost", 0, "never arrived, over all runs", e -> e.summary.lost()),
            messages(
                    "duplicates_delivered",
                    "twice",
                    0,
                    "excess copies that the application got, over all runs",
                    Evaluated::duplicatesDelivered),
            ett(BOUND, "bound", "a sender that knows all faults beforehand", Evaluated::boundSeconds),
            Column.<Evaluated>number(KAPPA, "ETT (s)|kappa", 2, "mean ETT over bound", Evaluated::kappa)
                    .withLeastIsBest(true),
            ett(ETT_MAX, "max", "the longest", e -> e.summary.ettMaxSeconds()),
            back("first", "first arrival of a message that waited", Recovery::first),
            Column.hidden("back_first_ci95_s", e -> ci(e, Recovery::first)),
            back("mean", "of the messages that waited", Recovery::mean),
            Column.hidden("back_mean_ci95_s", e -> ci(e, Recovery::mean)),
            back("last", "last arrival of a message that waited", Recovery::last),
            Column.hidden("back_last_ci95_s", e -> ci(e, Recovery::last)),
            back("next", "mean ETT of the messages due in the next second", Recovery::next),
            Column.hidden("back_next_ci95_s", e -> ci(e, Recovery::next)),
            Column.<Evaluated>number(
                            "longest_call_s",
                            "call (s)|longest",
                            3,
                            "of the application",
                            Evaluated::longestCallSeconds)
                    .withLeastIsBest(true),
            ett(
                    "ett_ci95_messages_s",
                    "±msgs",
                    OVER_MESSAGES,
                    e -> e.summary.ettSeconds().halfWidth95()),
            urc(
                    "urc_ci95_messages",
                    "±msgs",
                    OVER_MESSAGES,
                    e -> e.summary.urc().halfWidth95()),
            ett(PAPER_ETT, "paper", PAPERS, e -> value(e.rescaled(), PaperCell::ettSeconds)),
            Column.hidden(PRINTED_ETT, e -> value(e.printed(), PaperCell::ettSeconds)),
            Column.hidden(PRINTED_ETT_CI, e -> value(e.printed(), PaperCell::ettCi95Seconds)),
            ett(
                    FORM_ETT,
                    "form",
                    CLOSED,
                    e -> e.closedForm.map(Forecast::ettSeconds).orElse(null)),
            urc("paper_urc", "paper", PAPERS, e -> value(e.rescaled(), PaperCell::urc)),
            Column.hidden(PRINTED_URC, e -> value(e.printed(), PaperCell::urc)),
            Column.hidden(PRINTED_URC_CI, e -> value(e.printed(), PaperCell::urcCi95)),
            urc("form_urc", "form", CLOSED, e -> e.closedForm.map(Forecast::urc).orElse(null)),
            messages(
                    "connects_mean",
                    "connects",
                    3,
                    "connections per message",
                    e -> e.statistics.perMessage("connects")),
            messages(
                    "syns_mean",
                    "SYNs",
                    3,
                    "SYN packets of the source per message",
                    e -> e.statistics.perMessage("syns")),
            messages(
                            "on_time",
                            "on time",
                            1,
                            "share of the transmissions called for that were dispatched within 100 ms of their time",
                            e -> e.fidelity.map(SchedulingFidelity::share).orElse(null))
                    // Rounded down, so that 100 % means all.
                    .withFormat(share -> String.format(Locale.ROOT, "%.1f %%", Math.floor(share * 1000) / 10)));

    private CellColumns() {}

    /**
     * One oracle in one scenario, with all values that are shown with the result: the input of the columns.
     *
     * @param scenario as it was run, after scaling
     * @param source the place where it was run
     * @param oracle the oracle
     * @param statistics the statistics over all runs
     * @param summary of the same
     * @param duplicatesDelivered the number of excess copies that the application received, over all runs
     * @param longestCallSeconds the longest time for which a call of the application blocked it; NaN if unknown
     * @param boundSeconds the clairvoyant bound of the scenario
     * @param closedForm empty for oracles that adapt and for scenarios without a disruption
     * @param fidelity empty if the times at which transmissions were due are unknown
     */
    record Evaluated(
            Scenario scenario,
            Mode source,
            OracleSpec oracle,
            CellStatistics statistics,
            TransmissionSummary summary,
            int duplicatesDelivered,
            double longestCallSeconds,
            double boundSeconds,
            Optional<Forecast> closedForm,
            Optional<SchedulingFidelity> fidelity) {

        double kappa() {
            return boundSeconds > 0 ? summary.ettSeconds().mean() / boundSeconds : Double.NaN;
        }

        /** Returns the paper's cell as printed; empty if the paper has no such cell. */
        Optional<PaperCell> printed() {
            return PaperCell.find(scenario.transport(), scenario.name(), oracle.label());
        }

        /** Returns the paper's cell for this number of messages; empty if the faults are not as long as the paper's. */
        Optional<PaperCell> rescaled() {
            return printed()
                    .filter(cell -> hasFaultsOfThePaper())
                    .flatMap(cell -> scenario.outages().list().isEmpty()
                            ? Optional.of(cell)
                            : cell.rescaled(scenario.messages()));
        }

        private boolean hasFaultsOfThePaper() {
            return PaperScenarios.find(scenario.transport(), scenario.name())
                    .filter(original -> lengths(original).equals(lengths(scenario))
                            && original.interval().equals(scenario.interval()))
                    .isPresent();
        }

        private static List<Duration> lengths(Scenario scenario) {
            return scenario.outages().list().stream()
                    .map(outage -> outage.to().minus(outage.from()))
                    .toList();
        }
    }

    private static Column<Evaluated> ett(
            String name, String header, String hint, Function<Evaluated, @Nullable Object> value) {
        return Column.number(name, "ETT (s)|" + header, 3, hint, value);
    }

    private static Column<Evaluated> urc(
            String name, String header, String hint, Function<Evaluated, @Nullable Object> value) {
        return Column.number(name, "URC|" + header, 3, hint, value);
    }

    /** Returns a column of a time after the outage. */
    private static Column<Evaluated> back(String header, String hint, ToDoubleFunction<Recovery> value) {
        return Column.<Evaluated>number(
                        "back_" + header + "_s",
                        "after the outage (s)|" + header,
                        3,
                        hint + ", with its 95 % interval over runs",
                        e -> e.statistics.recoveryOverRuns(value).mean())
                .withInterval("back_" + header + "_ci95_s")
                .withLeastIsBest(true);
    }

    private static OptionalDouble ci(Evaluated cell, ToDoubleFunction<Recovery> value) {
        return cell.statistics.recoveryOverRuns(value).halfWidth();
    }

    private static Column<Evaluated> messages(
            String name, String header, int decimals, String hint, Function<Evaluated, @Nullable Object> value) {
        return Column.number(name, "messages|" + header, decimals, hint, value);
    }

    private static OptionalDouble value(Optional<PaperCell> cell, Function<PaperCell, OptionalDouble> value) {
        return cell.map(value).orElse(OptionalDouble.empty());
    }

    /** Returns all columns, and one for each parameter of a sweep. */
    static List<Column<Evaluated>> with(Set<String> parameters) {
        List<Column<Evaluated>> columns = new ArrayList<>(ALL);
        parameters.forEach(parameter -> columns.add(Column.text(parameter, parameter, e -> value(e, parameter))));
        return columns;
    }

    /** Returns the names of the parameters that a sweep varies in a scenario and its oracles. */
    public static Set<String> parameters(Scenario scenario) {
        Set<String> parameters = new LinkedHashSet<>(scenario.parameters().keySet());
        scenario.oracles().forEach(oracle -> parameters.addAll(oracle.swept().keySet()));
        return parameters;
    }

    private static @Nullable String value(Evaluated cell, String parameter) {
        String own = cell.oracle().swept().get(parameter);
        return own == null ? cell.scenario().parameters().get(parameter) : own;
    }

    /** Returns the columns of cells for a page or a console, without some that the reader knows already. */
    public static List<Column<Cell>> shown(Set<String> parameters, Set<String> leftOut) {
        return with(parameters).stream()
                .filter(column -> !leftOut.contains(column.name()))
                .map(column -> column.<Cell>of(cell -> cell.row().values().get(column.name())))
                .toList();
    }
}
