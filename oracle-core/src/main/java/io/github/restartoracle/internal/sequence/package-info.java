/** A source sequence without its path: its unacknowledged messages, its life, and the evidence that the destination knows it. */
@NullMarked
package io.github.restartoracle.internal.sequence;

import org.jspecify.annotations.NullMarked;
