/**
 * The suite {@code conditional}: G. Mardente, M. Mellia, A. Bianco, "Measuring Conditional Web Throughput", HPSR 2005, DOI
 * 10.1109/HPSR.2005.1503271.
 */
@NullMarked
package io.github.restartoracle.benchmarks.papers.conditional;

import org.jspecify.annotations.NullMarked;
