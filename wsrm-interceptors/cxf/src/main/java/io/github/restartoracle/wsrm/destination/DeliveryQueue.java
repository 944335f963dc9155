package io.github.restartoracle.wsrm.destination;

import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.destination.Undelivered.Kind;
import io.github.restartoracle.wsrm.destination.Undelivered.State;
import io.github.restartoracle.wsrm.log.Logs;
import io.github.restartoracle.wsrm.recovery.SequenceTakenException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.message.Message;
import org.apache.cxf.ws.rm.DestinationSequence;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.manager.RetryPolicyType;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Delivers what was accepted: to each endpoint on threads of its own, in order if that is asked for, and again after any
 * failure. A delivery counts as failed unless it is seen to have come to its end, so nothing depends on how it failed.
 *
 * <p>Thread-safe.
 */
final class DeliveryQueue {
    private static final Logger LOG = Logs.of(DeliveryQueue.class);
    private static final long WATCH_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final RMManager manager;
    private final NanoClock clock;
    private final Later later;
    private final Attempts attempts;
    final GivenUpDeliveries givenUp;
    final Running running;
    private final DeliveryTable table = new DeliveryTable();
    private final EndpointWorkers workers;
    /** Whether the next look at everything is planned. */
    private final AtomicBoolean watching = new AtomicBoolean();

    DeliveryQueue(
            RMManager manager, NanoClock clock, Later later, Attempts attempts, Function<Endpoint, Workers> workersOf) {
        this.manager = manager;
        this.clock = clock;
        this.later = later;
        this.attempts = attempts;
        this.workers = new EndpointWorkers(workersOf);
        this.running = new Running(clock);
        this.givenUp = new GivenUpDeliveries(clock, attempts, this::deliver);
    }

    Workers workers(Endpoint endpoint) {
        return workers.of(endpoint);
    }

    /** Applies a function to the messages of a sequence, which it has to itself meanwhile. */
    <T> T on(DestinationSequence sequence, Function<SequenceDeliveries, T> function) {
        T result = table.on(sequence, function);
        watch();
        return result;
    }

    /**
     * Takes a message that is about to be accepted.
     *
     * @param cost the room that was taken for it
     * @return null if it is here already
     */
    @Nullable
    Undelivered arrive(DestinationSequence sequence, long number, long cost, Message message, Kind kind) {
        Workers of = workers(CxfSequence.destination(sequence).getEndpoint());
        Undelivered arriving = new Undelivered(sequence, number, of, cost, message, kind);
        boolean added = on(sequence, deliveries -> {
            if (deliveries.contains(number)) {
                return false;
            }
            deliveries.add(arriving);
            return true;
        });
        if (!added) {
            return null;
        }
        if (kind != Kind.TENTATIVE) {
            CxfSequence.addUndelivered(sequence, number);
        }
        arriving.attach(message);
        return arriving;
    }

    /** Delivers a message that only the store, or CXF's recovery, has. */
    void recovered(DestinationSequence sequence, long number, @Nullable Message message) {
        Workers of = workers(CxfSequence.destination(sequence).getEndpoint());
        CxfSequence.addUndelivered(sequence, number);
        on(sequence, deliveries -> {
            if (!deliveries.contains(number)) {
                Undelivered recovered = new Undelivered(sequence, number, of, 0, message, Kind.RECOVERED);
                recovered.dueNanos = clock.nanoTime();
                deliveries.add(recovered);
                deliveries.enqueue(recovered);
            }
            return deliveries;
        });
    }

    /** Whether a message that has just arrived may be delivered by the thread of its request. */
    boolean isTurnOf(Undelivered arriving) {
        return on(arriving.sequence, deliveries -> deliveries.isTurnOf(arriving.number));
    }

    /** Lets another thread go on with a message whose chain is paused. */
    void handOver(Undelivered message) {
        message.markHandedOver();
        if (message.kind == Kind.COPY) {
            message.workers.execute(() -> runCopy(message));
            return;
        }
        on(message.sequence, deliveries -> {
            message.dueNanos = clock.nanoTime();
            deliveries.enqueue(message);
            return deliveries;
        });
        dispatch(message.sequence);
    }

