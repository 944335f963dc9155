package io.github.restartoracle.wsrm.sequence;

import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.event.TransmissionListener;
import java.io.Closeable;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.BiFunction;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.interceptor.Interceptor;
import org.apache.cxf.interceptor.InterceptorChain;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.ws.addressing.AddressingProperties;
import org.apache.cxf.ws.rm.RMCaptureOutInterceptor;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMException;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.RMMessageConstants;

/**
 * Lets no one-way call wait for a sequence to be created. CXF creates the sequence in the thread of the call that needs it,
 * before the message is captured; while the peer is down, that call fails and its message is lost. Here the call returns,
 * and its message waits, in order, until the sequence exists.
 *
 * <p>Messages that wait have no number yet, so a store cannot hold them: they are lost if the process ends. With a store no
 * call waits here, therefore, unless {@code max-parked} is set. Nor are they written yet: the caller must not change what it
 * passed. A call is given up after {@code max-attempts} failed attempts to create its sequence, or with the first that fails
 * after {@code give-up-after}, and refused with an exception while {@code max-parked} calls wait; whatever is lost is told to the listener. Thread-safe.
 */
public final class SequenceGate extends AbstractPhaseInterceptor<Message> implements Closeable {
    private static final int MAX_PARKED = 100_000;

    private final RMManager manager;
    private final BiFunction<String, String, ParkingLimits> limits;
    private final TransmissionListener listener;
    private final NanoClock clock;
    private final Map<Endpoint, SequenceQueue> queues = new WeakHashMap<>();

    /**
     * An interceptor for a bus.
     *
     * @param manager the WS-RM manager of the bus
     * @param limits of a port and a destination address; where fewer than 0 calls may wait, it depends on the store
     * @param listener told of what is lost; must not throw
     * @param clock tells how long a call has waited
     */
    public SequenceGate(
            RMManager manager,
            BiFunction<String, String, ParkingLimits> limits,
            TransmissionListener listener,
            NanoClock clock) {
        super(Phase.PRE_STREAM);
        addBefore(RMCaptureOutInterceptor.class.getName());
        this.manager = manager;
        this.limits = limits;
        this.listener = listener;
        this.clock = clock;
    }

    @Override
    public void handleMessage(Message message) {
        if (!isReliableOneWayCall(message) || !mayPark(message)) {
            return;
        }
        try {
            if (queue(message.getExchange().getEndpoint()).parkUnlessReady(message)) {
                message.getInterceptorChain().pause();
            }
        } catch (RMException | IllegalStateException e) {
            throw new Fault(e);
        }
    }

    private boolean mayPark(Message message) {
        String port =
                message.getExchange().getEndpoint().getEndpointInfo().getName().getLocalPart();
        return limits(port, Parked.address(message)).maxParked() > 0;
    }

    private ParkingLimits limits(String port, String address) {
        ParkingLimits set = limits.apply(port, address);
        return set.maxParked() >= 0 ? set : set.withMaxParked(manager.getStore() == null ? MAX_PARKED : 0);
    }

    private static boolean isReliableOneWayCall(Message message) {
        if (!MessageUtils.isRequestor(message)
                || !message.getExchange().isOneWay()
                || Boolean.TRUE.equals(message.get(RMMessageConstants.RM_RETRANSMISSION))) {
            return false;
        }
        AddressingProperties maps = RMContextUtils.retrieveMAPs(message, false, true);
        return maps != null
                && maps.getTo() != null
                && (maps.getAction() == null
                        || !RMContextUtils.isRMProtocolMessage(maps.getAction().getValue()))
                && isReliable(message.getInterceptorChain());
    }

    /** The gate is on the bus, whose other clients do without WS-RM. */
    private static boolean isReliable(InterceptorChain chain) {
        for (Interceptor<?> interceptor : chain) {
            if (interceptor instanceof RMCaptureOutInterceptor) {
                return true;
            }
        }
        return false;
    }

    /**
     * Calls that wait.
     *
     * @return how many there are at this moment
     */
    public int parked() {
        synchronized (queues) {
            return queues.values().stream().mapToInt(SequenceQueue::size).sum();
        }
    }

    /** The bus is shut down: nothing waits any more. */
    @Override
    public void close() {
        List<SequenceQueue> all;
        synchronized (queues) {
            all = List.copyOf(queues.values());
        }
        all.forEach(SequenceQueue::close);
    }

    private SequenceQueue queue(Endpoint endpoint) {
        synchronized (queues) {
            return queues.computeIfAbsent(endpoint, key -> {
                String port = key.getEndpointInfo().getName().getLocalPart();
                SequenceQueue queue = new SequenceQueue(
                        new CurrentSequence(manager),
                        manager.getBus(),
                        key.getService().getName() + "#" + port,
                        address -> limits(port, address),
                        listener,
                        clock);
                key.addCleanupHook(queue);
                return queue;
            });
        }
    }
}
