package io.github.restartoracle.wsrm.internal.queue;

import io.github.restartoracle.internal.attempt.ByteBudget;
import io.github.restartoracle.internal.attempt.PathResources;
import io.github.restartoracle.internal.outbound.ClientLife;
import io.github.restartoracle.internal.outbound.Path;
import io.github.restartoracle.internal.outbound.PathSettings;
import io.github.restartoracle.internal.outbound.Payloads;
import io.github.restartoracle.internal.window.SharedWindow;
import io.github.restartoracle.status.Backlog;
import io.github.restartoracle.status.PathName;
import io.github.restartoracle.status.PathStatus;
import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.event.TransmissionListener;
import io.github.restartoracle.wsrm.internal.capture.Template;
import io.github.restartoracle.wsrm.internal.rm.RmHeaders;
import io.github.restartoracle.wsrm.internal.runtime.Lanes;
import io.github.restartoracle.wsrm.internal.runtime.Later;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.message.Message;
import org.apache.cxf.ws.addressing.AddressingProperties;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMManager;
import org.jspecify.annotations.Nullable;

/**
 * All paths of a queue. A path is named by its endpoint's service and port and by the destination address, not by a proxy
 * or a sequence, so that what its oracle has learnt outlives both.
 *
 * <p>Peers choose the addresses to which an endpoint answers, so paths without messages are forgotten when there are more
 * than {@value #MANY}. Thread-safe.
 */
final class Paths {
    static final int MANY = 1024;

    /** The number of threads that a path may use at once to prepare transmissions, and as many again to read answers. */
    private static final int THREADS = 4;

    /** The bytes that a path may always use, independently of the other paths. */
    private static final long FLOOR_BYTES = 1 << 20;

    /** The name of a path, and the port by which its configuration is found. */
    record Key(PathName name, String port) {
        static Key of(Message message) {
            return of(RmHeaders.application(message), address(message));
        }

        static Key of(Endpoint endpoint, String address) {
            String port = endpoint.getEndpointInfo().getName().getLocalPart();
            return new Key(new PathName(endpoint.getService().getName() + "#" + port, address), port);
        }
    }

    private static final Payloads<Template> CONTENTS = new Payloads<>() {
        @Override
        public Template withoutNumber(Template content) {
            return content.withoutNumber();
        }

        @Override
        public @Nullable ClientLife client(Template content) {
            return content.client();
        }
    };

    private final Map<Key, Path<Template>> paths = new ConcurrentHashMap<>();
    private final RMManager manager;
    private final QueueOptions options;
    private final NanoClock clock;
    private final Sending sending;
    private final Later later;
    private final Lanes lanes;
    private final TransmissionListener listener;
    private final SharedWindow window;
    private final ByteBudget responses;
    private final ByteBudget messages;

    Paths(
            RMManager manager,
            QueueOptions options,
            NanoClock clock,
            Sending sending,
            Later later,
            Lanes lanes,
            TransmissionListener listener) {
        this.manager = manager;
        this.options = options;
        this.clock = clock;
        this.sending = sending;
        this.later = later;
        this.lanes = lanes;
        this.listener = listener;
        this.window = new SharedWindow(options.maxInFlightTotal, options.maxBytesInFlightTotal());
        this.responses = ByteBudget.of(options.maxResponseBytesTotal());
        this.messages = ByteBudget.of(options.maxPendingBytes);
    }

    /** {@return the destination address of a message} */
    static String address(Message message) {
        AddressingProperties maps = RMContextUtils.retrieveMAPs(message, false, true);
        if (maps != null && maps.getTo() != null && maps.getTo().getValue() != null) {
            return maps.getTo().getValue();
        }
        return message.getExchange().getEndpoint().getEndpointInfo().getAddress();
    }

    /** Uses the path of a message, which is opened if need be; the use returns null if the path is closed, and another is tried. */
    <T> T use(Message message, Function<Path<Template>, @Nullable T> use) {
        return use(Key.of(message), () -> StockPolicy.of(manager, message), use);
    }

    /** Uses a path as {@link #use(Message, Function)}, with CXF's configuration for its endpoint. */
    <T> T use(Key key, Supplier<StockPolicy> stock, Function<Path<Template>, @Nullable T> use) {
        while (true) {
            Path<Template> path = opened(key, stock);
            T result = use.apply(path);
            if (result != null) {
                return result;
            }
            // The path was forgotten after it was looked up.
            paths.remove(key, path);
        }
    }

    private Path<Template> opened(Key key, Supplier<StockPolicy> stock) {
        Path<Template> path = paths.get(key);
        if (path != null) {
            return path;
        }
        forgetIdle();
        PathSettings settings = options.path(key.port(), key.name().address(), stock.get());
        PathResources resources = new PathResources(
                clock,
                lanes.lane(THREADS),
                lanes.lane(THREADS),
                lanes.lane(1),
                responses.part(options.maxResponseBytes(), FLOOR_BYTES),
                messages.part(options.maxPendingBytes, FLOOR_BYTES));
        Alarm alarm = new Alarm(clock, later);
        Path<Template> opened = new Path<>(
                key.name(), settings, resources, window, CONTENTS, act -> sending.carryOut(act, resources, alarm));
        alarm.wakes(opened::nanosUntilDue, opened::expire);
        Path<Template> present = paths.putIfAbsent(key, opened);
        if (present != null) {
            return present;
        }
        listener.pathOpened(key.name().endpoint(), key.name().address());
        return opened;
    }

    private void forgetIdle() {
        if (paths.size() < MANY) {
            return;
        }
        paths.values().removeIf(Path::closeIfIdle);
    }

    /** Takes memory for a message that is going to be added to a path. */
    static void reserve(Path<Template> path, Template template) {
        ByteBudget budget = path.resources().messages();
        if (!template.reserve(budget)) {
            throw new IllegalStateException("the unacknowledged messages of " + path.name() + " take " + budget.used()
                    + " bytes of memory; the limit for all paths is " + budget.limit() + " (max-pending-bytes)");
        }
    }

    /** {@return the time on the clock of all paths} */
    long nowNanos() {
        return clock.nanoTime();
    }

    /** {@return a live view} */
    Collection<Path<Template>> all() {
        return paths.values();
    }

    List<PathStatus> statuses() {
        return paths.values().stream()
                .map(path -> path.status(clock.nanoTime()))
                .toList();
    }

    Backlog backlog() {
        return paths.values().stream().map(Path::backlog).reduce(Backlog.NONE, Backlog::plus);
    }
}
