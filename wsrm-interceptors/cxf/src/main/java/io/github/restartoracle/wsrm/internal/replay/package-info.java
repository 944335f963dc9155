/**
 * Lets two-way calls survive the loss of their response. A destination keeps the response to a reliable request, and sends it
 * again when the request is restarted; CXF would answer that restart with an acknowledgement only, and the call would fail
 * although the service was invoked.
 */
@NullMarked
package io.github.restartoracle.wsrm.internal.replay;

import org.jspecify.annotations.NullMarked;
