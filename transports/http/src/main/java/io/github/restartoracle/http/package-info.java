/**
 * HTTP transmissions that never block each other and can be abandoned: a CXF conduit whose attempts hold no thread while
 * they connect, wait or hang.
 *
 * <p>{@code AttemptHttpConduit} is CXF's side (headers, cookies, authentication, the in-bound chain); a
 * {@code Transmission} is one request on its way; the {@code Transmitter} owns the event loop on which all of them
 * advance, the idle connections, and the few threads on which CXF reads the answers. HTTP/1.1 (RFC 9112) only; bodies are
 * buffered and sent with {@code Content-Length}.
 */
@NullMarked
package io.github.restartoracle.http;

import org.jspecify.annotations.NullMarked;
