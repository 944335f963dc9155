/**
 * What transmissions carry on the wire beside WS-RM's own headers: their number, and in the other direction the echo of the
 * numbers that arrived. Both headers are optional (mustUnderstand=0) and ignored by a peer that does not know them.
 */
@NullMarked
package io.github.restartoracle.wsrm.echo;

import org.jspecify.annotations.NullMarked;
