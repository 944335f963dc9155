package io.github.restartoracle.wsrm.internal.destination;

import io.github.restartoracle.internal.inbound.Act;
import io.github.restartoracle.internal.inbound.Inbound;
import io.github.restartoracle.internal.inbound.Outcome;
import io.github.restartoracle.internal.inbound.Received;
import io.github.restartoracle.internal.inbound.RedeliveryPolicy;
import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.event.HeldDeliveries;
import io.github.restartoracle.wsrm.internal.echo.Acknowledgements;
import io.github.restartoracle.wsrm.internal.log.Logs;
import io.github.restartoracle.wsrm.internal.runtime.Later;
import io.github.restartoracle.wsrm.recovery.SequenceTakenException;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.message.Message;
import org.apache.cxf.ws.rm.DestinationSequence;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.RedeliveryQueue;
import org.apache.cxf.ws.rm.manager.RetryPolicyType;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Carries out the decisions of the {@link Inbound} of each sequence: begins deliveries on threads of their endpoint, and
 * asks it again when a step is due. A delivery counts as failed unless its end was observed, so no kind of failure needs a
 * special case.
 *
 * <p>Thread-safe.
 */
final class DeliveryQueue {
    private static final Logger LOG = Logs.of(DeliveryQueue.class);
    private static final long DEFAULT_INTERVAL_MILLIS =
            Long.parseLong(RedeliveryQueue.DEFAULT_BASE_REDELIVERY_INTERVAL);
    private static final RedeliveryPolicy ONCE = new RedeliveryPolicy(0, DEFAULT_INTERVAL_MILLIS, 1);

    /** An event of a sequence, which changes its state and returns the acts that follow. */
    interface Event {
        List<Act<Content>> on(Inbound<Content> inbound, long nowNanos);
    }

    /** The acts of delivering a message, and of noting its end. Each may block. Thread-safe. */
    interface Attempts {
        /** Returns whether the content of a message is still available after a failed attempt. */
        boolean canRepeat(Content content);

        /**
         * Delivers a message; {@link DeliveryRun#outcome()} tells its success.
         *
         * @return true if the service has suspended its invocation, so that the attempt goes on
         */
        boolean run(DeliveryRun run) throws IOException;

        /** Notes that a message needs no further attempt: the service has returned, or an operator has discarded it. */
        void note(Content content);

        /**
         * Notes that the message is given up, or, without a reason, that an operator has it delivered again.
         *
         * @param reason the last failure; null if an operator has it delivered again
         * @return true if a store keeps the message and the note
         */
        boolean giveUp(Content content, @Nullable String reason);
    }

    private final RMManager manager;
    private final NanoClock clock;
    private final Later later;
    private final Attempts attempts;
    final GivenUpDeliveries givenUp;
    final Acknowledgements acknowledgements;
    private final DeliveryTable table;
    private final Function<Endpoint, DeliveryWorkers> workersOf;
    private final Map<Endpoint, DeliveryWorkers> workers = new ConcurrentHashMap<>();
    /** The number of requests and deliveries that are running. */
    final AtomicInteger running = new AtomicInteger();

    private volatile boolean closing;

    DeliveryQueue(
            RMManager manager,
            NanoClock clock,
            Later later,
            Attempts attempts,
            int threads,
            Function<Endpoint, DeliveryWorkers> workersOf) {
        this.manager = manager;
        this.clock = clock;
        this.later = later;
        this.attempts = attempts;
        this.workersOf = workersOf;
        this.table = new DeliveryTable(threads, clock, later, this::carryOutAll);
        this.acknowledgements = new Acknowledgements(table::withheld);
        this.givenUp = new GivenUpDeliveries(clock, attempts, this);
    }

    DeliveryWorkers workers(DestinationSequence sequence) {
        return workers(CxfSequence.destination(sequence).getEndpoint());
    }

    /** Returns the workers of an endpoint, until it is closed. */
    DeliveryWorkers workers(Endpoint endpoint) {
        return workers.computeIfAbsent(endpoint, key -> {
            endpoint.addCleanupHook(() -> {
                DeliveryWorkers left = workers.remove(endpoint);
                if (left != null) {
                    left.close();
                }
            });
            return workersOf.apply(endpoint);
        });
    }

    /** Returns the policy for messages that the service refuses. */
    RedeliveryPolicy policy() {
        RetryPolicyType type = manager.getDestinationPolicy().getRetryPolicy();
        if (type == null) {
            return ONCE;
        }
        return new RedeliveryPolicy(
                type.getMaxRetries(),
                type.getInterval() > 0 ? type.getInterval() : DEFAULT_INTERVAL_MILLIS,
                "ExponentialBackoff".equals(type.getAlgorithm()) ? RedeliveryQueue.DEFAULT_EXPONENTIAL_BACKOFF : 1);
    }

