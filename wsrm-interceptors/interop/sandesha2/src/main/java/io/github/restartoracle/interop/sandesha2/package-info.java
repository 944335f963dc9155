/** A WS-RM service and a client of Apache Sandesha2, driven by lines on their standard streams. */
@NullMarked
package io.github.restartoracle.interop.sandesha2;

import org.jspecify.annotations.NullMarked;
