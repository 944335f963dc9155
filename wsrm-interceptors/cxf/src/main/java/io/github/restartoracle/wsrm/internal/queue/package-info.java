/**
 * The retransmission queue that is controlled by a restart oracle: messages and their attempts per path, acknowledgements
 * as differences, and the dispatch of each attempt on its own copy of the message.
 */
@NullMarked
package io.github.restartoracle.wsrm.internal.queue;

import org.jspecify.annotations.NullMarked;
