package io.github.restartoracle.http;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Connections that wait for their next request; the one used last is taken first, since it is the least likely to have
 * been closed by the server.
 *
 * <p>Not thread-safe; confined to the event loop.
 */
final class IdleConnections {
    /** As many as attempts of a path are under way by default: fewer would be closed and opened again under load. */
    private static final int MAX_PER_ROUTE = 256;

    private final Map<Route, Deque<HttpConnection>> idle = new HashMap<>();

    @Nullable
    HttpConnection take(Route route) {
        Deque<HttpConnection> waiting = idle.get(route);
        while (waiting != null && !waiting.isEmpty()) {
            HttpConnection connection = waiting.pop();
            forgetIfEmpty(route, waiting);
            if (connection.isOpen()) {
                return connection;
            }
        }
        return null;
    }

    /** Keeps a connection; false if there are enough. */
    boolean offer(HttpConnection connection) {
        Deque<HttpConnection> waiting = idle.computeIfAbsent(connection.route(), r -> new ArrayDeque<>());
        if (waiting.size() >= MAX_PER_ROUTE) {
            return false;
        }
        waiting.push(connection);
        return true;
    }

    void remove(HttpConnection connection) {
        Deque<HttpConnection> waiting = idle.get(connection.route());
        if (waiting != null && waiting.remove(connection)) {
            forgetIfEmpty(connection.route(), waiting);
        }
    }

    private void forgetIfEmpty(Route route, Deque<HttpConnection> waiting) {
        if (waiting.isEmpty()) {
            idle.remove(route);
        }
    }
}
