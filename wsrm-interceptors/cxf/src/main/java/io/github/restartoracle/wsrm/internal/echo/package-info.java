/**
 * The content of messages on the wire beside WS-RM's own headers: the numbers of transmissions and, in the other direction,
 * the echo of the numbers that arrived. Both headers are optional (mustUnderstand=0) and ignored by a peer that does not
 * know them.
 */
@NullMarked
package io.github.restartoracle.wsrm.internal.echo;

import org.jspecify.annotations.NullMarked;
