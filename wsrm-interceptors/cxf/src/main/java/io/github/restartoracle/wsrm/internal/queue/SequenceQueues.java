package io.github.restartoracle.wsrm.internal.queue;

import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.internal.capture.Template;
import io.github.restartoracle.wsrm.internal.queue.QueueOptions.ParkingLimits;
import io.github.restartoracle.wsrm.internal.runtime.Lanes;
import io.github.restartoracle.wsrm.internal.runtime.Later;
import io.github.restartoracle.wsrm.internal.sequence.CurrentSequence;
import io.github.restartoracle.wsrm.internal.sequence.SequenceWork;
import io.github.restartoracle.wsrm.recovery.CallStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import org.apache.cxf.endpoint.ClientImpl;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.ws.rm.RMException;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.persistence.RMStore;
import org.jspecify.annotations.Nullable;

/**
 * The calls of a bus that wait for sequences. CXF creates the sequence in the thread of the call that needs it; while the peer is
 * down, that call fails and its message is lost. Here a one-way call is parked, in order, until the sequence exists.
 *
 * <p>Calls that wait have no number yet, so only a {@link CallStore} can hold them: otherwise they are lost if the process
 * ends. With another store no call is parked, therefore, unless {@code max-parked} is set. Thread-safe.
 */
final class SequenceQueues implements AutoCloseable {
    private static final int MAX_PARKED = 100_000;

    /** The number of endpoints with one address that create a sequence at once. */
    private static final int MOST_THREADS = 16;

    private record Key(Endpoint endpoint, String address) {}

    private final RMManager manager;
    private final BiFunction<String, String, ParkingLimits> limits;
    private final NanoClock clock;
    private final CurrentSequence current;
    /** The calls that wait: one destination that is down holds up no other. */
    private final Map<Key, SequenceQueue> queues = new ConcurrentHashMap<>();

    private volatile @Nullable WaitingCalls owner;
    private final Lanes threads = Lanes.unbounded("restart-oracle-sequence");
    private final Later later;

    /** Creates the queues of a bus, with the limits of a port and a destination address. */
    SequenceQueues(
            RMManager manager,
            BiFunction<String, String, ParkingLimits> limits,
            NanoClock clock,
            Later later,
            CurrentSequence current) {
        this.manager = manager;
        this.limits = limits;
        this.clock = clock;
        this.later = later;
        this.current = current;
    }

    /** Names the owner of the messages that wait, before the first call. */
    void handTo(WaitingCalls calls) {
        owner = calls;
    }

    /**
     * Gives a call the number that it will have if no call before it fails. A two-way call, and one that may not be parked,
     * waits for a sequence to be created; another waits for {@code first-call-wait} at most. One in a transaction gets its number
     * after the commit.
     *
     * @return false if there is no sequence, and the call is to be {@linkplain #park parked}
     */
    boolean number(Message message) throws RMException {
        Endpoint endpoint = message.getExchange().getEndpoint();
        String address = Paths.address(message);
        boolean triesOnce = CurrentSequence.triesOnce(manager);
        boolean oneWay = message.getExchange().isOneWay();
        SequenceQueue queue = queue(endpoint, address);
        if (oneWay && !triesOnce && limits(Paths.Key.of(endpoint, address)).maxParked() > 0) {
            return !joins() && queue.number(message);
        }
        int limitMillis = MessageUtils.getContextualInteger(
                message, ClientImpl.SYNC_TIMEOUT, (int) SequenceWork.LONGEST.toMillis());
        queue.numberAwaited(message, Duration.ofMillis(limitMillis), !oneWay && !triesOnce);
        return true;
    }

    /** Parks a call for which {@link #number} returned false. */
    void park(Message call, io.github.restartoracle.internal.outbound.Message<Template> parked) {
        if (joins()) {
            queue(call).join(parked);
        } else {
            queue(call).park(parked);
        }
    }

    /** Returns whether calls take effect with a transaction of the calling thread. */
    private boolean joins() {
        return manager.getStore() instanceof CallStore calls && calls.joins();
    }

    /** Records that a transmission of CreateSequence has failed; it is repeated. To be called without locks. */
    void troubled(Endpoint endpoint, String address, Throwable failure) {
        SequenceQueue queue = queues.get(new Key(endpoint, address));
        if (queue != null) {
            queue.troubled(failure);
        }
    }

    /**
     * Parks messages that were accepted before. They occupy memory already, so the limit on parked calls does not apply. If
     * the bus was shut down, they are lost.
     */
    void parkAgain(Message call, List<io.github.restartoracle.internal.outbound.Message<Template>> parked) {
        queue(call).parkAgain(parked, () -> {});
    }

    /** Leaves a sequence in which the destination takes no part any more: further calls use another one, behind those that move. */
    void leave(
            Message sent, String sequence, List<io.github.restartoracle.internal.outbound.Message<Template>> moving) {
        queue(sent).parkAgain(moving, () -> current.leave(sent, sequence));
    }

    /**
     * Has a sequence closed by the thread that creates sequences: further calls wait for that, and use another one. Two-way calls
     * wait as well, but not while the destination is down.
     */
    void end(Message sent, io.github.restartoracle.internal.outbound.Message<Template> gap) {
        queue(sent).end(gap, () -> current.leave(sent, gap.id().sequence()));
    }

    /** Returns the messages that wait for a sequence; those of one client and address in their order. */
    List<io.github.restartoracle.internal.outbound.Message<Template>> waiting() {
        return queues.values().stream()
                .flatMap(queue -> queue.waiting().stream())
                .toList();
    }

    /** Ends all waits, because the bus is shut down. */
    @Override
    public void close() {
        queues.values().forEach(SequenceQueue::close);
        threads.close();
    }

    private ParkingLimits limits(Paths.Key path) {
        ParkingLimits set = limits.apply(path.port(), path.name().address());
        if (set.maxParked() >= 0) {
            return set;
        }
        RMStore store = manager.getStore();
        // Without a store, callers do not expect that a call outlives its process.
        boolean parks = store == null || store instanceof CallStore;
        return set.withMaxParked(parks ? MAX_PARKED : 0);
    }

    private SequenceQueue queue(Message message) {
        return queue(message.getExchange().getEndpoint(), Paths.address(message));
    }

    private SequenceQueue queue(Endpoint endpoint, String address) {
        return queues.computeIfAbsent(new Key(endpoint, address), key -> {
            Paths.Key path = Paths.Key.of(endpoint, address);
            return new SequenceQueue(
                    current,
                    Objects.requireNonNull(owner),
                    path.name().endpoint(),
                    () -> limits(path),
                    clock,
                    work -> threads.execute(address, MOST_THREADS, () -> SequenceWork.run(manager.getBus(), work)),
                    later);
        });
    }

    /** Forgets an endpoint whose client has ended. */
    void forget(Endpoint endpoint) {
        queues.keySet().removeIf(key -> key.endpoint().equals(endpoint));
    }
}
