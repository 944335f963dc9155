package io.github.restartoracle.wsrm.internal.sequence;

import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.internal.runtime.Daemons;
import io.github.restartoracle.wsrm.internal.runtime.Lanes;
import io.github.restartoracle.wsrm.internal.runtime.Later;
import io.github.restartoracle.wsrm.recovery.CallStore;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import org.apache.cxf.endpoint.ClientImpl;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.ws.addressing.AddressingProperties;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMException;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.WrappedEndpoint;
import org.apache.cxf.ws.rm.manager.SourcePolicyType;
import org.apache.cxf.ws.rm.persistence.RMMessage;
import org.apache.cxf.ws.rm.persistence.RMStore;
import org.jspecify.annotations.Nullable;

/**
 * Numbers one-way calls without making them wait for a sequence to be created. CXF creates the sequence in the thread of
 * the call that needs it; while the peer is down, that call fails and its message is lost. Here it is parked, in order,
 * until the sequence exists.
 *
 * <p>Calls that wait have no number yet, so only a {@link CallStore} can hold them: otherwise they are lost if the process
 * ends. With another store no call is parked, therefore, unless {@code max-parked} is set. Thread-safe.
 *
 * @param <P> the content of a message
 */
public final class Sequences<P> implements AutoCloseable {
    /** The key of the {@link CallNumber} of a call in its message, until the call is stored. */
    public static final String CALL = CallNumber.class.getName();

    private static final int MAX_PARKED = 100_000;

    /** The number of endpoints with one address that create a sequence at once. */
    private static final int MOST_THREADS = 16;

    /** The time for which CXF waits by default for the answer to any call. */
    private static final int LIMIT_MILLIS = 60_000;

    private final RMManager manager;
    private final BiFunction<String, String, ParkingLimits> limits;
    private final NanoClock clock;
    private final CurrentSequence current;
    /** The calls that wait, by their endpoint and address: one destination that is down holds up no other. */
    private final Map<Endpoint, Map<String, SequenceQueue<P>>> queues = new HashMap<>();

    private volatile @Nullable Handover<P> handover;
    private final Lanes threads = Lanes.unbounded("restart-oracle-sequence");
    private final ScheduledExecutorService scheduler = Daemons.scheduler("restart-oracle-sequence-timer");

    /**
     * Creates the sequences of a bus.
     *
     * @param manager the WS-RM manager of the bus
     * @param limits of a port and a destination address
     * @param clock measures the time for which a call has waited
     */
    public Sequences(RMManager manager, BiFunction<String, String, ParkingLimits> limits, NanoClock clock) {
        this.manager = manager;
        this.limits = limits;
        this.clock = clock;
        this.current = new CurrentSequence(manager, clock);
    }

    /**
     * Names the owner of the messages that wait, before the first call.
     *
     * @param owner the owner
     */
    public void handTo(Handover<P> owner) {
        handover = owner;
    }

    /**
     * Returns whether CXF is configured to make no restart ({@code maxRetries} 0), so that callers expect exceptions
     * for failures.
     *
     * @param manager the WS-RM manager of a bus
     * @return false by default
     */
    public static boolean triesOnce(RMManager manager) {
        SourcePolicyType source = manager.getSourcePolicy();
        return source != null
                && source.getRetryPolicy() != null
                && source.getRetryPolicy().getMaxRetries() == 0;
    }

    /**
     * Gives a call the number that it will have if no call before it fails. A two-way call, and one that may not be parked,
     * waits for a sequence to be created; another waits for {@code first-call-wait} at most. One in a transaction gets its number
     * after the commit.
     *
     * @param message a call with addressing and RM properties
     * @return false if there is no sequence, and the call is to be {@linkplain #park parked}
     * @throws RMException if the call cannot be parked and a sequence cannot be created
     */
    public boolean number(Message message) throws RMException {
        Endpoint endpoint = message.getExchange().getEndpoint();
        String address = address(message);
        if (message.getExchange().isOneWay()
                && !triesOnce(manager)
                && limits(port(endpoint), address).maxParked() > 0) {
            return !joins() && queue(endpoint, address).number(message);
        }
        int limitMillis = MessageUtils.getContextualInteger(message, ClientImpl.SYNC_TIMEOUT, LIMIT_MILLIS);
        boolean again = !message.getExchange().isOneWay() && !triesOnce(manager);
        queue(endpoint, address).numberAwaited(message, Duration.ofMillis(limitMillis), again);
        return true;
    }

    /**
     * Takes back the number of a call that could not be captured. The calls behind it move up.
     *
     * @param message a call that got a number, which was not transmitted; no effect if it was stored
     */
    public void release(Message message) {
        current.release(message);
    }

    /**
     * Stores a call that was captured, in the order of the numbers of its sequence. The number in its RM properties is
     * final when this returns: it is lower than before if a call before it has failed, and higher if others have overtaken
     * it.
     *
     * @param message a call that got a number
     * @param row the message to be stored; null if there is no store. Its number is set
     * @param sentAnyway the failures of the store in spite of which the call keeps a number and is sent
     * @throws RuntimeException if the call could not be stored; it has no number any more
     */
    public void store(Message message, @Nullable RMMessage row, Predicate<RuntimeException> sentAnyway) {
        current.store(message, row, sentAnyway);
    }

    /**
     * Gives a request of WS-RM the context of the call for which it is made, or of the last call of its sequence.
     *
     * @param request a message that a client of CXF is about to send; no effect if it is no request of WS-RM
     */
    public void giveContext(Message request) {
        if (request.getExchange().getEndpoint() instanceof WrappedEndpoint endpoint
                && MessageUtils.isRequestor(request)) {
            current.giveContext(request, endpoint.getWrappedEndpoint());
        }
    }

