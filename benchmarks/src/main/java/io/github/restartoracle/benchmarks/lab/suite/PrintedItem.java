package io.github.restartoracle.benchmarks.lab.suite;

import io.github.restartoracle.benchmarks.lab.report.ReportSection;
import io.github.restartoracle.benchmarks.lab.results.Column;
import io.github.restartoracle.benchmarks.lab.results.Table;
import java.util.List;
import java.util.Locale;

/**
 * A value or claim that a paper prints, and our result for it.
 *
 * @param paper the short name of the paper
 * @param item the printed thing
 * @param printed the printed value or claim
 * @param ours our result; empty if it is not reproduced
 * @param verdict the comparison of the two
 * @param why the reason, shown by an experiment; empty if none is known
 */
public record PrintedItem(String paper, String item, String printed, String ours, Verdict verdict, String why) {
    /** The reason of a deviation for which no experiment shows a cause. */
    public static final String NOT_EXPLAINED = "not explained";

    /** The comparison of our result with the printed one. */
    public enum Verdict {
        /** Ours is within the printed interval or rounding, or the claim holds. */
        REPRODUCED,
        /** Ours is outside of it, or the claim does not hold. */
        DEVIATES,
        /** The laboratory cannot decide it. */
        NOT_REPRODUCIBLE;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /** The columns of the table of all items. */
    static final List<Column<PrintedItem>> COLUMNS = List.of(
            Column.text("paper", "paper", PrintedItem::paper),
            Column.text("item", "item", PrintedItem::item),
            Column.text("printed", "printed", PrintedItem::printed),
            Column.text("ours", "ours", PrintedItem::ours),
            Column.text("verdict", "verdict", PrintedItem::verdict),
            Column.text("why", "reason", PrintedItem::why));

    /** Returns an item that was regenerated; it holds if our result agrees with the printed value or claim. */
    public static PrintedItem of(String item, String printed, String ours, boolean holds) {
        return new PrintedItem("", item, printed, ours, holds ? Verdict.REPRODUCED : Verdict.DEVIATES, "");
    }

    /** Returns an item that cannot be regenerated, with the reason. */
    public static PrintedItem missing(String item, String printed, String why) {
        return new PrintedItem("", item, printed, "", Verdict.NOT_REPRODUCIBLE, why);
    }

    /** Returns this item with a reason in one sentence, which an experiment must have shown. */
    public PrintedItem because(String reason) {
        return new PrintedItem(paper, item, printed, ours, verdict, reason);
    }

    /** Returns items with the short name of their paper. */
    public static List<PrintedItem> of(String paper, List<PrintedItem> items) {
        return items.stream()
                .map(item -> new PrintedItem(paper, item.item, item.printed, item.ours, item.verdict, item.why))
                .toList();
    }

    static ReportSection section(List<PrintedItem> items) {
        return new ReportSection(
                "What the papers print",
                List.of("Everything that the papers print about these experiments is here: regenerated and compared, or"
                        + " not reproducible with the reason. A reason beside a deviation has been shown by an experiment"
                        + " that the suite runs; where there is none, the deviation is not explained."),
                List.of(Table.of("", COLUMNS, items, "")));
    }
}
