/** The parts of CXF's WS-RM that can be reached by reflection only; no other package of this module reflects into CXF. */
@NullMarked
package io.github.restartoracle.wsrm.internal.rm;

import org.jspecify.annotations.NullMarked;
