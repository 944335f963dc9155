/**
 * Experiments as data: a {@link io.github.restartoracle.benchmarks.lab.scenario.Scenario} says what is sent, over which
 * link, with which faults, and with which oracles; a {@link io.github.restartoracle.benchmarks.lab.scenario.Scale} says how
 * long and how often. To add an experiment, write a YAML file.
 *
 * <p>A cell is one scenario with one oracle; its runs differ in nothing but chance.
 */
@NullMarked
package io.github.restartoracle.benchmarks.lab.scenario;

import org.jspecify.annotations.NullMarked;
