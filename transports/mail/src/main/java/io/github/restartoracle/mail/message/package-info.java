/**
 * The CXF messages that mails carry, in both directions: an outgoing one is read for what its mail needs, an incoming one is
 * made of a received mail.
 */
@NullMarked
package io.github.restartoracle.mail.message;

import org.jspecify.annotations.NullMarked;
