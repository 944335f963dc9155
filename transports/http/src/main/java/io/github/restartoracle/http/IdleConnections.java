package io.github.restartoracle.http;

import io.github.restartoracle.internal.attempt.Attempt;
import io.github.restartoracle.internal.attempt.ConnectionReuse;
import io.github.restartoracle.internal.attempt.PathResources;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Connections that wait for their next request; the one used last is taken first, since it is the least likely to have
 * been closed by the server. Paths do not share connections.
 *
 * <p>Not thread-safe; confined to the event loop.
 */
final class IdleConnections {
    /**
     * The number of attempts of a path that are in flight by default: with fewer, connections would be closed and opened again
     * under load.
     */
    private static final int MAX_PER_PATH = 256;

    private record Key(Route route, PathResources path) {}

    private final Map<Key, Deque<HttpConnection>> idle = new HashMap<>();

    /**
     * Takes a connection that the attempt trusts. Closes the ones that the attempt finds stale, unless it wants a new one of
     * its own.
     */
    @Nullable
    HttpConnection take(Route route, Attempt attempt) {
        Key key = new Key(route, attempt.resources());
        Deque<HttpConnection> waiting = idle.get(key);
        if (waiting == null || attempt.reuse() == ConnectionReuse.NONE) {
            return null;
        }
        HttpConnection taken = null;
        for (Iterator<HttpConnection> latest = waiting.iterator(); latest.hasNext(); ) {
            HttpConnection connection = latest.next();
            if (!connection.isOpen()) {
                latest.remove();
            } else if (!attempt.reuse().allows(connection.lastHeardNanos())) {
                latest.remove();
                connection.close();
            } else if (taken == null) {
                latest.remove();
                taken = connection;
                if (attempt.reuse() == ConnectionReuse.ANY) {
                    break;
                }
            }
        }
        forgetIfEmpty(key, waiting);
        return taken;
    }

    /** Keeps a connection; false if there are enough. */
    boolean offer(HttpConnection connection) {
        Deque<HttpConnection> waiting = idle.computeIfAbsent(key(connection), key -> new ArrayDeque<>());
        if (waiting.size() >= MAX_PER_PATH) {
            return false;
        }
        waiting.push(connection);
        return true;
    }

    void remove(HttpConnection connection) {
        Key key = key(connection);
        Deque<HttpConnection> waiting = idle.get(key);
        if (waiting != null && waiting.remove(connection)) {
            forgetIfEmpty(key, waiting);
        }
    }

    private static Key key(HttpConnection connection) {
        return new Key(connection.route(), connection.resources());
    }

    private void forgetIfEmpty(Key key, Deque<HttpConnection> waiting) {
        if (waiting.isEmpty()) {
            idle.remove(key);
        }
    }
}
