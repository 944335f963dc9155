package io.github.restartoracle.benchmarks.lab.comparison;

import io.github.restartoracle.benchmarks.lab.comparison.SimulatedComparison.Simulated;
import java.util.function.UnaryOperator;

/**
 * One thing about a simulation that is changed, to find out whether it is the cause of deviations: it is taken out, or put
 * in, for all cells alike.
 *
 * @param name stands in tables, short
 * @param change what is changed, one sentence
 * @param applied makes the changed simulation of a scenario
 */
public record Experiment(String name, String change, UnaryOperator<Simulated> applied) {}
