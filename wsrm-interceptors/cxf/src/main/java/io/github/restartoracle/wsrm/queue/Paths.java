package io.github.restartoracle.wsrm.queue;

import io.github.restartoracle.pending.RestartTimer;
import io.github.restartoracle.time.NanoClock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.message.Message;

/**
 * All paths of a queue. A path is named by its endpoint's service and port and by the destination address, not by a proxy
 * or a sequence, so that what its oracle has learnt outlives both.
 *
 * <p>Peers choose the addresses to which an endpoint answers, so paths without messages are forgotten when there are more
 * than {@value #MANY}. Thread-safe.
 */
final class Paths {
    static final int MANY = 1024;

    private record Key(String endpoint, String address) {}

    private final Map<Key, Path> paths = new ConcurrentHashMap<>();
    private final QueueOptions options;
    private final NanoClock clock;
    private final Dispatch dispatch;
    private final RestartTimer timer;
    private final Places places;

    Paths(QueueOptions options, NanoClock clock, Dispatch dispatch, RestartTimer timer) {
        this.options = options;
        this.clock = clock;
        this.dispatch = dispatch;
        this.timer = timer;
        this.places = new Places(options.maxInFlightTotal());
    }

    /** The path of a message, {@linkplain Path#join joined} by its sequence. */
    Path join(Message message, String address) {
        Endpoint endpoint = message.getExchange().getEndpoint();
        return join(
                endpoint.getService().getName().toString(),
                endpoint.getEndpointInfo().getName().getLocalPart(),
                address);
    }

    Path join(String service, String port, String address) {
        Key key = new Key(service + "#" + port, address);
        while (true) {
            Path path = paths.get(key);
            if (path == null) {
                forgetIdle();
                path = open(key, port);
            }
            if (path.join()) {
                return path;
            }
            // It was forgotten since it was looked up.
            paths.remove(key, path);
        }
    }

    private Path open(Key key, String port) {
        Path opened =
                new Path(key.endpoint(), key.address(), options.path(port, key.address(), clock), places, dispatch);
        Path present = paths.putIfAbsent(key, opened);
        if (present != null) {
            return present;
        }
        timer.register(opened);
        dispatch.opened(opened);
        return opened;
    }

    private void forgetIdle() {
        if (paths.size() < MANY) {
            return;
        }
        paths.values().removeIf(path -> {
            boolean idle = path.closeIfIdle();
            if (idle) {
                timer.unregister(path);
            }
            return idle;
        });
    }

    List<PathStatus> statuses(long nowNanos) {
        return paths.values().stream().map(path -> path.status(nowNanos)).toList();
    }
}
