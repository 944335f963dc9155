package io.github.restartoracle.benchmarks.lab.results;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a comparison of oracles. A new column needs one line here: {@code results.csv}, the console and the page then
 * have it. Means of ETT and URC are over the messages that arrived.
 */
public final class CellColumns {
    /** The place where the result was obtained. These constants are the names by which other code asks a {@link Row}. */
    public static final String SOURCE = "source";

    /** HTTP or mail. */
    public static final String TRANSPORT = "transport";

    /** The scenario's name. */
    public static final String SCENARIO = "scenario";

    /** The oracle's label. */
    public static final String ORACLE = "oracle";

    /** The number of runs. */
    public static final String RUNS = "runs";

    /** Messages in each run. */
    public static final String MESSAGES = "messages";

    /** Mean ETT. */
    public static final String ETT = "ett_mean_s";

    /** Half-width of its 95 % interval over runs. */
    public static final String ETT_CI = "ett_ci95_s";

    /** Median ETT. */
    public static final String ETT_P50 = "ett_p50_s";

    /** Longest ETT. */
    public static final String ETT_MAX = "ett_max_s";

    /** Mean URC. */
    public static final String URC = "urc_mean";

    /** Half-width of its 95 % interval over runs. */
    public static final String URC_CI = "urc_ci95";

    /** Messages that never arrived. */
    public static final String LOST = "lost";

    /** The clairvoyant bound. */
    public static final String BOUND = "ett_bound_s";

    /** ETT over bound. */
    public static final String KAPPA = "kappa";

    /** The ETT that the paper prints. */
    public static final String PRINTED_ETT = "printed_ett_s";

    /** Its half-width. */
    public static final String PRINTED_ETT_CI = "printed_ett_ci95_s";

    /** The URC that the paper prints. */
    public static final String PRINTED_URC = "printed_urc";

    /** Its half-width. */
    public static final String PRINTED_URC_CI = "printed_urc_ci95";

    /** The paper's ETT for as many messages. */
    public static final String PAPER_ETT = "paper_ett_s";

    /** The closed form's ETT. */
    public static final String FORM_ETT = "form_ett_s";

    private static final String OVER_RUNS = "with the half-width of its 95 % confidence interval over runs";
    private static final String OVER_MESSAGES = "half-width of the 95 % interval over messages, as the paper has it";
    private static final String PAPERS = "the paper's mean for as many messages as here";
    private static final String CLOSED = "closed form for these messages, faults and SYN timer";

