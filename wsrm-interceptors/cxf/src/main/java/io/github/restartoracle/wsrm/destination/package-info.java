/** Mends what a CXF destination does wrong when copies of one message arrive at the same time. */
@NullMarked
package io.github.restartoracle.wsrm.destination;

import org.jspecify.annotations.NullMarked;
