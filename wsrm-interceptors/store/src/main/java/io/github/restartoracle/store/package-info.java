/**
 * Keeps reliable messages in a database, so that they survive their process and its machine: {@link
 * io.github.restartoracle.store.DataSourceStore} is a store for CXF's WS-ReliableMessaging on H2 or PostgreSQL.
 *
 * <p>Words: a source sequence is one that is sent, a destination sequence one that is received. A message that is received
 * is <em>accepted</em> when it is in the database, which is when it may be acknowledged, and <em>delivered</em> when the
 * service has processed it. A <em>node</em> is a process that uses the database; it <em>owns</em> the sequences that carry
 * its <em>token</em>, and is <em>fenced</em> when another has taken them over.
 */
@NullMarked
package io.github.restartoracle.store;

import org.jspecify.annotations.NullMarked;
