/**
 * SOAP over mail: a CXF transport for {@code mailto:} addresses that sends through an SMTP relay and receives from POP3
 * mailboxes. It is active when it is on the class path; without a {@code mailto:} address none of its classes are loaded.
 *
 * <p>Words: an account is one mailbox with its own address, the relay it sends through and the POP3 server it is polled from; a
 * recipient is the one address a mail goes to, read from each message. Sending ends as accepted, temporary, permanent or
 * unknown, by the stage that was reached; unknown means that the relay may have the mail.
 *
 * <p>This package has the types that CXF itself looks up. {@link io.github.restartoracle.mail.internal.send} and {@link
 * io.github.restartoracle.mail.internal.receive} have a direction each, and do not know each other; {@link
 * io.github.restartoracle.mail.internal.message} has the classes that both use.
 */
@NullMarked
package io.github.restartoracle.mail;

import org.jspecify.annotations.NullMarked;
