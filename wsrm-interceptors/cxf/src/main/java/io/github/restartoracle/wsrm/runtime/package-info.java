/** What all rooms share. Threads: what may block runs in lanes, so that whoever blocks delays nobody else. Bytes: what waits is bounded. */
@NullMarked
package io.github.restartoracle.wsrm.runtime;

import org.jspecify.annotations.NullMarked;
