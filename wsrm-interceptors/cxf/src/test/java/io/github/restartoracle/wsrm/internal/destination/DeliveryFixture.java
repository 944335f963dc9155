package io.github.restartoracle.wsrm.internal.destination;

import io.github.restartoracle.internal.inbound.Outcome;
import io.github.restartoracle.time.ManualClock;
import io.github.restartoracle.time.NanoClock;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import javax.xml.namespace.QName;
import org.apache.cxf.Bus;
import org.apache.cxf.bus.extension.ExtensionManagerBus;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.endpoint.EndpointException;
import org.apache.cxf.endpoint.EndpointImpl;
import org.apache.cxf.service.ServiceImpl;
import org.apache.cxf.service.model.EndpointInfo;
import org.apache.cxf.service.model.ServiceInfo;
import org.apache.cxf.ws.rm.Destination;
import org.apache.cxf.ws.rm.DestinationSequence;
import org.apache.cxf.ws.rm.ProtocolVariation;
import org.apache.cxf.ws.rm.RMConfiguration;
import org.apache.cxf.ws.rm.RMEndpoint;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.RMUtils;
import org.apache.cxf.ws.rm.manager.DestinationPolicyType;
import org.apache.cxf.ws.rm.manager.RetryPolicyType;
import org.apache.cxf.ws.rm.v200702.Identifier;
import org.apache.cxf.ws.rm.v200702.SequenceAcknowledgement.AcknowledgementRange;
import org.jspecify.annotations.Nullable;

/** A delivery queue in virtual time and one thread, with a service whose answers the test chooses. */
final class DeliveryFixture implements DeliveryQueue.Attempts {
    private static final int MOST_STEPS = 10_000;

    /** The result of one attempt. */
    interface Answer {
        /** Returns true if the service has suspended the invocation. */
        boolean to(DeliveryRun run) throws IOException;
    }

    static final Answer DELIVERS = run -> {
        run.mark(Outcome.Kind.DELIVERED);
        return false;
    };
    static final Answer FAILS = run -> {
        throw new IOException("on purpose");
    };

    static final Answer UNTRIED = run -> {
        run.mark(Outcome.Kind.UNTRIED);
        throw new IOException("the database does not answer");
    };

    private record Task(long atNanos, long position, Runnable task) {}

    final ManualClock clock = new ManualClock(-42);
    /** The time that each reading of the clock takes. */
    long tickNanos;

    /** The scheduled tasks, in the order of their times. */
    final Queue<Task> tasks =
            new PriorityQueue<>(Comparator.comparingLong(Task::atNanos).thenComparingLong(Task::position));
    /** The delays that were asked for. */
    final List<Long> delays = new ArrayList<>();
    /** True if a task with a delay is dropped, as if it had not been scheduled. */
    boolean forgetsDelaysBelowASecond;

    /** The results of the next attempts; {@link #DELIVERS} from then on. */
    final Queue<Answer> answers = new ArrayDeque<>();
    /** The number of notes that are still to fail. */
    int failedNotes;
    /** True if a store keeps the messages that are given up. */
    boolean stores = true;
    /** The notes about messages that were given up. */
    final List<String> notes = new ArrayList<>();
    /** The attempts: number and time in milliseconds since the start. */
    final List<String> trace = new ArrayList<>();

    final RMConfiguration configuration = new RMConfiguration();
    final RMManager manager = new RMManager();
    final DestinationSequence sequence;
    final DeliveryQueue queue;
    private final long startNanos = clock.nanoTime();
    private long position;