    /** Begins whatever can begin, and plans the next look at what has to wait for its time. */
    void dispatch(DestinationSequence sequence) {
        List<Runnable> turns = new ArrayList<>();
        int threads = threads(sequence);
        List<Undelivered> due = on(sequence, deliveries -> {
            // Of one moment: what becomes due between two looks at the clock would neither be taken nor planned.
            long nowNanos = clock.nanoTime();
            turns.addAll(deliveries.takeTurns());
            List<Undelivered> taken = mayBegin() ? deliveries.takeDue(nowNanos, threads) : List.of();
            Long lookNanos = deliveries.nextLookNanos(threads);
            if (lookNanos != null && deliveries.plan(lookNanos)) {
                later.in(lookNanos - nowNanos, () -> look(sequence, lookNanos));
            }
            return taken;
        });
        due.forEach(message -> message.workers.execute(() -> run(message)));
        TurnWait.wake(turns);
    }

    /** At the end, what a store keeps is left to the next process; anything else is delivered as long as there is time. */
    private boolean mayBegin() {
        return !running.isClosing() || !(manager.getStore() instanceof ReceivingStore);
    }

    /** Whether there is something to be delivered now. */
    boolean hasRest() {
        return mayBegin()
                && table.all().stream()
                        .anyMatch(each -> on(each.sequence, deliveries -> {
                            Long lookNanos = deliveries.nextLookNanos(Integer.MAX_VALUE);
                            return deliveries.isRunning() || (lookNanos != null && lookNanos - clock.nanoTime() <= 0);
                        }));
    }

    private void look(DestinationSequence sequence, long plannedNanos) {
        on(sequence, deliveries -> {
            deliveries.looked(plannedNanos);
            return deliveries;
        });
        dispatch(sequence);
    }

    /** Looks at everything once a second while there is anything: a wake-up that was forgotten costs a second, no message. */
    private void watch() {
        if (!table.isEmpty() && watching.compareAndSet(false, true)) {
            later.in(WATCH_NANOS, this::lookAtAll);
        }
    }

    private void lookAtAll() {
        for (SequenceDeliveries deliveries : table.all()) {
            try {
                dispatch(deliveries.sequence);
            } catch (RuntimeException e) {
                LOG.warn("The deliveries of sequence {} cannot go on yet", deliveries.sequence, e);
            }
        }
        watching.set(false);
        watch();
    }

    private int threads(DestinationSequence sequence) {
        return workers(CxfSequence.destination(sequence).getEndpoint()).threads;
    }

    private void run(Undelivered message) {
        running.begin();
        if (!mayBegin()) {
            running.end();
            return;
        }
        boolean parked = false;
        try {
            parked = !message.givenUp && attempts.run(message);
        } catch (Throwable e) {
            message.failed(e);
            LOG.warn("Delivering message {} of sequence {} failed", message.number, message.sequence, e);
        } finally {
            if (!parked) {
                ranOut(message);
            }
        }
    }

    /** The delivery of a message that was handed over has ended. */
    void ranOut(Undelivered message) {
        on(message.sequence, deliveries -> {
            deliveries.ended();
            return deliveries;
        });
        ended(message);
        running.end();
    }

    /** The end of a delivery whose thread has not waited for it. */
    void parkedEnded(Undelivered message) {
        if (message.isHandedOver()) {
            ranOut(message);
        } else {
            ended(message);
            running.end();
        }
    }

    private void runCopy(Undelivered copy) {
        try {
            boolean parked = attempts.run(copy);
            LOG.trace("A copy of message {} was delivered, unless it is parked: {}", copy.number, parked);
        } catch (Throwable e) {
            LOG.debug("A copy of message {} was not delivered", copy.number, e);
        } finally {
            forget(copy);
        }
    }

    /** An attempt to deliver a message has ended, well or not. */
    void ended(Undelivered message) {
        if (!message.isProcessed() && message.isInvoked()) {
            note(message);
        }
        if (message.isProcessed()) {
            settle(message);
        } else if (message.isRefused() || message.kind == Kind.TENTATIVE || message.kind == Kind.COPY) {
            forget(message);
        } else {
            retry(message);
        }
        dispatch(message.sequence);
    }

