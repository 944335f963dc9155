/** P. Reinecke, A. van Moorsel, K. Wolter, "The Fast and the Fair" (QEST 2006): oracles compared, simulated and measured. */
@NullMarked
package io.github.restartoracle.benchmarks.studies.oracles;

import org.jspecify.annotations.NullMarked;
