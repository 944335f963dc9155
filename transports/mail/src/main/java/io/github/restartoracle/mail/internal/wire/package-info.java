/**
 * The connection below SMTP and POP3: lines that end in CRLF and texts that end in a dot, over TCP or TLS, with a server that
 * need not be trusted.
 */
@NullMarked
package io.github.restartoracle.mail.internal.wire;

import org.jspecify.annotations.NullMarked;
