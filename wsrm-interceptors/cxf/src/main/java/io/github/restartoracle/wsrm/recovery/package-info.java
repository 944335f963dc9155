/** The contract with a store of messages, beyond CXF's own. */
@NullMarked
package io.github.restartoracle.wsrm.recovery;

import org.jspecify.annotations.NullMarked;
