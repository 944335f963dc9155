/**
 * The comparison of oracles: in virtual time, with the real software, and the one beside the other. What a suite of oracles
 * needs is here, so that a new one is its scenarios and a few sentences.
 */
@NullMarked
package io.github.restartoracle.benchmarks.lab.comparison;

import org.jspecify.annotations.NullMarked;
