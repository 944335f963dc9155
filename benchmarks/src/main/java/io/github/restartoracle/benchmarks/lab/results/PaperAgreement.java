package io.github.restartoracle.benchmarks.lab.results;

import java.util.List;

/**
 * A cell of ours and the printed one. Ours is within the printed interval if it is at most the printed half-width and half
 * of the last printed digit away from the printed mean.
 *
 * @param row ours, of as many messages as the paper's
 */
public record PaperAgreement(Row row) {
    /** Half of the last printed digit: printed values have two decimals. */
    private static final double ROUNDING = 0.005;

    /**
     * Returns the cells that can be compared with the printed values of the paper.
     *
     * @param rows any
     * @return those of the paper's scenarios at the paper's size for which the paper prints an ETT, in the same order
     */
    public static List<PaperAgreement> of(List<Row> rows) {
        return rows.stream()
                .filter(row -> !row.text(CellColumns.PAPER_ETT).isEmpty()
                        && !row.text(CellColumns.PRINTED_ETT).isEmpty()
                        && row.number(CellColumns.MESSAGES) == PaperCell.MESSAGES)
                .map(PaperAgreement::new)
                .toList();
    }

    /**
     * Tells if our ETT is within the printed interval.
     *
     * @return false also if no message arrived
     */
    public boolean ettWithin() {
        return within(CellColumns.ETT, CellColumns.PRINTED_ETT, CellColumns.PRINTED_ETT_CI);
    }

    /**
     * Tells if our URC is within the printed interval.
     *
     * @return false also if no message arrived
     */
    public boolean urcWithin() {
        return within(CellColumns.URC, CellColumns.PRINTED_URC, CellColumns.PRINTED_URC_CI);
    }

    /**
     * Tells if both are within the printed intervals.
     *
     * @return false also if no message arrived
     */
    public boolean holds() {
        return ettWithin() && urcWithin();
    }

    private boolean within(String ours, String printed, String halfWidth) {
        double deviation = Math.abs(row.number(ours) - row.number(printed));
        return deviation <= row.optional(halfWidth).orElse(0) + ROUNDING;
    }
}
