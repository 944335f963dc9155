package io.github.restartoracle.benchmarks.studies.oracles;

import io.github.restartoracle.benchmarks.lab.results.Cell;
import io.github.restartoracle.benchmarks.lab.results.CellColumns;
import io.github.restartoracle.benchmarks.lab.results.ScenarioResult;
import io.github.restartoracle.benchmarks.lab.results.Table;
import io.github.restartoracle.benchmarks.lab.results.Table.Head;
import io.github.restartoracle.benchmarks.lab.results.Table.Value;
import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import io.github.restartoracle.benchmarks.lab.scenario.Transport;
import io.github.restartoracle.benchmarks.lab.suite.ConsoleTable;
import io.github.restartoracle.benchmarks.lab.theory.Outages;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** The results of a demonstration for a console: a table, a picture and a sentence. */
final class Story {
    private static final int WIDTH = 60;
    private static final double AS_GOOD = 1.02;
    private static final String NAME = "%-15s";

    private final Scenario scenario;
    private final List<Party> parties;
    private final Glyphs glyphs;

    /** A client, with the data of all of its messages. */
    private record Party(Cell cell, double hitSeconds, double lastAfterReturnSeconds) {
        String name() {
            return cell.oracle();
        }
    }

    Story(ScenarioResult result, Glyphs glyphs) {
        this.scenario = result.scenario();
        this.glyphs = glyphs;
        this.parties = result.cells().stream().map(this::party).toList();
    }

    private double dueSeconds(int message) {
        return message * scenario.interval().toNanos() / 1e9;
    }

    private Party party(Cell cell) {
        double sum = 0;
        int hit = 0;
        double last = 0;
        double endSeconds = lastOutageEndSeconds();
        for (int i = 0; i < cell.ettByMessage().size(); i++) {
            double ett = cell.ettByMessage().get(i);
            if (Double.isNaN(ett)) {
                continue;
            }
            if (scenario.outages().down(Math.round(dueSeconds(i) * 1e9))) {
                sum += ett;
                hit++;
            }
            if (dueSeconds(i) < endSeconds) {
                last = Math.max(last, dueSeconds(i) + ett - endSeconds);
            }
        }
        return new Party(cell, sum / hit, last);
    }

    private double lastOutageEndSeconds() {
        return scenario.outages().list().stream()
                .map(Outages.Outage::to)
                .max(Comparator.naturalOrder())
                .map(end -> end.toNanos() / 1e9)
                .orElse(0.0);
    }

    /** Returns the least mean of the orders that were placed while the link was down: each arrives when the link is back. */
    private double leastSeconds() {
        Outages outages = scenario.outages();
        double sum = 0;
        int hit = 0;
        for (int i = 0; i < scenario.messages(); i++) {
            long due = Math.round(dueSeconds(i) * 1e9);
            if (outages.down(due)) {
                sum += (outages.nextUpNanos(due) - due) / 1e9;
                hit++;
            }
        }
        return sum / hit;
    }

    String text() {
        return ConsoleTable.of(table()) + "\n\n" + picture() + "\n" + sentence() + "\n";
    }

    private static Value seconds(double value) {
        return Value.of(Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%.2f s", value));
    }

    private Table table() {
        List<List<Value>> rows = new ArrayList<>();
        for (Party party : parties) {
            rows.add(List.of(
                    Value.of(party.name()),
                    seconds(party.cell().ett()),
                    seconds(party.hitSeconds()),
                    seconds(party.lastAfterReturnSeconds()),
                    Value.of(party.cell().urc(), 2),
                    Value.of(party.cell().lost(), 0)));
        }
        boolean mail = scenario.transport() == Transport.MAIL;
        rows.add(List.of(
                Value.of("the least possible"),
                seconds(parties.get(0).cell().row().number(CellColumns.BOUND)),
                // By mail the least times depend on polls and queues too.
                mail ? Value.NONE : seconds(leastSeconds()),
                mail ? Value.NONE : seconds(0),
                Value.of(0, 2),
                Value.of(0, 0)));
        return new Table(
                "",
                List.of(
                        Head.text(""),
                        Head.number("all orders", "").in("time to arrive,"),
                        Head.number("the link was down", "").in("placed while"),
                        Head.number("the link's return", "").in("last of these, after"),
                        Head.number("an order", "").in("needless copies"),
                        Head.number("lost", "")),
                rows,
                "");
    }

    /** Draws a column for each part of the time. Its height is the longest time of an order that was placed in that part. */
    private String picture() {
        double longest = parties.stream()
                .flatMap(party -> party.cell().ettByMessage().stream())
                .filter(Double::isFinite)
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(1);
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT, "How long an order took, by when it was placed (a full column: %.1f s)%n", longest));
        for (Party party : parties) {
            StringBuilder line = new StringBuilder(String.format(Locale.ROOT, NAME, party.name()));
            for (int column = 0; column < WIDTH; column++) {
                line.append(glyphs.height(longestOf(party, column) / longest));
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        StringBuilder link = new StringBuilder(String.format(Locale.ROOT, NAME, "link"));
        for (int column = 0; column < WIDTH; column++) {
            long nanos = Math.round((column + 0.5) * scenario.sending().toNanos() / WIDTH);
            link.append(scenario.outages().down(nanos) ? 'x' : '-');
        }
        return text.append(link).append("  x: down\n").toString();
    }

    private double longestOf(Party party, int column) {
        List<Double> all = party.cell().ettByMessage();
        int from = column * all.size() / WIDTH;
        int to = Math.max(from + 1, (column + 1) * all.size() / WIDTH);
        return all.subList(Math.min(from, all.size()), Math.min(to, all.size())).stream()
                .filter(Double::isFinite)
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(0);
    }

    /** Returns the fastest client; of several with almost the same speed, the one that makes the fewest copies. */
    private Party best() {
        double least = parties.stream().mapToDouble(Party::hitSeconds).min().orElseThrow();
        return parties.stream()
                .filter(party -> party.hitSeconds() <= AS_GOOD * least)
                .min(Comparator.comparingDouble(party -> party.cell().urc()))
                .orElseThrow();
    }

    private String sentence() {
        Party best = best();
        Party other = parties.stream()
                .filter(party -> !party.equals(best))
                .reduce((former, later) -> later)
                .orElse(best);
        String least = scenario.transport() == Transport.MAIL
                ? ""
                : String.format(Locale.ROOT, " (no less than %.2f s is possible)", leastSeconds());
        return String.format(
                Locale.ROOT,
                "Orders placed while the link was down took %.2f s on average with %s, and %.2f s with %s%s, at %.2f needless"
                        + " copies an order and %.2f.",
                best.hitSeconds(),
                best.name(),
                other.hitSeconds(),
                other.name(),
                least,
                best.cell().urc(),
                other.cell().urc());
    }
}
