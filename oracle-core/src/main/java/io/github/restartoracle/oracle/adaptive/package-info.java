/**
 * Oracles that learn from round trip times ("The Fast and the Fair", sections III.C and III.D). They have one timeout per path
 * for all its messages and all attempts. Every timeout that elapses, of any message, doubles it. Every unambiguous sample
 * recomputes it, and so undoes the doubling.
 */
@NullMarked
package io.github.restartoracle.oracle.adaptive;

import org.jspecify.annotations.NullMarked;
