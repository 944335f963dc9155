/**
 * The comparison of oracles in virtual time, with the real software, and of the two with each other. Everything that a suite of
 * oracles needs is here, so that a new suite consists of its scenarios and a few sentences.
 */
@NullMarked
package io.github.restartoracle.benchmarks.lab.comparison;

import org.jspecify.annotations.NullMarked;
