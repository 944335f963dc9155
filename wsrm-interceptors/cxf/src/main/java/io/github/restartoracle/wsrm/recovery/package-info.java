/** The contract between a message store and the queue: messages and oracle states of an earlier or another process. */
@NullMarked
package io.github.restartoracle.wsrm.recovery;

import org.jspecify.annotations.NullMarked;
