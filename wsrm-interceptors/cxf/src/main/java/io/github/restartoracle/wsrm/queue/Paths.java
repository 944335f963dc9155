package io.github.restartoracle.wsrm.queue;

import io.github.restartoracle.pending.RestartTimer;
import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.recovery.LearntStates;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.message.Message;
import org.apache.cxf.ws.addressing.AddressingProperties;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.jspecify.annotations.Nullable;

/**
 * All paths of a queue. A path is named by its endpoint's service and port and by the destination address, not by a proxy
 * or a sequence, so that what its oracle has learnt outlives both.
 *
 * <p>Peers choose the addresses to which an endpoint answers, so paths without messages are forgotten when there are more
 * than {@value #MANY}. Thread-safe.
 */
final class Paths implements AutoCloseable {
    static final int MANY = 1024;

    private record Key(String service, String port, String address) {
        String endpoint() {
            return service + "#" + port;
        }
    }

    private final Map<Key, Path> paths = new ConcurrentHashMap<>();
    private final QueueOptions options;
    private final NanoClock clock;
    private final Dispatch dispatch;
    private final RestartTimer timer;
    private final Places places;
    private final @Nullable OracleMemory memory;

    Paths(
            QueueOptions options,
            NanoClock clock,
            Dispatch dispatch,
            RestartTimer timer,
            Supplier<@Nullable LearntStates> store) {
        this.options = options;
        this.clock = clock;
        this.dispatch = dispatch;
        this.timer = timer;
        this.places = new Places(options.maxInFlightTotal());
        this.memory = options.keepLearnt() ? new OracleMemory(store, paths::values) : null;
    }

    /**
     * Opens the path of a message, which is about to join it, if that takes long: what its oracle had learnt is read from the
     * store, so no lock should be held.
     */
    void prepare(Message message, String address) {
        if (memory != null) {
            opened(key(message, address));
        }
    }

    /** The path of a message, {@linkplain Path#join joined} by its sequence. */
    Path join(Message message, String address) {
        return join(key(message, address));
    }

    Path join(String service, String port, String address) {
        return join(new Key(service, port, address));
    }

    /** Where a message goes. */
    static String address(Message message) {
        AddressingProperties maps = RMContextUtils.retrieveMAPs(message, false, true);
        if (maps != null && maps.getTo() != null && maps.getTo().getValue() != null) {
            return maps.getTo().getValue();
        }
        return message.getExchange().getEndpoint().getEndpointInfo().getAddress();
    }

    private static Key key(Message message, String address) {
        Endpoint endpoint = message.getExchange().getEndpoint();
        return new Key(
                endpoint.getService().getName().toString(),
                endpoint.getEndpointInfo().getName().getLocalPart(),
                address);
    }

    private Path join(Key key) {
        while (true) {
            Path path = opened(key);
            if (path.join()) {
                return path;
            }
            // It was forgotten since it was looked up.
            paths.remove(key, path);
        }
    }

    private Path opened(Key key) {
        Path path = paths.get(key);
        if (path != null) {
            return path;
        }
        forgetIdle();
        PathSettings settings = options.path(key.port(), key.address(), clock);
        if (memory != null) {
            settings = memory.recall(key.endpoint(), key.address(), settings);
        }
        Path opened = new Path(key.endpoint(), key.address(), settings, places, dispatch);
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

    /** Keeps what the oracles have learnt. */
    @Override
    public void close() {
        if (memory != null) {
            memory.close();
        }
    }
}
