/**
 * The clock. Algorithms take the time as an argument; only the edge of the library reads a
 * {@link io.github.restartoracle.time.NanoClock}, and tests and simulations set a
 * {@link io.github.restartoracle.time.ManualClock} themselves.
 */
@NullMarked
package io.github.restartoracle.time;

import org.jspecify.annotations.NullMarked;
