package io.github.restartoracle.benchmarks.studies.oracles;

import io.github.restartoracle.benchmarks.lab.results.Cell;
import io.github.restartoracle.benchmarks.lab.results.Column;
import io.github.restartoracle.benchmarks.lab.results.ScenarioResult;
import io.github.restartoracle.benchmarks.lab.results.Table;
import io.github.restartoracle.benchmarks.lab.results.Value;
import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import io.github.restartoracle.benchmarks.lab.scenario.Transport;
import io.github.restartoracle.benchmarks.lab.suite.ConsoleTable;
import io.github.restartoracle.benchmarks.lab.theory.Outages;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** The results of a demonstration for a console: a table, a picture and a sentence. */
final class Story {
    private static final int WIDTH = 60;
    private static final double AS_GOOD = 1.02;
    private static final String NAME = "%-15s";

    private final ScenarioResult result;
    private final Scenario scenario;
    private final Outages outages;
    private final boolean mail;
    private final List<Party> parties;
    private final Glyphs glyphs;

    /** A row of the table: a client, or the least values that are possible. */
    private record Party(
            String name, double ett, double hitSeconds, double lastAfterReturnSeconds, double urc, double lost) {}

    Story(ScenarioResult result, Glyphs glyphs) {
        this.result = result;
        this.scenario = result.scenario();
        this.outages = scenario.outages();
        this.mail = scenario.transport() == Transport.MAIL;
        this.glyphs = glyphs;
        this.parties = result.cells().stream().map(this::party).toList();
    }

    private long dueNanos(int message) {
        return message * scenario.interval().toNanos();
    }

    /** Returns the mean time of the orders that were placed while the link was down, and the last after its return. */
    private Party party(Cell cell) {
        double hit = IntStream.range(0, cell.ettByMessage().size())
                .filter(i -> outages.down(dueNanos(i)))
                .mapToDouble(cell.ettByMessage()::get)
                .filter(Double::isFinite)
                .average()
                .orElse(Double.NaN);
        double end = outages.list().stream()
                        .mapToLong(outage -> outage.to().toNanos())
                        .max()
                        .orElse(0)
                / 1e9;
        double last = IntStream.range(0, cell.ettByMessage().size())
                .filter(i -> dueNanos(i) / 1e9 < end)
                .mapToDouble(i -> dueNanos(i) / 1e9 + cell.ettByMessage().get(i) - end)
                .filter(Double::isFinite)
                .reduce(0, Math::max);
        return new Party(cell.oracle(), cell.ett(), hit, last, cell.urc(), cell.lost());
    }

    /** Returns the least mean of the orders that were placed while the link was down: each arrives when the link is back. */
    private double leastSeconds() {
        return IntStream.range(0, scenario.messages())
                .mapToLong(this::dueNanos)
                .filter(outages::down)
                .mapToDouble(due -> (outages.nextUpNanos(due) - due) / 1e9)
                .average()
                .orElse(Double.NaN);
    }

    String text() {
        return ConsoleTable.of(table()) + "\n\n" + picture() + "\n" + sentence() + "\n";
    }

    private static Value seconds(double value) {
        return Value.of(Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%.2f s", value), value);
    }

    private Table table() {
        List<Party> rows = new ArrayList<>(parties);
        Party least = new Party("the least possible", result.bound(), leastSeconds(), 0, 0, 0);
        rows.add(least);
        // By mail the least times depend on polls and queues too.
        Predicate<Party> unknown = party -> mail && party.equals(least);
        List<Column<Party>> columns = List.of(
                Column.text(" ", Party::name),
                Column.number("time to arrive,|all orders", 2, "", party -> seconds(party.ett())),
                Column.number(
                        "placed while|the link was down",
                        2,
                        "",
                        party -> unknown.test(party) ? null : seconds(party.hitSeconds())),
                Column.number(
                        "last of these, after|the link's return",
                        2,
                        "",
                        party -> unknown.test(party) ? null : seconds(party.lastAfterReturnSeconds())),
                Column.number("needless copies|an order", 2, "", Party::urc),
                Column.number("lost", 0, "", Party::lost));
        return Table.of("", columns, rows, "");
    }

    /** Draws a column for each part of the time. Its height is the longest time of an order that was placed in that part. */
    private String picture() {
        double longest = longest(
                result.cells().stream()
                        .flatMap(cell -> cell.ettByMessage().stream())
                        .toList(),
                1);
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT, "How long an order took, by when it was placed (a full column: %.1f s)%n", longest));
        for (Cell cell : result.cells()) {
            StringBuilder line = new StringBuilder(String.format(Locale.ROOT, NAME, cell.oracle()));
            for (int column = 0; column < WIDTH; column++) {
                line.append(glyphs.height(longest(part(cell.ettByMessage(), column), 0) / longest));
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        StringBuilder link = new StringBuilder(String.format(Locale.ROOT, NAME, "link"));
        for (int column = 0; column < WIDTH; column++) {
            long nanos = Math.round((column + 0.5) * scenario.sending().toNanos() / WIDTH);
            link.append(outages.down(nanos) ? 'x' : '-');
        }
        return text.append(link).append("  x: down\n").toString();
    }

    private static double longest(List<Double> all, double otherwise) {
        return all.stream()
                .mapToDouble(Double::doubleValue)
                .filter(Double::isFinite)
                .max()
                .orElse(otherwise);
    }

    private static List<Double> part(List<Double> all, int column) {
        int from = column * all.size() / WIDTH;
        int to = Math.max(from + 1, (column + 1) * all.size() / WIDTH);
        return all.subList(Math.min(from, all.size()), Math.min(to, all.size()));
    }

    /** Returns the fastest client; of several with almost the same speed, the one that makes the fewest copies. */
    private Party best() {
        double least = parties.stream().mapToDouble(Party::hitSeconds).min().orElseThrow();
        return parties.stream()
                .filter(party -> party.hitSeconds() <= AS_GOOD * least)
                .min(Comparator.comparingDouble(Party::urc))
                .orElseThrow();
    }

    private String sentence() {
        Party best = best();
        Party other = parties.stream()
                .filter(party -> !party.equals(best))
                .reduce((former, later) -> later)
                .orElse(best);
        String least = mail ? "" : String.format(Locale.ROOT, " (no less than %.2f s is possible)", leastSeconds());
        return String.format(
                Locale.ROOT,
                "Orders placed while the link was down took %.2f s on average with %s, and %.2f s with %s%s, at %.2f needless"
                        + " copies an order and %.2f.",
                best.hitSeconds(),
                best.name(),
                other.hitSeconds(),
                other.name(),
                least,
                best.urc(),
                other.urc());
    }
}
