package io.github.restartoracle.benchmarks.report;

/**
 * Whether a fault was really there: what was asked for and what was counted.
 *
 * @param scenario the scenario it belongs to
 * @param requested the fault as the scenario has it
 * @param observed what the link counted or measured, in words
 * @param applied whether the two agree
 */
public record FaultEvidence(String scenario, String requested, String observed, boolean applied) {}
