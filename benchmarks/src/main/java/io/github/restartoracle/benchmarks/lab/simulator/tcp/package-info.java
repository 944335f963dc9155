/**
 * TCP in virtual time, as far as it decides when a short exchange is over: connection set-up, a window that grows from its
 * initial size, fast retransmission, the retransmission timeout and the tail loss probe. Sequence numbers count segments.
 *
 * <p>Left out: the close of the client's side, flow control, SYN cookies, congestion control beyond Reno, and the pacing of
 * segments by a kernel.
 */
@NullMarked
package io.github.restartoracle.benchmarks.lab.simulator.tcp;

import org.jspecify.annotations.NullMarked;
