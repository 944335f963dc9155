/**
 * Configuration: names and values as text, read by typed accessors that check ranges. One set of names serves system
 * properties, Spring properties and scenario files.
 */
@NullMarked
package io.github.restartoracle.settings;

import org.jspecify.annotations.NullMarked;
