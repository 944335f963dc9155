package io.github.restartoracle.benchmarks.lab.results;

import java.util.List;

/**
 * A cell of ours and the printed one. Ours is within the printed interval if it is at most the printed half-width and half
 * of the last printed digit away from the printed mean.
 *
 * @param row ours, of as many messages as the paper's
 */
public record PaperAgreement(Row row) {
    /** The columns that are compared. */
    public static final List<String> QUANTITIES = List.of(CellColumns.ETT, CellColumns.URC);

    /** Half of the last printed digit: printed values have two decimals. */
    private static final double ROUNDING = 0.005;

    /** Returns the cells at the paper's size for which the paper prints an ETT, in the same order. */
    public static List<PaperAgreement> of(List<ScenarioResult> results) {
        return results.stream()
                .flatMap(result -> result.rows().stream())
                .filter(row -> !row.text(CellColumns.PAPER_ETT).isEmpty()
                        && !row.text(CellColumns.PRINTED_ETT).isEmpty()
                        && row.number(CellColumns.MESSAGES) == PaperCell.MESSAGES)
                .map(PaperAgreement::new)
                .toList();
    }

    /** Tells if our ETT or URC is within the printed interval; false also if no message arrived. */
    public boolean within(String quantity) {
        boolean ett = quantity.equals(CellColumns.ETT);
        double printed = row.number(ett ? CellColumns.PRINTED_ETT : CellColumns.PRINTED_URC);
        double halfWidth = row.optional(ett ? CellColumns.PRINTED_ETT_CI : CellColumns.PRINTED_URC_CI)
                .orElse(0);
        return Math.abs(row.number(quantity) - printed) <= halfWidth + ROUNDING;
    }
}
