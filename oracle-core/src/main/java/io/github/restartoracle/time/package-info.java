/**
 * The clock. Algorithms take the time as an argument; only the edge of the library reads a {@link
 * io.github.restartoracle.time.NanoClock}, and tests and simulations turn a {@link
 * io.github.restartoracle.time.ManualClock} by hand.
 */
@NullMarked
package io.github.restartoracle.time;

import org.jspecify.annotations.NullMarked;
