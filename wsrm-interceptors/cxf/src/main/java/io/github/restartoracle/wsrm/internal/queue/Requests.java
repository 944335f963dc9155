package io.github.restartoracle.wsrm.internal.queue;

import io.github.restartoracle.internal.outbound.Resend;
import io.github.restartoracle.internal.outbound.Sequence;
import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.internal.capture.ProtocolOut;
import io.github.restartoracle.wsrm.internal.capture.ProtocolRequest;
import io.github.restartoracle.wsrm.internal.capture.Template;
import io.github.restartoracle.wsrm.internal.sequence.SequenceWork;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.apache.cxf.common.util.PropertyUtils;
import org.apache.cxf.endpoint.ClientImpl;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.message.Message;
import org.apache.cxf.ws.addressing.AddressingProperties;
import org.apache.cxf.ws.addressing.ContextUtils;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMManager;

/** The requests of WS-RM itself that a bus makes. Thread-safe. */
final class Requests implements AutoCloseable {
    /** The time for which CXF waits by default for the answer to any call. */
    static final int LIMIT_MILLIS = 60_000;

    private static final String CREATE = "CreateSequence";

    private final RMManager manager;
    private final SequenceQueues numbers;
    private final Paths paths;
    private final NanoClock clock;
    private final AtomicLong positions = new AtomicLong();

    /** The requests for which a caller waits. */
    private final Set<Request> underWay = Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    private volatile boolean closed;

    Requests(RMManager manager, SequenceQueues numbers, Paths paths, NanoClock clock) {
        this.manager = manager;
        this.numbers = numbers;
        this.paths = paths;
        this.clock = clock;
    }

    /**
     * Begins the request that an outgoing chain makes with a message of a {@linkplain ProtocolOut#name request type}, which
     * is going to be written.
     */
    ProtocolRequest begin(Message message) {
        AckRequest asking = AckRequest.of(message);
        if (asking != null) {
            return asking;
        }
        String name = ProtocolOut.name(message).orElseThrow();
        AddressingProperties maps = RMContextUtils.retrieveMAPs(message, false, true);
        Endpoint application = Paths.application(message);
        Consumer<Throwable> onTrouble = name.equals(CREATE)
                ? failure -> numbers.troubled(application, Paths.address(message), failure)
                : failure -> {};
        Long limitMillis = PropertyUtils.getLong(message, ClientImpl.SYNC_TIMEOUT);
        Request own = new Request(
                name,
                message.getExchange(),
                maps.getReplyTo() != null && !ContextUtils.isGenericAddress(maps.getReplyTo()),
                name.equals(CREATE) && SequenceWork.isRepeated(),
                TimeUnit.MILLISECONDS.toNanos(limitMillis == null ? LIMIT_MILLIS : limitMillis),
                clock,
                () -> open(message, name),
                positions.incrementAndGet(),
                onTrouble);
        underWay.add(own);
        if (closed) {
            own.end(new IOException("the bus was shut down"));
        }
        return own;
    }

    private Sequence<Template> open(Message message, String name) {
        return paths.use(
                Paths.Key.of(message, Paths.address(message)),
                () -> StockPolicy.of(manager, message),
                path -> Sequence.open(path, name, false, Resend.IMPOSSIBLE).orElse(null));
    }

    /** Ends all requests; none is transmitted any more. */
    @Override
    public void close() {
        closed = true;
        List<Request> left;
        synchronized (underWay) {
            left = List.copyOf(underWay);
        }
        left.forEach(request -> request.end(new IOException("the bus was shut down")));
    }
}
