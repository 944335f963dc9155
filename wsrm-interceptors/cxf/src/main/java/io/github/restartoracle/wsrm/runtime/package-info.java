/** The threads of this library. What may block runs in lanes, so that whoever blocks delays nobody else. */
@NullMarked
package io.github.restartoracle.wsrm.runtime;

import org.jspecify.annotations.NullMarked;
