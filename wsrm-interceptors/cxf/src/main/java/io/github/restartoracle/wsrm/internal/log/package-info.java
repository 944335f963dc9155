/** Log lines that reach the log of the application, whichever logging library it uses. */
@NullMarked
package io.github.restartoracle.wsrm.internal.log;

import org.jspecify.annotations.NullMarked;
