/**
 * The evaluation of journals: {@link io.github.restartoracle.benchmarks.lab.results.Evaluation} turns the attempts of a
 * scenario's runs into one {@link io.github.restartoracle.benchmarks.lab.results.Cell} per oracle, with confidence intervals,
 * the paper's values, the closed form and the clairvoyant bound.
 *
 * <p>ETT counts from the time at which a message was due, not from the time at which a blocked sender could send it.
 */
@NullMarked
package io.github.restartoracle.benchmarks.lab.results;

import org.jspecify.annotations.NullMarked;
