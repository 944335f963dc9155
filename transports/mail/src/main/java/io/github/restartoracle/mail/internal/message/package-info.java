/**
 * The CXF messages that mails carry, in both directions: the properties of an outgoing message that its mail needs, and the
 * message made of a received mail.
 */
@NullMarked
package io.github.restartoracle.mail.internal.message;

import org.jspecify.annotations.NullMarked;
