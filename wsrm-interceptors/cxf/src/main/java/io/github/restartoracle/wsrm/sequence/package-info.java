/** Keeps one-way calls from waiting for a WS-RM sequence to be created. */
@NullMarked
package io.github.restartoracle.wsrm.sequence;

import org.jspecify.annotations.NullMarked;
