/**
 * The two measures of "The Fast and the Fair", section II.A: the effective transmission time (ETT) for timeliness and the
 * unnecessary resource consumption (URC) for fairness. {@link io.github.restartoracle.ledger.TransmissionRecorder} counts messages
 * as they end, in constant memory; {@link io.github.restartoracle.ledger.TransmissionSummary} is the result.
 */
@NullMarked
package io.github.restartoracle.ledger;

import org.jspecify.annotations.NullMarked;
