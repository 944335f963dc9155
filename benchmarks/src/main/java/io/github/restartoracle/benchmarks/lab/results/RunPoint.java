package io.github.restartoracle.benchmarks.lab.results;

/**
 * The means of one run.
 *
 * @param run names the run
 * @param ettSeconds over the messages that arrived
 * @param urc over the messages that arrived
 */
public record RunPoint(String run, double ettSeconds, double urc) {}
