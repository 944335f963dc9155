package io.github.restartoracle.benchmarks.papers.position;

import java.util.List;
import java.util.Optional;

/** The numbers that the paper prints; its figures have no tables. */
final class Paper {
    /** The increase by a lost SYN-ACK in the paper, seconds. */
    static final double HANDSHAKE_INCREASE = 3;

    /** At 2 % loss: the share of Author's transactions that lose a packet, and of those, one of three late ones. */
    static final double HIT_AT_2_PERCENT = 0.22;

    static final double HIT_LATE_AT_2_PERCENT = 0.27;

    /**
     * The numbers in the text about one figure.
     *
     * @param path the cell
     * @param freeBsd response time without loss, seconds, FreeBSD 6.0 (Figures 2 and 3)
     * @param linux the same of Linux 2.6.15 (Figures 6 and 7)
     * @param lateIncrease position 10 minus position 6, seconds, FreeBSD
     */
    record Figures(PathKind path, double freeBsd, double linux, double lateIncrease) {}

    static final List<Figures> AUTHOR = List.of(
            new Figures(PathKind.US_US, 0.610, 0.661, 0.632), new Figures(PathKind.US_OVERSEAS, 0.886, 0.933, 0.929));

    private Paper() {}

    static Optional<Figures> of(Curve curve) {
        return curve.service() != PaperService.AUTHOR
                ? Optional.empty()
                : AUTHOR.stream()
                        .filter(figures -> figures.path().equals(curve.path()))
                        .findFirst();
    }
}
