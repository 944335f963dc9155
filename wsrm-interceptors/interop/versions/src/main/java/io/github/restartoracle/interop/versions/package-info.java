/** A client and a service with restarts, for other versions of CXF and of Java. */
@NullMarked
package io.github.restartoracle.interop.versions;

import org.jspecify.annotations.NullMarked;
