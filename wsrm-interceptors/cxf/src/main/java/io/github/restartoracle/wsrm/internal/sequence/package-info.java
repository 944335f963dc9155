/** Creates WS-RM sequences without making calls wait for them, numbers calls, and reacts to faults that end a sequence. */
@NullMarked
package io.github.restartoracle.wsrm.internal.sequence;

import org.jspecify.annotations.NullMarked;
