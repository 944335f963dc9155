package io.github.restartoracle.benchmarks.papers.position;

import io.github.restartoracle.benchmarks.lab.suite.PrintedItem;
import io.github.restartoracle.benchmarks.papers.position.Paper.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** The values that the paper prints, with those of its two systems in simulation. */
final class PositionPrinted {
    private static final double NEAR = 0.1;
    private static final double TYPICAL_LOSS = 0.02;
    private static final double LEAST_INCREASE = 0.208;
    private static final double MOST_INCREASE = 1.781;
    private static final double LEAST_SHARE = 0.40;
    private static final double MOST_SHARE = 1.12;

    private PositionPrinted() {}

    static List<PrintedItem> of(List<Curve> curves) {
        List<PrintedItem> items = new ArrayList<>();
        List<Curve> freeBsd = from(curves, PositionSuite.FREE_BSD);
        List<Curve> linux = from(curves, PositionSuite.LINUX);
        for (Figures figures : Paper.AUTHOR) {
            find(freeBsd, figures).ifPresent(curve -> {
                items.add(near(figures, "FreeBSD 6.0, no loss", figures.freeBsd(), curve.lossless()));
                items.add(near(
                        figures,
                        "FreeBSD 6.0, position 10 less 6",
                        figures.lateIncrease(),
                        curve.at(10) - curve.at(6)));
            });
            find(linux, figures)
                    .ifPresent(curve ->
                            items.add(near(figures, "Linux 2.6.15, no loss", figures.linux(), curve.lossless())));
        }
        List<Curve> both = new ArrayList<>(freeBsd);
        both.addAll(linux);
        items.add(PrintedItem.of(
                "a lost SYN-ACK",
                "+3 s",
                PositionTables.range(both, Curve::handshakeIncrease, 1000, " ms"),
                both.stream().allMatch(curve -> Math.abs(curve.handshakeIncrease() - Paper.HANDSHAKE_INCREASE) < 0.1)));
        items.add(sensitive(freeBsd, "FreeBSD 6.0", PaperService.AUTHOR, "8 9 10 11"));
        items.add(sensitive(linux, "Linux 2.6.15", PaperService.AUTHOR, "9 10 11"));
        items.add(sensitive(freeBsd, "FreeBSD 6.0", PaperService.SELLER_PROFILE, "5 6 7 8"));
        items.add(sensitive(linux, "Linux 2.6.15", PaperService.SELLER_PROFILE, "6 7 8"));
        items.add(range(
                both,
                "late losses, all cells",
                "+208 to +1781 ms",
                Curve::worstLateIncrease,
                LEAST_INCREASE,
                MOST_INCREASE,
                1000,
                " ms"));
        items.add(range(
                both,
                "late losses, all cells",
                "+40 to +112 %",
                Curve::lateIncreaseShare,
                LEAST_SHARE,
                MOST_SHARE,
                100,
                " %"));
        items.add(PrintedItem.of(
                "2 % loss: transactions that lose a packet",
                "22 %",
                String.format(Locale.ROOT, "%.1f %%", 100 * PaperService.AUTHOR.hit(TYPICAL_LOSS)),
                Math.round(100 * PaperService.AUTHOR.hit(TYPICAL_LOSS)) == Math.round(100 * Paper.HIT_AT_2_PERCENT)));
        items.add(PrintedItem.of(
                "of these, one of the last three packets of data",
                "27 %",
                String.format(Locale.ROOT, "%.1f %%", 100 * PaperService.AUTHOR.hitLastThree(TYPICAL_LOSS)),
                Math.round(100 * PaperService.AUTHOR.hitLastThree(TYPICAL_LOSS))
                        == Math.round(100 * Paper.HIT_LATE_AT_2_PERCENT)));
        items.add(PrintedItem.missing(
                "Figures 4, 5 and 8 to 13: curves of all cells",
                "no numbers",
                "drawn in the report; the paper gives no numbers to compare with"));
        items.add(PrintedItem.missing(
                "response time reported by Kim and Rosu",
                "502 ms",
                "a measurement of Amazon's services of 2004, which are no more"));
        items.add(PrintedItem.missing(
                "proposed adaptive duplicate acknowledgements",
                "not implemented there",
                "an idea for a receiver's kernel, without results to compare with"));
        return items;
    }

    private static List<Curve> from(List<Curve> curves, String source) {
        return curves.stream().filter(curve -> curve.source().equals(source)).toList();
    }

    private static Optional<Curve> find(List<Curve> curves, Figures figures) {
        return curves.stream()
                .filter(curve ->
                        curve.service() == PaperService.AUTHOR && curve.path().equals(figures.path()))
                .findFirst();
    }

    private static PrintedItem near(Figures figures, String item, double printed, double ours) {
        return PrintedItem.of(
                item + ", " + figures.path(), millis(printed), millis(ours), Math.abs(ours / printed - 1) <= NEAR);
    }

    private static String millis(double seconds) {
        return String.format(Locale.ROOT, "%.0f ms", 1000 * seconds);
    }

    /** Compares the sensitive positions in the cells that the paper draws for them. */
    private static PrintedItem sensitive(List<Curve> curves, String system, PaperService service, String printed) {
        Curve curve = curves.stream()
                .filter(each -> each.service() == service && each.path().equals(PathKind.US_US))
                .findFirst()
                .orElseThrow();
        String ours = PositionTables.positions(curve);
        return PrintedItem.of("sensitive positions of " + service + ", " + system, printed, ours, ours.equals(printed));
    }

    private static PrintedItem range(
            List<Curve> curves,
            String item,
            String printed,
            ToDoubleFunction<Curve> value,
            double least,
            double most,
            double factor,
            String unit) {
        double ourLeast = curves.stream().mapToDouble(value).min().orElse(Double.NaN);
        double ourMost = curves.stream().mapToDouble(value).max().orElse(Double.NaN);
        return PrintedItem.of(
                item,
                printed,
                PositionTables.range(curves, value, factor, unit),
                Math.abs(ourLeast / least - 1) <= NEAR && Math.abs(ourMost / most - 1) <= NEAR);
    }
}
