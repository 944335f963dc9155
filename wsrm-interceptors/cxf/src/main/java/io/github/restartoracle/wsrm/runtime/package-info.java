/** Threads, byte budgets and rate-limited warnings for all other packages. Work that may block runs in lanes, so that it delays nobody else. */
@NullMarked
package io.github.restartoracle.wsrm.runtime;

import org.jspecify.annotations.NullMarked;
