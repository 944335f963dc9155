/**
 * HTTP transmissions that never block each other and can be abandoned: a CXF conduit whose attempts hold no thread while they
 * connect, wait or hang.
 *
 * <p>{@code AttemptHttpConduit} is CXF's side (headers, cookies, authentication, the in-bound chain); a {@code Transmission} is
 * one request and its response; the {@code Transmitter} owns the event loop on which all of them advance, and the idle
 * connections. CXF reads the answers in threads of the path. HTTP/1.1 (RFC 9112) only; bodies are buffered and sent with
 * {@code Content-Length}.
 */
@NullMarked
package io.github.restartoracle.http;

import org.jspecify.annotations.NullMarked;
