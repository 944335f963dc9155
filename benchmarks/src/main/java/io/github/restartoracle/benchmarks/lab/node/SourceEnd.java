package io.github.restartoracle.benchmarks.lab.node;

import io.github.restartoracle.benchmarks.lab.results.RestartRow;
import io.github.restartoracle.benchmarks.lab.scenario.Connections;
import io.github.restartoracle.harness.journal.JournalRow;
import io.github.restartoracle.settings.Settings;
import io.github.restartoracle.time.NanoClock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.apache.cxf.Bus;
import org.apache.cxf.bus.CXFBusFactory;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.ws.addressing.WSAddressingFeature;
import org.apache.cxf.ws.rm.RMConfiguration.DeliveryAssurance;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.feature.RMFeature;

/**
 * A CXF client that sends messages when they are due, even if earlier ones are not acknowledged, and notes every transmission.
 * The oracle {@code cxf} stands for CXF's own queue and transport.
 *
 * <p>Used by one thread; other threads write the notes.
 */
public final class SourceEnd implements AutoCloseable {
    /** The paper's setting of the transport, in addition to the oracle. */
    private static final Settings PAPER = Settings.of(Map.of(
            "http.connection-per-attempt", "true",
            "abandon-acknowledged", "false",
            "max-in-flight", "4096"));

    /**
     * Free order: each message stands for another caller, for whom the others need not wait. CXF's queue is called in another
     * thread for each message.
     */
    private static final Settings CALLERS = Settings.of(Map.of("order", "free"));

    private static final Duration POLL = Duration.ofMillis(20);
    private static final int WARM_UP_AT_ONCE = 10;

    private final NanoClock clock = NanoClock.system();
    private final Dispatches dispatches = new Dispatches();
    private final Wire wire;
    private final Bus bus;
    private final SourceQueue queue;
    private final Sink sink;
    private volatile int sent;

    /**
     * Creates a client over HTTP; no message is sent yet.
     *
     * @param address of the destination, or of the link in front of it
     * @param connections its use of connections
     * @param settings the oracle and its parameters; other properties override the paper's setting of the transport
     */
    public SourceEnd(String address, Connections connections, Settings settings) {
        this(Wire.http(address), connections, settings);
    }

    /**
     * Creates the client; no message is sent yet.
     *
     * @param wire the transport of the messages
     * @param connections its use of connections
     * @param settings the oracle and its parameters; other properties override the paper's setting of the transport
     */
    public SourceEnd(Wire wire, Connections connections, Settings settings) {
        this.wire = wire;
        bus = new CXFBusFactory().createBus();
        bus.getExtension(RMManager.class).getConfiguration().setDeliveryAssurance(DeliveryAssurance.EXACTLY_ONCE);
        boolean asInThePaper = connections == Connections.PER_ATTEMPT;
        wire.prepareSource(bus, asInThePaper);
        Settings defaults = asInThePaper ? CALLERS.overlay(PAPER) : CALLERS;
        queue = SourceQueue.install(bus, defaults.overlay(settings), dispatches, wire.warmUpMessages());
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setBus(bus);
        factory.setServiceClass(Sink.class);
        factory.setAddress(wire.target());
        factory.getFeatures().add(new WSAddressingFeature());
        factory.getFeatures().add(new RMFeature());
        sink = (Sink) factory.create();
        if (asInThePaper && queue instanceof OracleQueue) {
            wire.asInThePaper(ClientProxy.getClient(sink));
        }
    }

    /** Sends the warm-up messages, a few at a time so that no link is flooded, and waits for their acknowledgements. */
    public void warmUp() {
        for (int i = 1; i <= wire.warmUpMessages(); i++) {
            queue.call(0, () -> sink.put("0:warm-up"));
            if (i % WARM_UP_AT_ONCE == 0 || i == wire.warmUpMessages()) {
                while (outstanding() > 0) {
                    LockSupport.parkNanos(POLL.toNanos());
                }
            }
        }
    }

    /**
     * Sends messages, each when it is due.
     *
     * @param messages the number of messages
     * @param interval between two
     * @param payloadBytes in the body of each
     * @param startNanos the time at which the first is due, on the monotonic clock
     */
    public void send(int messages, Duration interval, int payloadBytes, long startNanos) {
        for (int i = 1; i <= messages; i++) {
            long dueNanos = startNanos + (i - 1) * interval.toNanos();
            for (long waitNanos = dueNanos - clock.nanoTime(); waitNanos > 0; waitNanos = dueNanos - clock.nanoTime()) {
                LockSupport.parkNanos(waitNanos);
            }
            String head = i + ":";
            String text = head + "x".repeat(Math.max(0, payloadBytes - head.length()));
            queue.call(i, () -> sink.put(text));
            sent = i;
        }
    }

    /**
     * Returns the number of messages that were sent so far.
     *
     * @return without those of the warm-up
     */
    public int sent() {
        return sent;
    }

    /**
     * Returns the number of messages that wait for an acknowledgement and have not been given up.
     *
     * @return 0 or more
     */
    public int outstanding() {
        return queue.outstanding();
    }

    /**
     * Waits until no message is outstanding and no attempt is in progress: a transmission counts if it arrives, even if it was
     * needless.
     *
     * @param atMost the longest time to wait
     * @return the number of messages that are outstanding then
     */
    public int drain(Duration atMost) {
        long endNanos = clock.nanoTime() + atMost.toNanos();
        while ((outstanding() > 0 || attemptsUnderWay() > 0) && clock.nanoTime() - endNanos < 0) {
            LockSupport.parkNanos(POLL.toNanos());
        }
        return outstanding();
    }

    /**
     * Returns the number of transmissions that were dispatched and have not ended.
     *
     * @return 0 or more
     */
    public int attemptsUnderWay() {
        return queue.attemptsUnderWay();
    }

    /**
     * Returns every transmission so far, without arrivals.
     *
     * @param run names the run
     * @param label names the oracle
     * @param startNanos as it was given to {@link #send}
     * @param interval likewise
     * @return one row per attempt
     */
    public List<JournalRow> journal(String run, String label, long startNanos, Duration interval) {
        return dispatches.journal(run, label, startNanos, interval);
    }

    /**
     * Returns the due time and the dispatch time of each transmission.
     *
     * @param run names the run
     * @param label names the oracle
     * @return one row per attempt
     */
    public List<RestartRow> restarts(String run, String label) {
        return dispatches.restarts(run, label);
    }

    @Override
    public void close() {
        queue.close();
        ClientProxy.getClient(sink).destroy();
        bus.shutdown(true);
    }
}