    /** Applies a function to the state of a sequence, with exclusive access. It must not block. */
    <T> T on(DestinationSequence sequence, Function<Inbound<Content>, T> function) {
        return table.on(sequence, function);
    }

    /** Applies a change to the state of a sequence that causes no acts. */
    void update(DestinationSequence sequence, Consumer<Inbound<Content>> change) {
        on(sequence, inbound -> {
            change.accept(inbound);
            return inbound;
        });
    }

    /** Has a message acknowledged that was accepted, whatever it waits for. */
    void acknowledge(Content content) {
        update(content.sequence, inbound -> inbound.acknowledge(content.number));
    }

    void change(DestinationSequence sequence, Event event) {
        carryOutAll(sequence, on(sequence, inbound -> event.on(inbound, clock.nanoTime())));
    }

    void change(Received<Content> message, Event event) {
        change(message.content().sequence, event);
    }

    private void carryOutAll(DestinationSequence sequence, List<Act<Content>> acts) {
        acts.forEach(act -> carryOutSafely(sequence, act));
    }

    /** Carries out an act. A failure does not affect other acts; an act that cannot be begun is repeated. */
    private void carryOutSafely(DestinationSequence sequence, Act<Content> act) {
        try {
            carryOut(sequence, act);
        } catch (RuntimeException | Error e) {
            LOG.error("{} failed", act, e);
            if (act instanceof Act.Work<Content> work) {
                change(work.message(), (inbound, nowNanos) -> inbound.postponed(work.message(), nowNanos));
            }
        }
    }

    private void carryOut(DestinationSequence sequence, Act<Content> act) {
        if (act instanceof Act.Deliver<Content> due) {
            due.message().content().workers.execute(() -> deliver(due.message()));
        } else if (act instanceof Act.Work<Content> work) {
            work.message().content().workers.execute(() -> note(work));
        } else if (act instanceof Act.Release<Content> left) {
            release(left.message().content(), left.end());
        } else if (act instanceof Act.ListGivenUp<Content> listed) {
            givenUp.add(listed.message());
        } else if (act instanceof Act.Resume<Content> waited) {
            resume(waited.request());
        } else if (act instanceof Act.LookAt<Content> due) {
            later.in(due.nanos() - clock.nanoTime(), () -> look(sequence));
        }
    }

    private static void release(Content content, Act.End end) {
        content.release();
        if (end != Act.End.ABANDONED) {
            CxfSequence.removeUndelivered(content.sequence, content.number);
        }
        if (end == Act.End.SETTLED) {
            CxfSequence.removeIfEnded(content.sequence);
        }
    }

    /** Resumes a request. If it has gone meanwhile, that does not affect other requests. */
    private static void resume(Runnable request) {
        try {
            request.run();
        } catch (RuntimeException e) {
            LOG.debug("A waiting request is gone", e);
        }
    }

    void accepted(Received<Content> message) {
        change(message, (inbound, nowNanos) -> inbound.accepted(message, nowNanos));
    }

    /** Adds a message that only the store, or CXF's recovery, has; it waits until the next {@link #look}. */
    void recovered(DestinationSequence sequence, long number, @Nullable Message message) {
        Content content = new Content(sequence, number, workers(sequence), message);
        CxfSequence.addUndelivered(sequence, number);
        update(sequence, inbound -> inbound.recover(number, content, clock.nanoTime()));
    }

    /** Begins the deliveries that are due. */
    void look(DestinationSequence sequence) {
        change(sequence, Inbound::look);
    }

    void lookAtAll() {
        table.all().forEach(this::look);
    }

    /** Lets another thread go on with a message whose chain is paused. */
    void handOver(DeliveryRun run) {
        run.markHandedOver();
        Received<Content> message = run.message;
        if (message == null) {
            run.content.workers.execute(() -> runCopy(run));
        } else {
            change(message, (inbound, nowNanos) -> inbound.handedOver(message, nowNanos));
        }
    }

    /**
     * Begins the shutdown: no message is accepted any more. Messages in a store are left to the next process; all others are
     * delivered as long as there is time.
     */
    void beginClosing() {
        closing = true;
        if (manager.getStore() instanceof ReceivingStore) {
            table.close();
        }
    }

    boolean isClosing() {
        return closing;
    }

    /** Returns whether a request or a delivery is running, or there is a message to be delivered now. */
    boolean isBusy() {
        return running.get() > 0 || table.all().stream().anyMatch(this::isBusy);
    }

    boolean isBusy(DestinationSequence sequence) {
        return on(sequence, inbound -> inbound.isBusy(clock.nanoTime()));
    }

