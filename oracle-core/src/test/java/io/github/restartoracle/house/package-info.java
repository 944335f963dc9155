/** The rules of architecture that all modules share, as a test jar. */
@NullMarked
package io.github.restartoracle.house;

import org.jspecify.annotations.NullMarked;
