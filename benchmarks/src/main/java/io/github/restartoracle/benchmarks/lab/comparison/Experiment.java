package io.github.restartoracle.benchmarks.lab.comparison;

import io.github.restartoracle.benchmarks.lab.comparison.SimulatedComparison.Simulated;
import java.util.function.UnaryOperator;

/**
 * One change of a simulation, to find out if it is the cause of deviations. It removes or adds one thing, for all cells alike.
 *
 * @param name short, for tables
 * @param change the change in one sentence
 * @param applied makes the changed simulation of a scenario
 */
public record Experiment(String name, String change, UnaryOperator<Simulated> applied) {}
