package io.github.restartoracle.benchmarks.report;

import io.github.restartoracle.benchmarks.results.Cell;
import io.github.restartoracle.benchmarks.results.PaperCell;
import io.github.restartoracle.benchmarks.results.ResultRow;
import io.github.restartoracle.benchmarks.results.SchedulingFidelity;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * One cell as text, for the console and for the page; what is unknown is empty.
 *
 * @param scenario its name
 * @param oracle its label
 * @param ett mean ETT in seconds and the interval over runs
 * @param ettMessages half-width of the paper's kind of interval, over messages
 * @param ettPaper the paper's mean for as many messages, with the printed one in brackets where they differ
 * @param ettForm the closed form
 * @param p99 99th percentile of the ETT
 * @param urc mean URC and the interval over runs
 * @param urcMessages half-width over messages
 * @param urcPaper as for the ETT
 * @param urcForm the closed form
 * @param attempts transmissions per message
 * @param lost messages that never arrived
 * @param duplicates copies that the application got in excess
 * @param bound the clairvoyant bound
 * @param kappa ETT over bound
 * @param onTime share of the transmissions called for that were on time
 */
record TableLine(
        String scenario,
        String oracle,
        String ett,
        String ettMessages,
        String ettPaper,
        String ettForm,
        String p99,
        String urc,
        String urcMessages,
        String urcPaper,
        String urcForm,
        String attempts,
        String lost,
        String duplicates,
        String bound,
        String kappa,
        String onTime) {

    static TableLine of(Cell cell) {
        ResultRow row = cell.row();
        return new TableLine(
                row.scenario(),
                row.oracle(),
                seconds(row.ettMeanSeconds()) + interval(row.ettCi95Seconds()),
                interval(cell.ettOverMessages().halfWidth()).strip(),
                paper(
                        cell.rescaledPaper().map(PaperCell::ettSeconds).orElse(OptionalDouble.empty()),
                        cell.paper().map(PaperCell::ettSeconds).orElse(OptionalDouble.empty())),
                cell.closedForm().map(form -> seconds(form.ettSeconds())).orElse(""),
                seconds(row.ettP99Seconds()),
                seconds(row.urcMean()) + interval(row.urcCi95()),
                interval(cell.urcOverMessages().halfWidth()).strip(),
                paper(
                        cell.rescaledPaper().map(PaperCell::urc).orElse(OptionalDouble.empty()),
                        cell.paper().map(PaperCell::urc).orElse(OptionalDouble.empty())),
                cell.closedForm().map(form -> seconds(form.urc())).orElse(""),
                seconds(row.attemptsMean()),
                Integer.toString(row.lost()),
                Integer.toString(row.duplicatesDelivered()),
                seconds(row.ettBoundSeconds()),
                format("%.2f", row.kappa()),
                cell.fidelity().map(TableLine::percent).orElse(""));
    }

    private static String percent(SchedulingFidelity fidelity) {
        // Rounded down, so that 100 % means all of them.
        return format("%.1f %%", Math.floor(fidelity.share() * 1000) / 10);
    }

    /** The value to compare with, and the printed one in brackets if it is another. */
    private static String paper(OptionalDouble rescaled, OptionalDouble printed) {
        if (printed.isEmpty()) {
            return "";
        }
        String original = format("%.2f", printed.getAsDouble());
        String own = rescaled.isPresent() ? format("%.2f", rescaled.getAsDouble()) : "";
        return own.equals(original) ? own : (own + " [" + original + "]").strip();
    }

    private static String interval(OptionalDouble halfWidth) {
        return halfWidth.isPresent() ? " ±" + seconds(halfWidth.getAsDouble()) : "";
    }

    private static String seconds(double value) {
        return format("%.3f", value);
    }

    private static String format(String pattern, double value) {
        return Double.isFinite(value) ? String.format(Locale.ROOT, pattern, value) : "";
    }
}
