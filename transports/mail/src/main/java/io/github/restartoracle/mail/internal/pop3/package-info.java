/**
 * A POP3 session (RFC 1939) with a server that need not be trusted.
 *
 * <p>The protocol is implemented here instead of using Angus Mail, because a caller of Angus cannot bound its cost. Angus
 * allocates memory by the numbers that a server names in {@code STAT} and {@code RETR}, and reads lines without end. It also
 * hides the outcome of {@code DELE} and {@code QUIT}, which decides if a mail is still there.
 *
 * <p>Words: a listing is the combination of {@code LIST} and {@code UIDL}; a unique id names a mail across sessions; octets are
 * counted as the server transmits them, without the dots it stuffs.
 */
@NullMarked
package io.github.restartoracle.mail.internal.pop3;

import org.jspecify.annotations.NullMarked;
