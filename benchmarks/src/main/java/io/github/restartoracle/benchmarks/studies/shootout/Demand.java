package io.github.restartoracle.benchmarks.studies.shootout;

import io.github.restartoracle.benchmarks.lab.results.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A requirement on the canary.
 *
 * @param circumstance the condition
 * @param connections the kind of connections
 * @param words the requirement
 * @param measured the measured values
 * @param met true if they meet the requirement
 */
record Demand(String circumstance, String connections, String words, String measured, boolean met) {
    static final List<Column<Demand>> COLUMNS = List.of(
            Column.text("circumstance", "circumstance", Demand::circumstance),
            Column.text("connections", "connections", Demand::connections),
            Column.text("demand", "demand", Demand::words),
            Column.text("measured", "measured", Demand::measured),
            Column.text("met", "outcome", demand -> demand.met() ? "met" : "missed"));

    private static final double FEW_COPIES = 0.002;

    /** Returns all requirements on the cells that were run. */
    static List<Demand> of(List<ShotCell> cells) {
        List<Demand> demands = new ArrayList<>();
        for (ShotCell cell : cells) {
            if (cell.oracle().equals(Circumstance.CANARY)) {
                demands.add(of(cell, cells));
            }
        }
        return List.copyOf(demands);
    }

    private static Demand of(ShotCell cell, List<ShotCell> cells) {
        return switch (cell.circumstance().name()) {
            case "busy-server" -> kappa(cell, 1.005, 0);
            case "disruption-10s", "disruption-10s-2005" -> kappa(cell, 1.08, FEW_COPIES);
            case "disruption-60s", "disruption-60s-2005" -> kappa(cell, 1.05, FEW_COPIES);
            case "flapping" -> kappa(cell, 1.1, FEW_COPIES);
            case "loss-2pct" -> cell.kept() ? asFastAsCxf(cell, cells) : ett(cell, 0.017, FEW_COPIES);
            case "loss-10pct" -> cell.kept() ? asFastAsCxf(cell, cells) : ett(cell, 0.03, FEW_COPIES);
            case "acks-lost" -> ett(cell, 0.04, 0.01);
            case "slow-service" -> demand(cell, "URC <= " + FEW_COPIES, Demand::urc, each -> each.urc() <= FEW_COPIES);
            case "overload" ->
                demand(
                        cell,
                        "ETT <= 1.03 x none, URC <= 0.005, all delivered",
                        each -> kappaText(each) + ", " + urc(each) + ", " + each.undelivered() + " undelivered",
                        each -> each.kappa() <= 1.03 && each.urc() <= 0.005 && each.undelivered() == 0);
            case "no-new-traffic" ->
                demand(
                        cell,
                        "all delivered within 1 s of the link's return",
                        each -> String.format(Locale.ROOT, "%.2f s", each.lastSeconds()),
                        each -> each.lastSeconds() <= 1);
            default ->
                throw new IllegalArgumentException(
                        "nothing is demanded in " + cell.circumstance().name());
        };
    }

    private static Demand kappa(ShotCell cell, double most, double mostCopies) {
        return demand(
                cell,
                "kappa <= " + most + ", URC <= " + mostCopies,
                each -> kappaText(each) + ", " + urc(each),
                each -> each.kappa() <= most && each.urc() <= mostCopies);
    }

    private static Demand ett(ShotCell cell, double most, double mostCopies) {
        return demand(
                cell,
                "ETT <= " + most + " s, URC <= " + mostCopies,
                each -> ettText(each) + ", " + urc(each),
                each -> each.ett() <= most && each.urc() <= mostCopies);
    }

    private static Demand asFastAsCxf(ShotCell cell, List<ShotCell> cells) {
        double cxf = cell.ettOf(Circumstance.CXF, cells);
        return demand(
                cell,
                String.format(Locale.ROOT, "ETT <= that of CXF, %.4f s", cxf),
                each -> ettText(each) + ", " + urc(each),
                each -> each.ett() <= cxf);
    }

    private static Demand demand(
            ShotCell cell, String words, Function<ShotCell, String> measured, Predicate<ShotCell> met) {
        return new Demand(cell.circumstance().name(), cell.connections(), words, measured.apply(cell), met.test(cell));
    }

    private static String kappaText(ShotCell cell) {
        return String.format(Locale.ROOT, "kappa %.3f", cell.kappa());
    }

    private static String ettText(ShotCell cell) {
        return String.format(Locale.ROOT, "ETT %.4f s", cell.ett());
    }

    private static String urc(ShotCell cell) {
        return String.format(Locale.ROOT, "URC %.4f", cell.urc());
    }
}
