/** Misspelt and secret settings. */
@NullMarked
package io.github.restartoracle.internal.settings;

import org.jspecify.annotations.NullMarked;
