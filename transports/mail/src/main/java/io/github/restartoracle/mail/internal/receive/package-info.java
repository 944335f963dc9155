/**
 * The way of a received mail to the service at its address: as a CXF message to the observer of its destination, and the
 * response back to its author. The mailbox, and the mails that no service is meant to see, belong to {@link
 * io.github.restartoracle.mail.internal.inbox}.
 */
@NullMarked
package io.github.restartoracle.mail.internal.receive;

import org.jspecify.annotations.NullMarked;
