/**
 * Oracles that know the stage of each transmission: they race connections instead of messages, let one message find out when a
 * path that is down comes back, and replace transmissions that cannot have arrived instead of copying them.
 */
@NullMarked
package io.github.restartoracle.oracle.path;

import org.jspecify.annotations.NullMarked;
