/** The contract with a transport of CXF: conduits that carry out an {@link io.github.restartoracle.attempt.Attempt}. */
@NullMarked
package io.github.restartoracle.wsrm.conduit;

import org.jspecify.annotations.NullMarked;
