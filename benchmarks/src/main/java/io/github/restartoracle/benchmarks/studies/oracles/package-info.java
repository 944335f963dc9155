/**
 * P. Reinecke, A. van Moorsel, K. Wolter, "The Fast and the Fair" (QEST 2006): a comparison of oracles, simulated and measured.
 */
@NullMarked
package io.github.restartoracle.benchmarks.studies.oracles;

import org.jspecify.annotations.NullMarked;
