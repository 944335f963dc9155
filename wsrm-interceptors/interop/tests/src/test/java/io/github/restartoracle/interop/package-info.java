/** Exchanges reliable messages with other stacks. */
@NullMarked
package io.github.restartoracle.interop;

import org.jspecify.annotations.NullMarked;
