/**
 * What people see of a suite of experiments: {@link io.github.restartoracle.benchmarks.report.Progress} while it runs, the
 * table on the console, and when it has ended a directory with {@code report.html}, {@code manifest.json} and the figures
 * as files.
 *
 * <p>A suite describes what it found and knows nothing about drawing or HTML:
 *
 * <pre>{@code
 * Figure figure = Figure.of("http-response-time", "Response time by position of the lost packet", "Bars: 95 % intervals.",
 *         Axis.ofData("position"), Axis.fromZero("response time (s)"),
 *         List.of(new Series("today's SYN timer", 0, Form.LINE, points)));
 * Table table = new Table("By position", List.of(Column.text("position"), Column.number("mean", "seconds")), rows, "");
 * Report report = new Report("One sentence.", List.of("More."),
 *         List.of(new ReportSection("HTTP", List.of("Text."), List.of(table), List.of(figure))));
 * Path page = new ReportDirectory(output).write(report, manifest);
 * }</pre>
 *
 * <p>Comparisons of oracles have their sections made by {@link io.github.restartoracle.benchmarks.report.ScenarioSections};
 * a suite may add its own to those. A series' {@code look} is its colour and marker: use the same number for the same thing
 * in all figures. Series are given with all their points; where a page could not show them, they are thinned and it says so.
 */
@NullMarked
package io.github.restartoracle.benchmarks.report;

import org.jspecify.annotations.NullMarked;
