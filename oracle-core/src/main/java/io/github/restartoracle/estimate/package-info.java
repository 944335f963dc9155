/** Estimators of times from samples. */
@NullMarked
package io.github.restartoracle.estimate;

import org.jspecify.annotations.NullMarked;
