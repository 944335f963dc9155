/**
 * Experiments in virtual time. The oracles and the path are those of production; everything below them is modelled:
 * {@link io.github.restartoracle.benchmarks.lab.simulator.net} the clock, the link and its faults,
 * {@link io.github.restartoracle.benchmarks.lab.simulator.tcp} connections, {@link
 * io.github.restartoracle.benchmarks.lab.simulator.mail} mail servers. {@link
 * io.github.restartoracle.benchmarks.lab.simulator.Simulation} runs scenarios.
 *
 * <p>Random decisions are looked up by (seed, scenario, run, message, attempt, direction, packet), so that all oracles meet the
 * same random events, and results do not depend on the number of threads.
 */
@NullMarked
package io.github.restartoracle.benchmarks.lab.simulator;

import org.jspecify.annotations.NullMarked;