    /** Every column, in the order of the file. */
    static final List<Column<Evaluated>> ALL = List.of(
            Column.hidden(SOURCE, Evaluated::source),
            Column.text(TRANSPORT, "transport", e -> e.scenario().transport()),
            Column.text(SCENARIO, "scenario", e -> e.scenario().name()),
            Column.text(ORACLE, "oracle", e -> e.oracle().label()),
            Column.hidden(RUNS, e -> e.statistics().points().size()),
            Column.hidden(MESSAGES, e -> e.scenario().messages()),
            ett(ETT, "mean", OVER_RUNS, e -> e.summary().ettSeconds().mean())
                    .withInterval(ETT_CI)
                    .withLeastIsBest(true),
            Column.hidden(ETT_CI, e -> e.statistics().ettOverRuns().halfWidth()),
            Column.hidden(ETT_P50, e -> e.summary().ettP50Seconds()),
            Column.hidden("ett_p95_s", e -> e.summary().ettP95Seconds()),
            ett(
                            "ett_p99_s",
                            "p99",
                            "99th percentile over all messages",
                            e -> e.summary().ettP99Seconds())
                    .withLeastIsBest(true),
            urc(URC, "mean", OVER_RUNS, e -> e.summary().urc().mean())
                    .withInterval(URC_CI)
                    .withLeastIsBest(true),
            Column.hidden(URC_CI, e -> e.statistics().urcOverRuns().halfWidth()),
            messages(
                    "attempts_mean",
                    "sent",
                    3,
                    "transmissions per message",
                    e -> e.summary().attemptsMean()),
            messages(
                    LOST,
                    "lost",
                    0,
                    "never arrived, over all runs",
                    e -> e.summary().lost()),
            messages(
                    "duplicates_delivered",
                    "twice",
                    0,
                    "excess copies that the application got, over all runs",
                    Evaluated::duplicatesDelivered),
            ett(BOUND, "bound", "a sender that knows all faults beforehand", Evaluated::boundSeconds),
            ett(KAPPA, "kappa", "mean ETT over bound", CellColumns::kappa)
                    .withDecimals(2)
                    .withLeastIsBest(true),
            ett(ETT_MAX, "max", "the longest", e -> e.summary().ettMaxSeconds()),
            ett(
                    "ett_ci95_messages_s",
                    "±msgs",
                    OVER_MESSAGES,
                    e -> e.summary().ettSeconds().halfWidth95()),
            urc(
                    "urc_ci95_messages",
                    "±msgs",
                    OVER_MESSAGES,
                    e -> e.summary().urc().halfWidth95()),
            ett(PAPER_ETT, "paper", PAPERS, e -> value(e.rescaled(), PaperCell::ettSeconds)),
            Column.hidden(PRINTED_ETT, e -> value(e.printed(), PaperCell::ettSeconds)),
            Column.hidden(PRINTED_ETT_CI, e -> value(e.printed(), PaperCell::ettCi95Seconds)),
            ett(
                    FORM_ETT,
                    "form",
                    CLOSED,
                    e -> e.closedForm().map(form -> form.ettSeconds()).orElse(Double.NaN)),
            urc("paper_urc", "paper", PAPERS, e -> value(e.rescaled(), PaperCell::urc)),
            Column.hidden(PRINTED_URC, e -> value(e.printed(), PaperCell::urc)),
            Column.hidden(PRINTED_URC_CI, e -> value(e.printed(), PaperCell::urcCi95)),
            urc(
                    "form_urc",
                    "form",
                    CLOSED,
                    e -> e.closedForm().map(form -> form.urc()).orElse(Double.NaN)),
            messages(
                    "connects_mean",
                    "connects",
                    3,
                    "connections per message",
                    e -> e.statistics().perMessage("connects")),
            messages(
                    "syns_mean",
                    "SYNs",
                    3,
                    "SYN packets of the source per message",
                    e -> e.statistics().perMessage("syns")),
            messages(
                            "on_time",
                            "on time",
                            1,
                            "share of the transmissions called for that were dispatched within 100 ms of their time",
                            e -> e.fidelity().map(SchedulingFidelity::share).orElse(Double.NaN))
                    .withShare(true));

    private CellColumns() {}

    private static Column<Evaluated> ett(
            String name, String header, String hint, Function<Evaluated, @Nullable Object> value) {
        return Column.number(name, header, 3, value).withGroup("ETT (s)").withHint(hint);
    }

    private static Column<Evaluated> urc(
            String name, String header, String hint, Function<Evaluated, @Nullable Object> value) {
        return Column.number(name, header, 3, value).withGroup("URC").withHint(hint);
    }

    private static Column<Evaluated> messages(
            String name, String header, int decimals, String hint, Function<Evaluated, @Nullable Object> value) {
        return Column.number(name, header, decimals, value)
                .withGroup("messages")
                .withHint(hint);
    }

    private static double kappa(Evaluated cell) {
        return cell.boundSeconds() > 0 ? cell.summary().ettSeconds().mean() / cell.boundSeconds() : Double.NaN;
    }

    private static OptionalDouble value(Optional<PaperCell> cell, Function<PaperCell, OptionalDouble> value) {
        return cell.map(value).orElse(OptionalDouble.empty());
    }

    /** Returns all columns, and one for each parameter of a sweep. */
    static List<Column<Evaluated>> with(Set<String> parameters) {
        List<Column<Evaluated>> columns = new ArrayList<>(ALL);
        for (String parameter : parameters) {
            columns.add(Column.text(parameter, parameter, e -> value(e, parameter)));
        }
        return columns;
    }

    static Set<String> parameters(Evaluated cell) {
        Set<String> parameters =
                new LinkedHashSet<>(cell.scenario().parameters().keySet());
        cell.scenario()
                .oracles()
                .forEach(oracle -> parameters.addAll(oracle.swept().keySet()));
        return parameters;
    }

    private static @Nullable String value(Evaluated cell, String parameter) {
        String own = cell.oracle().swept().get(parameter);
        return own == null ? cell.scenario().parameters().get(parameter) : own;
    }

    /**
     * Returns the columns that a page or a console shows for cells.
     *
     * @param parameters of a sweep; may be empty
     * @param leftOut names of columns that the reader knows already
     * @return for {@link Table#of}
     */
    public static List<Column<?>> shown(Set<String> parameters, Set<String> leftOut) {
        List<Column<?>> shown = new ArrayList<>();
        with(parameters).stream()
                .filter(column -> !leftOut.contains(column.name()))
                .forEach(shown::add);
        return shown;
    }
}
