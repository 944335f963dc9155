/**
 * Oracles that do not learn: no restart, fixed intervals, growing intervals ("The Fast and the Fair", sections III.A and
 * III.B).
 */
@NullMarked
package io.github.restartoracle.oracle.interval;

import org.jspecify.annotations.NullMarked;
