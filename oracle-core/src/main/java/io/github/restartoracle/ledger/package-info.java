/**
 * What became of every transmission, and the two measures of "The Fast and the Fair", section II.A: the effective
 * transmission time (ETT) for timeliness and the unnecessary resource consumption (URC) for fairness. {@link
 * io.github.restartoracle.ledger.TransmissionLedger} collects, {@link io.github.restartoracle.ledger.LedgerSummary}
 * tells the result.
 */
@NullMarked
package io.github.restartoracle.ledger;

import org.jspecify.annotations.NullMarked;
