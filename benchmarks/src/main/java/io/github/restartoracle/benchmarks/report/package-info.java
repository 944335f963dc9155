/**
 * What people see of a suite of experiments: {@link io.github.restartoracle.benchmarks.report.Progress} while it runs, the
 * table on the console and the directory with {@code report.html}, {@code results.csv} and {@code manifest.json} when it
 * has ended.
 */
@NullMarked
package io.github.restartoracle.benchmarks.report;

import org.jspecify.annotations.NullMarked;
