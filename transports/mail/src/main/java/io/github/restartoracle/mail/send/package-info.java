/**
 * The way of a CXF message to the relay of its account, and of what comes back to the sender: responses to two-way calls and
 * reports on undeliverable mails.
 *
 * <p>Words: a submission is the order to send a message; the outgoing mail is composed from it; an attempt is one transmission
 * by a restart oracle, and receives the outcome.
 */
@NullMarked
package io.github.restartoracle.mail.send;

import org.jspecify.annotations.NullMarked;