    DeliveryFixture() {
        Bus bus = new ExtensionManagerBus();
        manager.setBus(bus);
        manager.setDestinationPolicy(new DestinationPolicyType());
        NanoClock ticking = () -> {
            clock.advance(tickNanos);
            return clock.nanoTime();
        };
        this.queue = new DeliveryQueue(
                manager,
                ticking,
                this::later,
                this,
                DestinationLimits.OfEndpoint.ofDefaults().threads(),
                endpoint -> new DeliveryWorkers(
                        bus, "orders", DestinationLimits.OfEndpoint.ofDefaults(), clock, Runnable::run, () -> {}));
        this.sequence = new DestinationSequence(
                identifier(), RMUtils.createAnonymousReference(), 0, false, null, ProtocolVariation.RM10WSA200408);
        new RMEndpoint(manager, endpoint(bus)) {
            @Override
            public RMConfiguration getConfiguration() {
                return configuration;
            }
        }.getDestination().addSequence(sequence, false);
    }

    /** Returns the destination of the sequence. */
    Destination destination() {
        return CxfSequence.destination(sequence);
    }

    private static Identifier identifier() {
        Identifier identifier = new Identifier();
        identifier.setValue("urn:uuid:1");
        return identifier;
    }

    private static Endpoint endpoint(Bus bus) {
        EndpointInfo info = new EndpointInfo(new ServiceInfo(), "test");
        info.setName(new QName("urn:test:orders", "OrdersPort"));
        try {
            return new EndpointImpl(bus, new ServiceImpl(), info);
        } catch (EndpointException e) {
            throw new IllegalStateException(e);
        }
    }

    private void later(long nanos, Runnable task) {
        delays.add(nanos);
        if (!forgetsDelaysBelowASecond || nanos >= TimeUnit.SECONDS.toNanos(1)) {
            tasks.add(new Task(clock.nanoTime() + Math.max(0, nanos), ++position, task));
        }
    }

    void retryEvery(long millis, String algorithm, int most) {
        RetryPolicyType policy = new RetryPolicyType();
        policy.setInterval(millis);
        policy.setAlgorithm(algorithm);
        policy.setMaxRetries(most);
        manager.getDestinationPolicy().setRetryPolicy(policy);
    }

    /** Adds messages that an earlier process has accepted. */
    void accepted(long... numbers) {
        for (long number : numbers) {
            acknowledge(number);
            queue.recovered(sequence, number, null);
        }
        queue.look(sequence);
    }

    /** Adds a message that was accepted and is delivered. */
    void acknowledge(long number) {
        List<AcknowledgementRange> ranges = sequence.getAcknowledgment().getAcknowledgementRange();
        AcknowledgementRange last = ranges.isEmpty() ? null : ranges.get(ranges.size() - 1);
        if (last != null && last.getUpper() == number - 1) {
            last.setUpper(number);
        } else {
            AcknowledgementRange range = new AcknowledgementRange();
            range.setLower(number);
            range.setUpper(number);
            ranges.add(range);
        }
    }

    /** Lets time pass, and runs the tasks that become due. */
    void runFor(long millis) {
        long endNanos = clock.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        int steps = 0;
        while (!tasks.isEmpty() && tasks.element().atNanos() <= endNanos) {
            if (++steps > MOST_STEPS) {
                throw new IllegalStateException("too many looks: " + tasks.size());
            }
            Task next = tasks.remove();
            clock.set(Math.max(clock.nanoTime(), next.atNanos()));
            next.task().run();
        }
        clock.set(Math.max(clock.nanoTime(), endNanos));
    }

    @Override
    public boolean canRepeat(Content content) {
        return true;
    }

    @Override
    public boolean run(DeliveryRun run) throws IOException {
        trace.add(run.content.number + "@" + TimeUnit.NANOSECONDS.toMillis(clock.nanoTime() - startNanos));
        Answer answer = answers.poll();
        return (answer == null ? DELIVERS : answer).to(run);
    }

    @Override
    public void note(Content content) {
        noteOrFail();
        notes.add(content.number + " delivered");
    }

    private void noteOrFail() {
        if (failedNotes > 0) {
            failedNotes--;
            throw new IllegalStateException("the database does not answer");
        }
    }

    @Override
    public boolean giveUp(Content content, @Nullable String reason) {
        noteOrFail();
        notes.add(content.number + (reason == null ? " again" : " given up: " + reason));
        return stores;
    }
}
