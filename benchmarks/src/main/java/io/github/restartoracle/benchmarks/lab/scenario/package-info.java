/**
 * Experiments as data. A {@link io.github.restartoracle.benchmarks.lab.scenario.Scenario} states the messages, the link, the
 * faults and the oracles. A {@link io.github.restartoracle.benchmarks.lab.scenario.Scale} states the length and the number of
 * its runs. To add an experiment, write a YAML file.
 *
 * <p>A cell is one scenario with one oracle; its runs differ only by chance.
 */
@NullMarked
package io.github.restartoracle.benchmarks.lab.scenario;

import org.jspecify.annotations.NullMarked;
