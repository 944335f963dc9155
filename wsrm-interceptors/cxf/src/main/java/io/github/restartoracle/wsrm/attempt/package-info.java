/**
 * The contract between the retransmission queue and a transport: one {@link io.github.restartoracle.wsrm.attempt.Attempt}
 * per transmission, whose phase the transport reports and which its owner can abandon.
 */
@NullMarked
package io.github.restartoracle.wsrm.attempt;

import org.jspecify.annotations.NullMarked;
