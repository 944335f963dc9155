/**
 * From journals to numbers: {@link io.github.restartoracle.benchmarks.lab.results.Evaluation} turns the attempts of a
 * scenario's runs into one {@link io.github.restartoracle.benchmarks.lab.results.Cell} per oracle, with confidence intervals,
 * the paper's values, the closed form and the clairvoyant bound beside it.
 *
 * <p>ETT counts from the time a message was due, not from when a blocked sender got round to it.
 */
@NullMarked
package io.github.restartoracle.benchmarks.lab.results;

import org.jspecify.annotations.NullMarked;
