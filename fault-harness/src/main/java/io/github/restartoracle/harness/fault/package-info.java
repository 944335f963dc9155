/**
 * Faults of a link as data: what is to happen, when, and in which direction. Nothing here injects anything.
 *
 * <p>Words: <i>forward</i> is from the source to the destination, <i>backward</i> the way of responses and
 * acknowledgements; a <i>disruption</i> is 100 % loss for a time; <i>loss</i> is random and independent per packet; a
 * <i>packet drop</i> takes one packet at an exact position out of each connection. Times count from the start of a run.
 */
@NullMarked
package io.github.restartoracle.harness.fault;

import org.jspecify.annotations.NullMarked;
