/** A WS-RM service and a client of Eclipse Metro, driven by lines on their standard streams. */
@NullMarked
package io.github.restartoracle.interop.metro;

import org.jspecify.annotations.NullMarked;
