/**
 * Threads, byte budgets and rate-limited warnings for all other packages. Work that may block runs in lanes and delays no
 * other work.
 */
@NullMarked
package io.github.restartoracle.wsrm.internal.runtime;

import org.jspecify.annotations.NullMarked;
