/**
 * The suite {@code simulated-vs-actual}: S. Tripathi, S. Q. Abbas, "Performance Comparison of Web Services under Simulated and
 * Actual Hosted Environments": the same users over the same bottleneck in simulation and on a real link.
 */
@NullMarked
package io.github.restartoracle.benchmarks.papers.users;

import org.jspecify.annotations.NullMarked;
