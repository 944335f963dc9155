/** Estimators of times from samples. */
@NullMarked
package io.github.restartoracle.internal.estimate;

import org.jspecify.annotations.NullMarked;
