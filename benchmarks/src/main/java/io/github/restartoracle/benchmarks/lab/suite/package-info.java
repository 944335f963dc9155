/**
 * The framework for suites. A suite is one {@link io.github.restartoracle.benchmarks.lab.suite.Suite}, named in one line of
 * {@code META-INF/services/io.github.restartoracle.benchmarks.lab.suite.Suite}. It returns its results, and {@link
 * io.github.restartoracle.benchmarks.lab.suite.SuiteRun} writes its files, its report and its manifest.
 */
@NullMarked
package io.github.restartoracle.benchmarks.lab.suite;

import org.jspecify.annotations.NullMarked;
