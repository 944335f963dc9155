package io.github.restartoracle.benchmarks.lab.testbed;

import io.github.restartoracle.internal.attempt.Attempt;
import io.github.restartoracle.internal.attempt.AttemptListener;
import io.github.restartoracle.internal.attempt.ConnectionReuse;
import io.github.restartoracle.internal.attempt.PathResources;
import io.github.restartoracle.settings.Settings;
import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.internal.echo.TransmissionNumberOut;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.cxf.Bus;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.RMProperties;

/**
 * CXF's own queue and transport without changes, with exponential backoff from {@code initial-timeout}, or else CXF's defaults.
 * Its calls block while they connect, so each is made in a separate thread, as an application would have to do. Our
 * interceptors only number its transmissions.
 */
final class CxfQueue implements SourceQueue {
    static final String NAME = "cxf";

    /**
     * The resources of an attempt, which are not used: CXF's own transport has no attempts, and the interceptor that reads the
     * number of an attempt does not use its path.
     */
    private static final PathResources UNUSED = PathResources.withoutThreads(NanoClock.system());

    private static final String INITIAL_TIMEOUT = "initial-timeout";

    private final RMManager manager;
    private final BlockedCallers callers;
    private final ThreadLocal<Long> calling = ThreadLocal.withInitial(() -> 0L);
    private final Map<Long, Long> orders = new ConcurrentHashMap<>();
    private final Map<Long, Integer> attempts = new ConcurrentHashMap<>();

    CxfQueue(Bus bus, Settings settings, Dispatches dispatches, CallTimes times) {
        callers = new BlockedCallers(times);
        manager = bus.getExtension(RMManager.class);
        if (settings.text(INITIAL_TIMEOUT) != null) {
            Duration first =
                    settings.duration(INITIAL_TIMEOUT, Duration.ZERO, Duration.ofMillis(1), Duration.ofDays(1));
            manager.getConfiguration().setBaseRetransmissionInterval(first.toMillis());
            manager.getConfiguration().setExponentialBackoff(true);
        }
        AbstractPhaseInterceptor<Message> numbering = new AbstractPhaseInterceptor<>(Phase.PRE_PROTOCOL_FRONTEND) {
            @Override
            public void handleMessage(Message message) {
                number(message, dispatches);
            }
        };
        numbering.addBefore(TransmissionNumberOut.class.getName());
        bus.getOutInterceptors().add(numbering);
        bus.getOutInterceptors().add(new TransmissionNumberOut());
    }

    @Override
    public void warmUp(Runnable call) {
        BlockedCallers.warmUp(call);
    }

    @Override
    public void call(long message, Runnable call) {
        callers.call(() -> {
            calling.set(message);
            call.run();
        });
    }

    @Override
    public int outstanding() {
        return Math.max(callers.underWay(), manager.getRetransmissionQueue().countUnacknowledged());
    }

    @Override
    public int attemptsUnderWay() {
        return callers.underWay();
    }

    @Override
    public void close() {
        callers.close();
    }

    private void number(Message message, Dispatches dispatches) {
        RMProperties properties = RMContextUtils.retrieveRMProperties(message, true);
        if (properties == null || properties.getSequence() == null) {
            return;
        }
        long number = properties.getSequence().getMessageNumber();
        long order = orders.computeIfAbsent(number, first -> calling.get());
        int attempt = attempts.merge(number, 1, Integer::sum);
        long nowNanos = System.nanoTime();
        message.put(Attempt.KEY, new Attempt(attempt, nowNanos, UNUSED, ConnectionReuse.ANY, new AttemptListener() {}));
        dispatches.add(number, order, attempt, nowNanos, nowNanos);
    }
}
