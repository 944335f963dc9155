/**
 * A POP3 session (RFC 1939) with a server that need not be trusted.
 *
 * <p>The protocol is spoken here and not by Angus Mail, because a caller of Angus cannot bound what it does: it allocates
 * by the numbers a server names in {@code STAT} and {@code RETR}, reads lines without end, and keeps the outcome of
 * {@code DELE} and {@code QUIT} to itself, which is what decides whether a mail is still there.
 *
 * <p>Words: a listing is what {@code LIST} and {@code UIDL} say together; a unique id names a mail across sessions; octets
 * are counted as the server transmits them, without the dots it stuffs.
 */
@NullMarked
package io.github.restartoracle.mail.pop3;

import org.jspecify.annotations.NullMarked;
