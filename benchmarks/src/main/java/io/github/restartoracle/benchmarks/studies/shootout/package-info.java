/**
 * The shoot-out: the canary, the oracles of "The Fast and the Fair", and the policies of other implementations, in the
 * simulator and over the path of production. {@link io.github.restartoracle.benchmarks.studies.shootout.ShootOutSuite} runs it.
 */
@NullMarked
package io.github.restartoracle.benchmarks.studies.shootout;

import org.jspecify.annotations.NullMarked;
