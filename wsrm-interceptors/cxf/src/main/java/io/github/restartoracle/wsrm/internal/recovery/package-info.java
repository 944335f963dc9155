/** The contract between a message store and the queue: messages of an earlier or another process. */
@NullMarked
package io.github.restartoracle.wsrm.internal.recovery;

import org.jspecify.annotations.NullMarked;