    /**
     * Parks a call for which {@link #number} returned false.
     *
     * @param call the call
     * @param parked its message, which has no number
     * @throws IllegalStateException if the maximum number of calls is parked, or if the bus was shut down
     */
    public void park(Message call, io.github.restartoracle.internal.outbound.Message<P> parked) {
        SequenceQueue<P> queue = queue(call);
        if (joins()) {
            queue.join(parked);
        } else {
            queue.park(parked);
        }
    }

    /** Returns whether calls take effect with a transaction of the calling thread. */
    private boolean joins() {
        return manager.getStore() instanceof CallStore calls && calls.joins();
    }

    /**
     * Records that a transmission of CreateSequence has failed; it is repeated. To be called without locks.
     *
     * @param endpoint of the application
     * @param address of the destination
     * @param failure the cause
     */
    public void troubled(Endpoint endpoint, String address, Throwable failure) {
        queue(endpoint, address).troubled(failure);
    }

    /**
     * Returns whether the current thread creates a sequence apart from the callers.
     *
     * @return false in a thread of the application
     */
    public static boolean isCreatingForParkedCalls() {
        return SequenceWork.isGoingOn();
    }

    /**
     * Returns whether a failure is known to be an error of configuration, such as a fault that was received, or an
     * unknown host.
     *
     * @param failure the reason why a sequence could not be created
     * @return false if in doubt
     */
    public static boolean isConfiguration(Throwable failure) {
        return RequestFailures.isConfiguration(failure);
    }

    /**
     * Returns whether a failure is a fault of the receiver that was received: the same request may succeed later.
     *
     * @param failure the reason why a request of WS-RM has failed
     * @return false for a fault that blames the request, and for a failure without a fault
     */
    public static boolean isPassing(Throwable failure) {
        return RequestFailures.isPassing(failure);
    }

    /**
     * Parks calls that were accepted before. They occupy memory already, so the limit on parked calls does not apply. If
     * the bus was shut down, they are lost.
     *
     * @param call one of the calls
     * @param parked their messages, in the order in which they get their numbers
     */
    public void parkAgain(Message call, List<io.github.restartoracle.internal.outbound.Message<P>> parked) {
        queue(call).parkAgain(parked, () -> {});
    }

    /**
     * Leaves a sequence in which the destination takes no part any more: further calls use another one, behind those that
     * move.
     *
     * @param sent a message of the sequence
     * @param sequence the identifier of the sequence
     * @param moving the messages that wait for another sequence, in the order of their numbers
     */
    public void leave(
            Message sent, String sequence, List<io.github.restartoracle.internal.outbound.Message<P>> moving) {
        queue(sent).parkAgain(moving, () -> current.leave(sent, sequence));
    }

    /**
     * Has a sequence closed by the thread that creates sequences: further calls wait for that, and use another one. Two-way calls
     * wait as well, but not while the destination is down.
     *
     * @param sent a message of the sequence
     * @param gap the message without which it has ended
     */
    public void end(Message sent, io.github.restartoracle.internal.outbound.Message<P> gap) {
        String sequence = gap.id().sequence();
        queue(sent).end(gap, () -> current.leave(sent, sequence));
    }

    /**
     * Returns the messages that wait for a sequence.
     *
     * @return a snapshot; those of one client and address in their order
     */
    public List<io.github.restartoracle.internal.outbound.Message<P>> waiting() {
        return queues().stream().flatMap(queue -> queue.waiting().stream()).toList();
    }

    private List<SequenceQueue<P>> queues() {
        synchronized (queues) {
            return queues.values().stream()
                    .flatMap(ofEndpoint -> ofEndpoint.values().stream())
                    .toList();
        }
    }

    /** Ends all waits, because the bus is shut down. */
    @Override
    public void close() {
        queues().forEach(SequenceQueue::close);
        scheduler.shutdown();
        threads.close();
    }

    private ParkingLimits limits(String port, String address) {
        ParkingLimits set = limits.apply(port, address);
        return set.maxParked() >= 0 ? set : set.withMaxParked(holdsParked(manager.getStore()) ? MAX_PARKED : 0);
    }

    /**
     * Returns whether calls may be parked with a store. Without a store, callers do not expect that a call outlives
     * its process.
     */
    private static boolean holdsParked(@Nullable RMStore store) {
        return store == null || store instanceof CallStore;
    }

    private static String address(Message message) {
        AddressingProperties maps = RMContextUtils.retrieveMAPs(message, false, true);
        return String.valueOf(maps.getTo().getValue());
    }

    private static String port(Endpoint endpoint) {
        return endpoint.getEndpointInfo().getName().getLocalPart();
    }

    private SequenceQueue<P> queue(Message message) {
        return queue(message.getExchange().getEndpoint(), address(message));
    }

    private SequenceQueue<P> queue(Endpoint endpoint, String address) {
        synchronized (queues) {
            return queues.computeIfAbsent(endpoint, key -> new HashMap<>()).computeIfAbsent(address, key -> {
                String port = port(endpoint);
                return new SequenceQueue<>(
                        current,
                        Objects.requireNonNull(handover),
                        manager.getBus(),
                        endpoint.getService().getName() + "#" + port,
                        () -> limits(port, address),
                        clock,
                        task -> threads.execute(address, MOST_THREADS, task),
                        Later.of(scheduler));
            });
        }
    }

    /**
     * Forgets an endpoint whose client has ended.
     *
     * @param endpoint an endpoint of a client
     */
    public void forget(Endpoint endpoint) {
        synchronized (queues) {
            queues.remove(endpoint);
        }
    }
}