    private void deliver(Received<Content> message) {
        running.incrementAndGet();
        DeliveryRun run = DeliveryRun.of(message);
        boolean suspended = false;
        try {
            run.begin();
            if (closing && manager.getStore() instanceof ReceivingStore) {
                run.mark(Outcome.Kind.UNTRIED);
            } else {
                suspended = attempts.run(run);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            run.mark(Outcome.Kind.UNTRIED);
        } catch (Throwable e) {
            run.failed(e);
            LOG.warn("Delivering message {} failed", message.content().id(), e);
        } finally {
            run.endTurn();
            if (!suspended) {
                ended(run);
                running.decrementAndGet();
            }
        }
    }

    /** Records the end of a delivery whose thread has not waited for it. */
    void suspendedEnded(DeliveryRun run) {
        ended(run);
        running.decrementAndGet();
    }

    private void runCopy(DeliveryRun copy) {
        try {
            boolean suspended = attempts.run(copy);
            LOG.trace("A copy of message {} was delivered, unless it is suspended: {}", copy.content.number, suspended);
        } catch (Throwable e) {
            LOG.debug("A copy of message {} was not delivered", copy.content.number, e);
        } finally {
            copy.releaseCopy();
        }
    }

    /** Records that an attempt to deliver a message has ended, with success or not. */
    void ended(DeliveryRun run) {
        Received<Content> message = run.message;
        if (message == null) {
            run.releaseCopy();
            return;
        }
        run.endTurn();
        run.content.useUpChain();
        RedeliveryPolicy policy = !run.isFinal() && attempts.canRepeat(run.content) ? policy() : ONCE;
        List<Act<Content>> acts = table.on(
                run.content.sequence, inbound -> inbound.ended(message, run.outcome(), policy, clock.nanoTime()));
        // This thread notes the end of its own delivery instead of waiting for another one; last, since that may
        // block.
        acts.stream().filter(act -> !isNoteOf(message, act)).forEach(act -> carryOutSafely(run.content.sequence, act));
        acts.stream().filter(act -> isNoteOf(message, act)).forEach(act -> note((Act.Work<Content>) act));
    }

    private static boolean isNoteOf(Received<Content> message, Act<Content> act) {
        return act instanceof Act.Work<Content> work
                && !(act instanceof Act.Deliver<Content>)
                && work.message().equals(message);
    }

    private void note(Act.Work<Content> work) {
        running.incrementAndGet();
        try {
            change(work.message(), tryToNote(work));
        } finally {
            running.decrementAndGet();
        }
    }

    private Event tryToNote(Act.Work<Content> work) {
        Received<Content> message = work.message();
        Content content = message.content();
        try {
            if (work instanceof Act.GiveUp<Content>) {
                if (attempts.giveUp(content, message.failure())) {
                    content.leaveToStore();
                }
                return (inbound, nowNanos) -> inbound.givenUp(message, nowNanos);
            }
            attempts.note(content);
            return (inbound, nowNanos) -> inbound.leave(message, Act.End.SETTLED, nowNanos);
        } catch (SequenceTakenException e) {
            return (inbound, nowNanos) -> inbound.leave(message, Act.End.ABANDONED, nowNanos);
        } catch (RuntimeException e) {
            LOG.debug("The end of message {} will be recorded later", content.id(), e);
            return (inbound, nowNanos) -> inbound.postponed(message, nowNanos);
        }
    }

    void leave(Received<Content> message, Act.End end) {
        change(message, (inbound, nowNanos) -> inbound.leave(message, end, nowNanos));
    }

    /** Returns the messages of a sequence, lowest number first. */
    Collection<Received<Content>> all(DestinationSequence sequence) {
        return on(sequence, Inbound::all);
    }

    HeldDeliveries held() {
        return table.all().stream()
                .map(sequence -> on(sequence, this::held))
                .reduce(HeldDeliveries.NONE, HeldDeliveries::and);
    }

    private HeldDeliveries held(Inbound<Content> inbound) {
        OptionalLong sinceNanos = inbound.heldSince();
        return sinceNanos.isEmpty()
                ? HeldDeliveries.NONE
                : new HeldDeliveries(inbound.all().size(), Math.max(0, clock.nanoTime() - sinceNanos.getAsLong()));
    }

    int count() {
        return table.all().stream().mapToInt(sequence -> all(sequence).size()).sum();
    }

    /** Drops a sequence, because another process has it, or because its endpoint is closed. */
    void stop(DestinationSequence sequence) {
        change(sequence, (inbound, nowNanos) -> inbound.stop());
        givenUp.stop(sequence);
    }

    void close() {
        workers.values().forEach(DeliveryWorkers::close);
    }
}
