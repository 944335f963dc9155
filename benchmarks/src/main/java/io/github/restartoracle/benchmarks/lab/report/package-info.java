/**
 * The report of a suite: a directory with {@code report.html}, {@code manifest.json} and the figures as files.
 *
 * <p>A suite describes its results and contains no code for drawing or HTML:
 *
 * <pre>{@code
 * Figure figure = Figure.of("http-response-time", "Response time by position of the lost packet", "Bars: 95 % intervals.",
 *         Axis.ofData("position"), Axis.fromZero("response time (s)"),
 *         List.of(new Series("today's SYN timer", 0, Form.LINE, points)));
 * Table table = Table.of("By position", List.of(Column.text("position", Line::position),
 *         Column.number("mean", 3, "seconds", Line::mean)), lines, "");
 * Report report = new Report("One sentence.", List.of("More."),
 *         List.of(new ReportSection("HTTP", List.of("Text."), List.of(table), List.of(figure))));
 * Path page = new ReportDirectory(output).write(report, manifest);
 * }</pre>
 *
 * <p>Comparisons of oracles have their sections made by {@link io.github.restartoracle.benchmarks.lab.report.ScenarioSections};
 * a suite may add its own to those. A series' {@code look} is its colour and marker: use the same number for the same thing
 * in all figures. Series are given with all their points; if a page cannot show all, they are thinned and the page says so.
 */
@NullMarked
package io.github.restartoracle.benchmarks.lab.report;

import org.jspecify.annotations.NullMarked;
