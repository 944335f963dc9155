package io.github.restartoracle.benchmarks.lab.testbed;

import io.github.restartoracle.internal.attempt.Attempt;
import io.github.restartoracle.internal.attempt.AttemptListener;
import io.github.restartoracle.internal.attempt.ConnectionReuse;
import io.github.restartoracle.internal.attempt.PathResources;
import io.github.restartoracle.settings.Settings;
import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.internal.echo.TransmissionNumberOut;
import jakarta.xml.ws.WebServiceException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
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
    private static final int WARM_UP_TRIES = 100;
    private static final long WARM_UP_PAUSE_NANOS = 500_000_000;

    private final RMManager manager;
    private final ExecutorService callers = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "cxf-caller");
        thread.setDaemon(true);
        return thread;
    });
    private final ThreadLocal<Long> calling = ThreadLocal.withInitial(() -> 0L);
    private final Map<Long, Long> orders = new ConcurrentHashMap<>();
    private final Map<Long, Integer> attempts = new ConcurrentHashMap<>();
    private final AtomicInteger callsUnderWay = new AtomicInteger();

    CxfQueue(Bus bus, Settings settings, Dispatches dispatches) {
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
    public void call(long message, Runnable call) {
        if (message == 0) {
            warmUp(call);
            return;
        }
        callsUnderWay.incrementAndGet();
        callers.execute(() -> {
            calling.set(message);
            try {
                call.run();
            } finally {
                callsUnderWay.decrementAndGet();
            }
        });
    }

    /** Makes a call again until it succeeds: a call that needs a sequence fails as long as the destination is not up. */
    private static void warmUp(Runnable call) {
        for (int tries = 1; ; tries++) {
            try {
                call.run();
                return;
            } catch (WebServiceException notYet) {
                if (tries == WARM_UP_TRIES) {
                    throw notYet;
                }
                LockSupport.parkNanos(WARM_UP_PAUSE_NANOS);
            }
        }
    }

    @Override
    public int outstanding() {
        return Math.max(callsUnderWay.get(), manager.getRetransmissionQueue().countUnacknowledged());
    }

    @Override
    public int attemptsUnderWay() {
        return callsUnderWay.get();
    }

    @Override
    public void close() {
        callers.shutdownNow();
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
