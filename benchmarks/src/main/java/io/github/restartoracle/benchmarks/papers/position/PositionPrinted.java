package io.github.restartoracle.benchmarks.papers.position;

import io.github.restartoracle.benchmarks.lab.suite.PrintedItem;
import io.github.restartoracle.benchmarks.papers.position.Paper.Figures;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** The values that the paper prints, with those of its two systems in simulation. */
final class PositionPrinted {
    private static final double NEAR = 0.1;
    private static final double TYPICAL_LOSS = 0.02;

    private final List<Curve> freeBsd;
    private final List<Curve> linux;
    private final List<Curve> both;
    private final List<PrintedItem> items = new ArrayList<>();

    PositionPrinted(List<Curve> curves) {
        this.freeBsd = from(curves, PositionSuite.FREE_BSD);
        this.linux = from(curves, PositionSuite.LINUX);
        this.both = Stream.concat(freeBsd.stream(), linux.stream()).toList();
    }

    private static List<Curve> from(List<Curve> curves, String source) {
        return curves.stream().filter(curve -> curve.source().equals(source)).toList();
    }

    List<PrintedItem> items() {
        for (Figures figures : Paper.AUTHOR) {
            Curve bsd = find(freeBsd, PaperService.AUTHOR, figures.path());
            near(figures, "FreeBSD 6.0, no loss", figures.freeBsd(), bsd.lossless());
            near(figures, "FreeBSD 6.0, position 10 less 6", figures.lateIncrease(), bsd.at(10) - bsd.at(6));
            double ours = find(linux, PaperService.AUTHOR, figures.path()).lossless();
            near(figures, "Linux 2.6.15, no loss", figures.linux(), ours);
        }
        add(
                "a lost SYN-ACK",
                "+3 s",
                PositionTables.millis(both, Curve::handshakeIncrease),
                both.stream().allMatch(curve -> Math.abs(curve.handshakeIncrease() - Paper.HANDSHAKE_INCREASE) < 0.1));
        sensitive(freeBsd, "FreeBSD 6.0", PaperService.AUTHOR, "8 9 10 11");
        sensitive(linux, "Linux 2.6.15", PaperService.AUTHOR, "9 10 11");
        sensitive(freeBsd, "FreeBSD 6.0", PaperService.SELLER_PROFILE, "5 6 7 8");
        sensitive(linux, "Linux 2.6.15", PaperService.SELLER_PROFILE, "6 7 8");
        add(
                "late losses, all cells",
                "+208 to +1781 ms",
                PositionTables.millis(both, Curve::worstLateIncrease),
                within(Curve::worstLateIncrease, 0.208, 1.781));
        add(
                "late losses, all cells",
                "+40 to +112 %",
                PositionTables.percent(both, Curve::lateIncreaseShare),
                within(Curve::lateIncreaseShare, 0.40, 1.12));
        share(
                "2 % loss: transactions that lose a packet",
                PaperService.AUTHOR.hit(TYPICAL_LOSS), Paper.HIT_AT_2_PERCENT);
        share(
                "of these, one of the last three packets of data",
                PaperService.AUTHOR.hitLastThree(TYPICAL_LOSS),
                Paper.HIT_LATE_AT_2_PERCENT);
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

    private void add(String item, String printed, String ours, boolean holds) {
        items.add(PrintedItem.of(item, printed, ours, holds));
    }

    private static Curve find(List<Curve> curves, PaperService service, PathKind path) {
        return curves.stream()
                .filter(curve -> curve.service() == service && curve.path().equals(path))
                .findFirst()
                .orElseThrow();
    }

    private void near(Figures figures, String item, double printed, double ours) {
        add(item + ", " + figures.path(), millis(printed), millis(ours), Math.abs(ours / printed - 1) <= NEAR);
    }

    private static String millis(double seconds) {
        return String.format(Locale.ROOT, "%.0f ms", 1000 * seconds);
    }

    private void share(String item, double ours, double printed) {
        add(
                item,
                String.format(Locale.ROOT, "%.0f %%", 100 * printed),
                String.format(Locale.ROOT, "%.1f %%", 100 * ours),
                Math.round(100 * ours) == Math.round(100 * printed));
    }

    /** Compares the sensitive positions in the cells that the paper draws for them. */
    private void sensitive(List<Curve> curves, String system, PaperService service, String printed) {
        String ours = PositionTables.positions(find(curves, service, PathKind.US_US));
        add("sensitive positions of " + service + ", " + system, printed, ours, ours.equals(printed));
    }

    /** Returns whether the least and the greatest value are near the printed ones. */
    private boolean within(ToDoubleFunction<Curve> value, double least, double most) {
        DoubleSummaryStatistics ours = both.stream().mapToDouble(value).summaryStatistics();
        return Math.abs(ours.getMin() / least - 1) <= NEAR && Math.abs(ours.getMax() / most - 1) <= NEAR;
    }
}
