/**
 * The suites beside the comparison of oracles: what the other seeds measured, measured again. Each is one
 * {@link io.github.restartoracle.benchmarks.suites.Suite}, found by its name among
 * {@link io.github.restartoracle.benchmarks.suites.Suites}, and leaves one report with the papers' numbers beside ours.
 */
@NullMarked
package io.github.restartoracle.benchmarks.suites;

import org.jspecify.annotations.NullMarked;
