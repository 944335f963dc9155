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
 */
final class Paths {
    private record Key(String endpoint, String address) {}

    private final Map<Key, Path> paths = new ConcurrentHashMap<>();
    private final QueueOptions options;
    private final NanoClock clock;
    private final Path.Dispatch dispatch;
    private final RestartTimer timer;

    Paths(QueueOptions options, NanoClock clock, Path.Dispatch dispatch, RestartTimer timer) {
        this.options = options;
        this.clock = clock;
        this.dispatch = dispatch;
        this.timer = timer;
    }

    Path path(Message message, String address) {
        Endpoint endpoint = message.getExchange().getEndpoint();
        String port = endpoint.getEndpointInfo().getName().getLocalPart();
        Key key = new Key(endpoint.getService().getName() + "#" + port, address);
        return paths.computeIfAbsent(key, k -> {
            Path path = new Path(k.endpoint(), address, options.path(port, address, clock), dispatch);
            timer.register(path);
            return path;
        });
    }

    List<PathStatus> statuses(long nowNanos) {
        return paths.values().stream().map(path -> path.status(nowNanos)).toList();
    }
}
