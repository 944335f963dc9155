/** The limits of the messages, attempts and bytes in flight, of one path and of all together. */
@NullMarked
package io.github.restartoracle.internal.window;

import org.jspecify.annotations.NullMarked;
