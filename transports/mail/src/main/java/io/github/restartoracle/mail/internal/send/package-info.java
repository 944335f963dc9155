/**
 * The way of a CXF message to the relay of its account, and the way of responses to two-way calls, and of reports on
 * undeliverable mails, back to the caller.
 *
 * <p>Words: a submission is the order to send a message; the outgoing mail is composed from it; an attempt is one transmission
 * by a restart oracle, and receives the outcome.
 */
@NullMarked
package io.github.restartoracle.mail.internal.send;

import org.jspecify.annotations.NullMarked;
