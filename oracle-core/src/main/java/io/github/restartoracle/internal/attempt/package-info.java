/**
 * The contract between a source and a transport: one {@link io.github.restartoracle.internal.attempt.Attempt} per transmission, whose
 * phase the transport reports and which its owner can abandon.
 */
@NullMarked
package io.github.restartoracle.internal.attempt;

import org.jspecify.annotations.NullMarked;
