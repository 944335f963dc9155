/**
 * The history of every message of a run, one row per attempt. The source writes a
 * {@link io.github.restartoracle.harness.journal.Journal} without arrivals, the destination writes the
 * {@link io.github.restartoracle.harness.journal.ArrivalRow}s, and after the run the two are joined. Times are nanoseconds of the
 * monotonic clock, which all processes and containers of one machine share; only differences mean anything.
 */
@NullMarked
package io.github.restartoracle.harness.journal;

import org.jspecify.annotations.NullMarked;
