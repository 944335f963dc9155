package io.github.restartoracle.benchmarks.lab.testbed;

import io.github.restartoracle.benchmarks.lab.scenario.Connections;
import io.github.restartoracle.benchmarks.lab.scenario.OracleSpec;
import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import io.github.restartoracle.benchmarks.lab.theory.Outages;
import io.github.restartoracle.settings.Settings;
import io.github.restartoracle.time.NanoClock;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
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
 * A CXF client that sends messages when they are due, even if earlier ones are not acknowledged, and notes every transmission.
 * The oracle {@code cxf} stands for CXF's own queue and transport, {@code resilience4j} and {@code outbox} for calls without
 * WS-RM.
 *
 * <p>Used by one thread; other threads write the notes.
 */
final class SourceEnd implements AutoCloseable {
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

    /** The timeouts of calls without WS-RM: with CXF's 30 and 60 s, a retry would wait as long for a lost packet. */
    private static final Duration PLAIN_PATIENCE = Duration.ofSeconds(2);

    private static final Duration POLL = Duration.ofMillis(20);
    private static final int WARM_UP_AT_ONCE = 10;

    private final NanoClock clock = NanoClock.system();
    private final int warmUpMessages;
    private final CallTimes times = new CallTimes();
    private final Dispatches dispatches;
    private final Bus bus;
    private final SourceQueue queue;
    private final Sink sink;
    private volatile int sent;

    /**
     * Creates the client; no message is sent yet.
     *
     * @param wire the transport of the messages
     * @param connections its use of connections
     * @param settings the oracle and its parameters; other properties override the paper's setting of the transport
     */
    SourceEnd(Wire wire, Connections connections, Settings settings) {
        warmUpMessages = wire.warmUpMessages();
        dispatches = new Dispatches(warmUpMessages);
        bus = new CXFBusFactory().createBus();
        bus.getExtension(RMManager.class).getConfiguration().setDeliveryAssurance(DeliveryAssurance.EXACTLY_ONCE);
        String name = Objects.requireNonNullElse(settings.text("oracle"), "");
        boolean plain = OracleSpec.isPlain(name);
        boolean own = !plain && !CxfQueue.NAME.equals(name);
        boolean asInThePaper = own && connections == Connections.PER_ATTEMPT;
        String address = wire.prepareSource(bus, asInThePaper);
        Settings defaults = asInThePaper ? CALLERS.overlay(PAPER) : CALLERS;
        queue = switch (name) {
            case RetryQueue.NAME -> new RetryQueue(bus, dispatches, times);
            case OutboxQueue.NAME -> new OutboxQueue(bus, dispatches, times);
            case CxfQueue.NAME -> new CxfQueue(bus, settings, dispatches, times);
            default -> new OracleQueue(bus, defaults.overlay(settings), dispatches, times);
        };
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setBus(bus);
        factory.setServiceClass(Sink.class);
        factory.setAddress(address);
        if (!plain) {
            factory.getFeatures().add(new WSAddressingFeature());
            factory.getFeatures().add(new RMFeature());
        }
        sink = (Sink) factory.create();
        if (plain) {
            HTTPClientPolicy impatient = new HTTPClientPolicy();
            impatient.setConnectionTimeout(PLAIN_PATIENCE.toMillis());
            impatient.setReceiveTimeout(PLAIN_PATIENCE.toMillis());
            ((HTTPConduit) ClientProxy.getClient(sink).getConduit()).setClient(impatient);
        }
    }

    /** Sends the warm-up messages, a few at a time so that no link is flooded, and waits for their acknowledgements. */
    void warmUp() {
        for (int i = 1; i <= warmUpMessages; i++) {
            queue.warmUp(() -> sink.put("0:warm-up"));
            if (i % WARM_UP_AT_ONCE == 0 || i == warmUpMessages) {
                while (queue.outstanding() > 0) {
                    LockSupport.parkNanos(POLL.toNanos());
                }
            }
        }
    }

    /**
     * Sends the messages of a scenario, each when it is due, the first at a time on the monotonic clock. The calls after the first
     * outage are made by another caller, which has no backlog.
     */
    void send(Scenario scenario, long startNanos) {
        Duration back = scenario.outages().list().stream()
                .findFirst()
                .map(Outages.Outage::to)
                .orElse(scenario.sending());
        int before = (int) Math.min(scenario.messages(), back.dividedBy(scenario.interval()));
        send(scenario, startNanos, 1, before);
        CompletableFuture.runAsync(
                        () -> send(scenario, startNanos, before + 1, scenario.messages()),
                        task -> new Thread(task, "later").start())
                .join();
    }

    private void send(Scenario scenario, long startNanos, int first, int last) {
        for (int i = first; i <= last; i++) {
            long dueNanos = startNanos + scenario.workload().dueNanos(i);
            for (long waitNanos = dueNanos - clock.nanoTime(); waitNanos > 0; waitNanos = dueNanos - clock.nanoTime()) {
                LockSupport.parkNanos(waitNanos);
            }
            String head = i + ":";
            String text = head + "x".repeat(Math.max(0, scenario.payloadBytes() - head.length()));
            queue.call(i, () -> sink.put(text));
            sent = i;
        }
    }

    /** {@return the number of messages that were sent so far, without those of the warm-up} */
    int sent() {
        return sent;
    }

    /** {@return the queue, with the number of outstanding messages} */
    SourceQueue queue() {
        return queue;
    }

    /**
     * Waits until no message is outstanding and no attempt is in progress, or for the given time: a transmission counts if it
     * arrives, even if it was needless. Returns the number of messages that are outstanding then.
     */
    int drain(Duration atMost) {
        long endNanos = clock.nanoTime() + atMost.toNanos();
        while ((queue.outstanding() > 0 || queue.attemptsUnderWay() > 0) && clock.nanoTime() - endNanos < 0) {
            LockSupport.parkNanos(POLL.toNanos());
        }
        return queue.outstanding();
    }

    /** Reports every transmission so far, with the start of {@link #send} and the result of {@link #drain}. */
    SourceReport report(long startNanos, int unacknowledged, LatenessProbe probe) {
        return new SourceReport(startNanos, dispatches.all(), unacknowledged, times.longestNanos(), probe.lateness());
    }

    @Override
    public void close() {
        queue.close();
        ClientProxy.getClient(sink).destroy();
        bus.shutdown(true);
    }
}
