package io.github.restartoracle.benchmarks.results;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A cell of ours and the printed one. Ours is within the printed interval if it is at most the printed half-width and half of
 * the last printed digit away from the printed mean.
 *
 * @param cell ours, of as many messages as the paper's
 * @param paper the printed one, with an ETT
 */
public record PaperAgreement(Cell cell, PaperCell paper) {
    /** Printed values have two decimals. */
    private static final double ROUNDING = 0.005;

    /**
     * The cells that can be held against the paper as printed.
     *
     * @param cells any
     * @return those of the paper's scenarios at the paper's size, in the same order
     */
    public static List<PaperAgreement> of(List<Cell> cells) {
        return cells.stream().flatMap(cell -> of(cell).stream()).toList();
    }

    private static Optional<PaperAgreement> of(Cell cell) {
        return cell.rescaledPaper()
                .flatMap(rescaled -> cell.paper())
                .filter(printed -> cell.row().messages() == PaperCell.MESSAGES
                        && printed.ettSeconds().isPresent())
                .map(printed -> new PaperAgreement(cell, printed));
    }

    /**
     * Whether our ETT is within the printed interval.
     *
     * @return false also if nothing arrived
     */
    public boolean ettWithin() {
        return ettDeviation() <= paper.ettCi95Seconds().orElse(0) + ROUNDING;
    }

    /**
     * Whether our URC is within the printed interval.
     *
     * @return false also if nothing arrived
     */
    public boolean urcWithin() {
        return urcDeviation() <= paper.urcCi95().orElse(0) + ROUNDING;
    }

    /**
     * Whether runs differ so much among each other that the printed interval and ours over runs overlap, in ETT and URC.
     *
     * @return true also if ours is within the printed interval
     */
    public boolean mayBeChance() {
        return reaches(ettDeviation(), paper.ettCi95Seconds(), cell.row().ettCi95Seconds())
                && reaches(urcDeviation(), paper.urcCi95(), cell.row().urcCi95());
    }

    private static boolean reaches(double deviation, OptionalDouble printed, OptionalDouble ours) {
        return deviation <= printed.orElse(0) + ours.orElse(0) + ROUNDING;
    }

    private double ettDeviation() {
        return Math.abs(cell.row().ettMeanSeconds() - paper.ettSeconds().orElse(Double.NaN));
    }

    private double urcDeviation() {
        return Math.abs(cell.row().urcMean() - paper.urc().orElse(Double.NaN));
    }
}
