/**
 * A shortcut past the chains of CXF: acknowledgements are written and read in one step if every interceptor that would see
 * them is known and would do the same.
 */
@NullMarked
package io.github.restartoracle.wsrm.internal.direct;

import org.jspecify.annotations.NullMarked;
