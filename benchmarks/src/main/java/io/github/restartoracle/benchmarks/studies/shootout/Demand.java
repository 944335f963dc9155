package io.github.restartoracle.benchmarks.studies.shootout;

import io.github.restartoracle.benchmarks.lab.results.Column;
import java.util.List;
import java.util.Locale;

/**
 * A requirement on the canary.
 *
 * @param cell the condition and the kind of connections
 * @param words the requirement
 * @param measured the measured values
 * @param met true if they meet the requirement
 */
record Demand(ShotCell cell, String words, String measured, boolean met) {
    static final List<Column<Demand>> COLUMNS = List.of(
            Column.text("circumstance", demand -> demand.cell.circumstance().name()),
            Column.text("connections", demand -> demand.cell.connections()),
            Column.text("demand", Demand::words),
            Column.text("measured", Demand::measured),
            Column.text("outcome", demand -> demand.met() ? "met" : "missed"));
    private static final double FEW_COPIES = 0.002;

    /** Returns all requirements on the cells that were run. */
    static List<Demand> of(List<ShotCell> cells) {
        return cells.stream()
                .filter(cell -> cell.oracle().equals(Circumstance.CANARY))
                .map(cell -> of(cell, cells))
                .toList();
    }

    private static Demand of(ShotCell cell, List<ShotCell> cells) {
        String name = cell.circumstance().name();
        return switch (name) {
            case "busy-server" -> kappa(cell, 1.005, 0);
            case "disruption-10s", "disruption-10s-2005" -> kappa(cell, 1.08, FEW_COPIES);
            case "disruption-60s", "disruption-60s-2005" -> kappa(cell, 1.05, FEW_COPIES);
            case "flapping" -> kappa(cell, 1.1, FEW_COPIES);
            case "loss-2pct" -> cell.kept() ? asFastAsCxf(cell, cells) : ett(cell, 0.017, FEW_COPIES);
            case "loss-10pct" -> cell.kept() ? asFastAsCxf(cell, cells) : ett(cell, 0.03, FEW_COPIES);
            case "acks-lost" -> ett(cell, 0.04, 0.01);
            case "slow-service" -> new Demand(cell, "URC <= " + FEW_COPIES, urc(cell), cell.urc() <= FEW_COPIES);
            case "overload" ->
                new Demand(
                        cell,
                        "ETT <= 1.03 x none, URC <= 0.005, all delivered",
                        kappaText(cell) + ", " + urc(cell) + ", " + cell.undelivered() + " undelivered",
                        cell.kappa() <= 1.03 && cell.urc() <= 0.005 && cell.undelivered() == 0);
            case "no-new-traffic" ->
                new Demand(
                        cell,
                        "all delivered within 1 s of the link's return",
                        String.format(Locale.ROOT, "%.2f s", cell.lastSeconds()),
                        cell.lastSeconds() <= 1);
            default -> throw new IllegalArgumentException("nothing is demanded in " + name);
        };
    }

    private static Demand kappa(ShotCell cell, double most, double mostCopies) {
        return new Demand(
                cell,
                "kappa <= " + most + ", URC <= " + mostCopies,
                kappaText(cell) + ", " + urc(cell),
                cell.kappa() <= most && cell.urc() <= mostCopies);
    }

    private static Demand ett(ShotCell cell, double most, double mostCopies) {
        return new Demand(
                cell,
                "ETT <= " + most + " s, URC <= " + mostCopies,
                ettText(cell) + ", " + urc(cell),
                cell.ett() <= most && cell.urc() <= mostCopies);
    }

    private static Demand asFastAsCxf(ShotCell cell, List<ShotCell> cells) {
        double cxf = cell.ettOf(Circumstance.CXF, cells);
        return new Demand(
                cell,
                String.format(Locale.ROOT, "ETT <= that of CXF, %.4f s", cxf),
                ettText(cell) + ", " + urc(cell),
                cell.ett() <= cxf);
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
