/**
 * Faults of a link as data: their kinds, times and directions. No class here injects a fault.
 *
 * <p>Terms: <i>forward</i> is from the source to the destination, <i>backward</i> the direction of responses and
 * acknowledgements; a <i>disruption</i> is 100 % loss for a time; <i>loss</i> is random and independent per packet; a <i>packet
 * drop</i> takes one packet at an exact position out of each connection. Times count from the start of a run.
 */
@NullMarked
package io.github.restartoracle.harness.fault;

import org.jspecify.annotations.NullMarked;
