/** The contract with a transport of CXF: conduits that carry out an {@link io.github.restartoracle.internal.attempt.Attempt}. */
@NullMarked
package io.github.restartoracle.wsrm.internal.conduit;

import org.jspecify.annotations.NullMarked;
