/** What settings are read with. */
@NullMarked
package io.github.restartoracle.internal.settings;

import org.jspecify.annotations.NullMarked;