    private void note(Undelivered message) {
        try {
            attempts.note(message);
        } catch (RuntimeException e) {
            LOG.debug("The delivery of message {} is noted later", message.number, e);
        }
    }

    private void retry(Undelivered message) {
        RetryPolicyType type = manager.getDestinationPolicy().getRetryPolicy();
        Undelivered.Policy policy = attempts.canRepeat(message) ? Undelivered.Policy.of(type) : Undelivered.Policy.ONCE;
        boolean here = on(message.sequence, deliveries -> {
            if (deliveries.get(message.number) != message) {
                return false;
            }
            message.retry(policy, clock.nanoTime());
            if (message.state == State.WAITING) {
                deliveries.enqueue(message);
            }
            return true;
        });
        if (here && message.state == State.GIVEN_UP) {
            giveUp(message);
        }
    }

    private void giveUp(Undelivered message) {
        boolean stored;
        try {
            stored = attempts.giveUp(message, message.failure());
        } catch (SequenceTakenException e) {
            forget(message);
            return;
        } catch (RuntimeException e) {
            LOG.debug("It is noted later that message {} is given up", message.number, e);
            on(message.sequence, deliveries -> {
                message.dueNanos = clock.nanoTime() + WATCH_NANOS;
                deliveries.enqueue(message);
                return deliveries;
            });
            return;
        }
        if (!take(message)) {
            return;
        }
        LOG.error(
                "Message {} of sequence {} is given up at \"{}\" after {} attempts, until an operator retries or discards it: {}",
                message.number,
                message.sequence,
                message.workers.endpoint,
                message.attempts,
                message.failure());
        givenUp.add(message, stored);
    }

    /** Delivers a message again that had left the queue. */
    private void deliver(Undelivered message) {
        CxfSequence.addUndelivered(message.sequence, message.number);
        on(message.sequence, deliveries -> {
            message.dueNanos = clock.nanoTime();
            deliveries.add(message);
            deliveries.enqueue(message);
            return deliveries;
        });
        dispatch(message.sequence);
    }

    /** Nothing is left to be done with a message. */
    void settle(Undelivered message) {
        if (take(message)) {
            DeliveryAttempts.release(message);
            CxfSequence.removeUndelivered(message.sequence, message.number);
            CxfSequence.removeIfEnded(message.sequence);
        }
    }

    /** A message is not accepted after all. */
    void reject(Undelivered message) {
        forget(message);
        CxfSequence.removeUndelivered(message.sequence, message.number);
    }

    /** A copy of an accepted message was acknowledged once more, which CXF takes for a new message. */
    void copied(DestinationSequence sequence, long number) {
        on(sequence, deliveries -> {
            if (!deliveries.contains(number)) {
                CxfSequence.removeUndelivered(sequence, number);
            }
            return deliveries;
        });
        CxfSequence.removeIfEnded(sequence);
    }

    /** A message is not, or no longer, this process's to deliver. */
    void forget(Undelivered message) {
        if (take(message)) {
            DeliveryAttempts.release(message);
        }
    }

    private boolean take(Undelivered message) {
        message.giveBack();
        return on(message.sequence, deliveries -> deliveries.remove(message));
    }

    /** The messages of a sequence, lowest number first. */
    Collection<Undelivered> all(DestinationSequence sequence) {
        return on(sequence, SequenceDeliveries::all);
    }

    int count() {
        return table.all().stream()
                .mapToInt(deliveries -> deliveries.all().size())
                .sum();
    }

    /** Drops a sequence: another process has it, or its endpoint is closed. */
    void stop(DestinationSequence sequence) {
        List<Runnable> turns = on(sequence, SequenceDeliveries::takeAll);
        all(sequence).forEach(this::forget);
        givenUp.stop(sequence);
        on(sequence, deliveries -> {
            deliveries.resume();
            return deliveries;
        });
        TurnWait.wake(turns);
    }

    /** Changes what may run, and begins what may. */
    void change(DestinationSequence sequence, Consumer<SequenceDeliveries> change) {
        on(sequence, deliveries -> {
            change.accept(deliveries);
            return deliveries;
        });
        dispatch(sequence);
    }

    void close() {
        workers.close();
    }
}
