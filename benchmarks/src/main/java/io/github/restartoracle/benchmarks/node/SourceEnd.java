package io.github.restartoracle.benchmarks.node;

import io.github.restartoracle.benchmarks.results.RestartRow;
import io.github.restartoracle.harness.journal.JournalRow;
import io.github.restartoracle.pending.SampleUse;
import io.github.restartoracle.settings.Settings;
import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.MessageId;
import io.github.restartoracle.wsrm.RestartOracle;
import io.github.restartoracle.wsrm.TransmissionListener;
import io.github.restartoracle.wsrm.queue.PathStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.apache.cxf.Bus;
import org.apache.cxf.bus.CXFBusFactory;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.transport.http.HTTPConduit;
import org.apache.cxf.transports.http.configuration.HTTPClientPolicy;
import org.apache.cxf.ws.addressing.WSAddressingFeature;
import org.apache.cxf.ws.rm.RMConfiguration.DeliveryAssurance;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.feature.RMFeature;

/**
 * A CXF client that sends messages when they are due, whatever became of those before, and notes every transmission. The
 * transport is set as in the paper: a connection for every transmission, and none is abandoned.
 *
 * <p>Used by one thread; the notes are taken by others.
 */
public final class SourceEnd implements AutoCloseable {
    /** Messages sent and acknowledged before a run, so that classes are loaded and the sequence exists. */
    static final int WARM_UP = 20;

    /** The paper's setting, beside the oracle. */
    private static final Settings PAPER = Settings.of(Map.of(
            "http.connection-per-attempt", "true",
            "abandon-acknowledged", "false",
            "max-in-flight", "4096"));

    private static final Duration POLL = Duration.ofMillis(20);

    private final NanoClock clock = NanoClock.system();
    private final Bus bus;
    private final Sink sink;
    private final RestartOracle oracle;
    private final List<Dispatch> dispatches = new ArrayList<>();
    private final AtomicInteger acknowledged = new AtomicInteger();
    private volatile int put;

    private record Dispatch(long message, int attempt, long dueNanos, long dispatchedNanos) {}

    /**
     * Makes the client; nothing is sent yet.
     *
     * @param address of the destination, or of the link in front of it
     * @param settings the oracle and its parameters; other properties override the paper's setting of the transport
     */
    public SourceEnd(String address, Settings settings) {
        bus = new CXFBusFactory().createBus();
        bus.getExtension(RMManager.class).getConfiguration().setDeliveryAssurance(DeliveryAssurance.EXACTLY_ONCE);
        oracle = RestartOracle.install(bus, PAPER.overlay(settings), new DispatchWriter());
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setBus(bus);
        factory.setServiceClass(Sink.class);
        factory.setAddress(address);
        factory.getFeatures().add(new WSAddressingFeature());
        factory.getFeatures().add(new RMFeature());
        sink = (Sink) factory.create();
        HTTPClientPolicy policy = new HTTPClientPolicy();
        // The kernel decides how long a connection is tried, as in the paper.
        policy.setConnectionTimeout(0);
        policy.setReceiveTimeout(0);
        ((HTTPConduit) ClientProxy.getClient(sink).getConduit()).setClient(policy);
    }

    /** Sends a few messages and waits for their acknowledgements. */
    public void warmUp() {
        for (int i = 0; i < WARM_UP; i++) {
            sink.put("0:warm-up");
        }
        put = WARM_UP;
        while (outstanding() > 0) {
            LockSupport.parkNanos(POLL.toNanos());
        }
    }

    /**
     * Sends messages, each when it is due.
     *
     * @param messages how many
     * @param interval between two
     * @param payloadBytes in the body of each
     * @param startNanos when the first is due, on the monotonic clock
     */
    public void send(int messages, Duration interval, int payloadBytes, long startNanos) {
        for (int i = 0; i < messages; i++) {
            long dueNanos = startNanos + i * interval.toNanos();
            for (long waitNanos = dueNanos - clock.nanoTime(); waitNanos > 0; waitNanos = dueNanos - clock.nanoTime()) {
                LockSupport.parkNanos(waitNanos);
            }
            String head = i + 1 + ":";
            sink.put(head + "x".repeat(Math.max(0, payloadBytes - head.length())));
            put = WARM_UP + i + 1;
        }
    }

    /**
     * How many messages were sent so far.
     *
     * @return without those of the warm-up
     */
    public int sent() {
        return Math.max(0, put - WARM_UP);
    }

    /**
     * Messages that wait for an acknowledgement and have not been given up.
     *
     * @return 0 or more
     */
    public int outstanding() {
        return put - acknowledged.get() - oracle.queue().givenUp().size();
    }

    /**
     * Waits until nothing is outstanding and no attempt is under way: also a needless transmission is one that arrives.
     *
     * @param atMost how long to wait
     * @return how many messages are outstanding then
     */
    public int drain(Duration atMost) {
        long endNanos = clock.nanoTime() + atMost.toNanos();
        while ((outstanding() > 0 || attemptsUnderWay() > 0) && clock.nanoTime() - endNanos < 0) {
            LockSupport.parkNanos(POLL.toNanos());
        }
        return outstanding();
    }

    /**
     * Transmissions that have left and are not over.
     *
     * @return 0 or more
     */
    public int attemptsUnderWay() {
        return oracle.queue().paths().stream().mapToInt(PathStatus::inFlight).sum();
    }

    /**
     * Every transmission so far, without arrivals.
     *
     * @param run names the run
     * @param label names the oracle
     * @param startNanos as it was given to {@link #send}
     * @param interval likewise
     * @return one row per attempt
     */
    public List<JournalRow> journal(String run, String label, long startNanos, Duration interval) {
        synchronized (dispatches) {
            return dispatches.stream()
                    .map(d -> new JournalRow(
                            run,
                            label,
                            d.message(),
                            d.attempt(),
                            startNanos + (d.message() - 1) * interval.toNanos(),
                            d.dispatchedNanos(),
                            OptionalLong.empty()))
                    .toList();
        }
    }

    /**
     * When the oracle wanted each transmission, and when it was made.
     *
     * @param run names the run
     * @param label names the oracle
     * @return one row per attempt
     */
    public List<RestartRow> restarts(String run, String label) {
        synchronized (dispatches) {
            return dispatches.stream()
                    .map(d -> new RestartRow(
                            run, label, d.message(), d.attempt(), d.dueNanos(), OptionalLong.of(d.dispatchedNanos())))
                    .toList();
        }
    }

    @Override
    public void close() {
        ClientProxy.getClient(sink).destroy();
        bus.shutdown(true);
    }

    private final class DispatchWriter implements TransmissionListener {
        @Override
        public void acknowledged(MessageId message, int attempts, SampleUse use, long arrivedNanos) {
            acknowledged.incrementAndGet();
        }

        @Override
        public void dispatched(MessageId message, int attempt, long dueNanos, long dispatchedNanos) {
            long number = message.number() - WARM_UP;
            if (number >= 1) {
                synchronized (dispatches) {
                    dispatches.add(new Dispatch(number, attempt, dueNanos, dispatchedNanos));
                }
            }
        }
    }
}
