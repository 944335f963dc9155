package io.github.restartoracle.wsrm.internal.queue;

import io.github.restartoracle.internal.call.EndedWaits;
import io.github.restartoracle.internal.call.Patience;
import io.github.restartoracle.internal.call.SequenceStep;
import io.github.restartoracle.internal.call.SequenceWait;
import io.github.restartoracle.internal.outbound.Message;
import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.internal.capture.Template;
import io.github.restartoracle.wsrm.internal.log.Logs;
import io.github.restartoracle.wsrm.internal.log.OutageLog;
import io.github.restartoracle.wsrm.internal.queue.QueueOptions.ParkingLimits;
import io.github.restartoracle.wsrm.internal.runtime.Later;
import io.github.restartoracle.wsrm.internal.sequence.CurrentSequence;
import io.github.restartoracle.wsrm.internal.sequence.RequestFailures;
import io.github.restartoracle.wsrm.internal.sequence.SequenceWork;
import io.github.restartoracle.wsrm.internal.sequence.UnansweredException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.apache.cxf.ws.rm.RMException;
import org.apache.cxf.ws.rm.persistence.RMStoreException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * The calls of one endpoint to one address that {@linkplain SequenceWait wait for a sequence}: a thread takes the steps.
 *
 * <p>While the destination answers, the caller waits for the sequence, for a moment: its call is then written, numbered and
 * transmitted like any other. Otherwise the call is parked, without a number, and the caller goes on. Thread-safe.
 */
final class SequenceQueue {
    private static final Logger LOG = Logs.of(SequenceQueue.class);
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final int MOST_DOUBLED = 3;
    private static final long NO_THREAD_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** The number of sequences in turn that a message may find used up before that counts as a failure. */
    private static final int MOST_USED_UP = 3;

    private final CurrentSequence sequence;
    private final WaitingCalls calls;
    private final String endpoint;
    private final Supplier<ParkingLimits> limits;
    private final NanoClock clock;
    private final Executor thread;
    private final Later later;
    private final OutageLog outage;
    /** Used under the monitor of this object. */
    private final SequenceWait<Template, WaitingCaller> wait = new SequenceWait<>();
    /** The number of requests in turn that were not answered. */
    private int unanswered;
    /** The failure of the last request; null if that was answered. */
    private @Nullable Throwable problem;

    SequenceQueue(
            CurrentSequence sequence,
            WaitingCalls calls,
            String endpoint,
            Supplier<ParkingLimits> limits,
            NanoClock clock,
            Executor thread,
            Later later) {
        this.sequence = sequence;
        this.calls = calls;
        this.endpoint = endpoint;
        this.limits = limits;
        this.clock = clock;
        this.thread = thread;
        this.later = later;
        this.outage = new OutageLog(LOG, clock, "The sequence for " + endpoint);
    }

    /**
     * Numbers a call if there is a sequence and no other call waits for one. Waits for the sequence, for a moment, unless calls
     * are parked because the destination is down. Returns false if the call is to be parked.
     */
    boolean number(org.apache.cxf.message.Message message) throws RMException {
        if (number(message, wait::isFree)) {
            return true;
        }
        long atMostNanos = limits.get().firstCallWait().toNanos();
        if (atMostNanos == 0) {
            return false;
        }
        WaitingCaller caller = WaitingCaller.of(message);
        if (!enter(caller, Patience.BRIEF, 0)) {
            return false;
        }
        if (!await(caller, atMostNanos) && !Thread.currentThread().isInterrupted()) {
            synchronized (this) {
                wait.late().forEach(WaitingCaller::goOn);
            }
        }
        return number(message, wait::isFree);
    }

    private synchronized boolean number(org.apache.cxf.message.Message message, BooleanSupplier condition)
            throws RMException {
        return condition.getAsBoolean() && sequence.number(message);
    }

    private synchronized boolean enter(WaitingCaller caller, Patience patience, long before) {
        boolean waits = wait.enter(caller, patience, before);
        begin();
        return waits;
    }

    private boolean await(WaitingCaller caller, long nanos) {
        try {
            return caller.await(nanos);
        } finally {
            synchronized (this) {
                wait.leave(caller);
            }
        }
    }

    /** Numbers a two-way call, behind those accepted before it, once there is a sequence; unless again, a first failure ends it. */
    void numberAwaited(org.apache.cxf.message.Message message, Duration atMost, boolean again) throws RMException {
        long before = locked(wait::accepted);
        long endNanos = clock.nanoTime() + atMost.toNanos();
        boolean numbered = number(message, () -> wait.isTurn(before));
        while (!numbered) {
            WaitingCaller caller = WaitingCaller.of(message);
            if (!enter(caller, again ? Patience.LASTING : Patience.ONE_FAILURE, before)) {
                throw closed();
            }
            boolean late = !await(caller, endNanos - clock.nanoTime());
            numbered = number(message, () -> true);
            if (!numbered && late) {
                throw new RMException(
                        Thread.currentThread().isInterrupted() ? new InterruptedException() : noSequence());
            }
        }
    }

    private synchronized <T> T locked(Supplier<T> use) {
        return use.get();
    }

    private synchronized Throwable noSequence() {
        return problem == null ? new UnansweredException("no sequence was created in time", 0) : problem;
    }

    private void begin() {
        if (wait.begins()) {
            execute();
        }
    }

    private void execute() {
        try {
            thread.execute(this::work);
        } catch (RejectedExecutionException closed) {
            LOG.debug("No sequence is created for {}: the bus was shut down", endpoint);
        } catch (OutOfMemoryError noThread) {
            later.in(NO_THREAD_NANOS, this::execute);
        }
    }

    void park(Message<Template> call) {
        boolean stored = reserve(() -> calls.store(call));
        if (!take(call)) {
            if (!stored) {
                throw closed();
            }
            calls.lost(call);
        }
    }

    private static IllegalStateException closed() {
        return new IllegalStateException(WaitingCalls.SHUT_DOWN);
    }

    /** Stores a call in a place that is reserved for it, and freed if the call is refused. */
    private boolean reserve(BooleanSupplier storing) {
        int most = limits.get().maxParked();
        if (!locked(() -> wait.reserve(most))) {
            throw locked(wait::isClosed)
                    ? closed()
                    : new IllegalStateException(
                            most + " calls to " + endpoint + " are waiting for a sequence, the maximum (max-parked)");
        }
        try {
            return storing.getAsBoolean();
        } catch (RuntimeException | Error refused) {
            release();
            throw refused;
        }
    }

    private synchronized void release() {
        wait.release();
    }

    /** Uses the reserved place; frees it, and returns false, if the endpoint was closed meanwhile. */
    private synchronized boolean take(Message<Template> call) {
        if (wait.isClosed()) {
            wait.release();
            return false;
        }
        wait.add(call);
        begin();
        return true;
    }

    /** As {@link #park}, once the transaction of the calling thread has committed. */
    void join(Message<Template> call) {
        reserve(() -> {
            calls.join(call, committed -> joined(call, committed));
            return true;
        });
    }

    private void joined(Message<Template> call, boolean committed) {
        if (!committed) {
            release();
            calls.undo(call);
        } else if (!take(call)) {
            calls.lost(call);
        }
    }

    /**
     * Has calls wait that were accepted before, even beyond the limit, once their sequence was left; no call gets a number
     * meanwhile. Leaving must not block.
     */
    void parkAgain(List<Message<Template>> messages, Runnable leaving) {
        boolean closed;
        synchronized (this) {
            leaving.run();
            closed = wait.isClosed();
            if (!closed && !messages.isEmpty()) {
                wait.addAgain(messages);
                begin();
            }
        }
        if (closed) {
            messages.forEach(calls::lost);
        }
    }

    /** Has a sequence closed, after it was left; no call gets a number meanwhile, and none before it is closed. */
    synchronized void end(Message<Template> gap, Runnable leaving) {
        leaving.run();
        if (!wait.isClosed()) {
            wait.end(gap);
            begin();
        }
    }

    private void work() {
        for (SequenceStep<Template, WaitingCaller> next = next(); next != null; next = next()) {
            if (next instanceof SequenceStep.Pause<Template, WaitingCaller> pause) {
                later.in(pause.nanos(), () -> goOn(pause));
                return;
            }
            try {
                if (take(next)) {
                    done(next);
                }
            } catch (RMException | RuntimeException | Error failure) {
                failed(next, failure);
            } finally {
                if (next instanceof SequenceStep.Create<Template, WaitingCaller> create) {
                    calls.made(create.caller().message());
                }
            }
        }
    }

    private synchronized @Nullable SequenceStep<Template, WaitingCaller> next() {
        SequenceStep<Template, WaitingCaller> next = wait.next(clock.nanoTime());
        if (next instanceof SequenceStep.Create<Template, WaitingCaller> create) {
            // Before its caller may leave, and close the client.
            calls.making(create.caller().message());
        }
        return next;
    }

    private synchronized void goOn(SequenceStep.Pause<Template, WaitingCaller> pause) {
        if (wait.resumes(pause)) {
            execute();
        }
    }

    /** Takes a step; returns false if another one comes first. */
    private boolean take(SequenceStep<Template, WaitingCaller> step) throws RMException {
        boolean repeated = !(step instanceof SequenceStep.Create<Template, WaitingCaller> once) || once.isBrief();
        SequenceWork.make(repeated, repeated ? patience() : SequenceWork.LONGEST);
        if (step instanceof SequenceStep.End<Template, WaitingCaller> end) {
            calls.close(end.gap(), end.faults());
        } else if (step instanceof SequenceStep.Create<Template, WaitingCaller> create) {
            create(create.caller().message());
        }
        return !(step instanceof SequenceStep.GiveNumber<Template, WaitingCaller> number) || number(number.message());
    }

    /** Returns how long a request waits for its answer: the first not for long, as a firewall may have forgotten its connection. */
    private synchronized Duration patience() {
        Duration next = PATIENCE.multipliedBy(1L << Math.min(unanswered, MOST_DOUBLED));
        return next.compareTo(SequenceWork.LONGEST) < 0 ? next : SequenceWork.LONGEST;
    }

    private boolean number(Message<Template> call) throws RMException {
        if (!call.path().parking().contains(call)) {
            return true;
        }
        org.apache.cxf.message.Message standIn = calls.standIn(call);
        for (int i = 0; i < MOST_USED_UP; i++) {
            create(standIn);
            if (number(standIn, wait::mayNumber)) {
                calls.numbered(standIn, call);
                return true;
            }
            if (!locked(wait::mayNumber)) {
                return false;
            }
        }
        throw new RMException(
                new UnansweredException("the new sequences have expired, or others have used them up", 0));
    }

    private void create(org.apache.cxf.message.Message message) throws RMException {
        if (sequence.create(message)) {
            synchronized (this) {
                wait.created(clock.nanoTime());
            }
        }
    }

    private void done(SequenceStep<Template, WaitingCaller> step) {
        synchronized (this) {
            problem = null;
            unanswered = 0;
            wait.done(step).forEach(WaitingCaller::goOn);
        }
        outage.up();
    }

    /** Tells the callers, and gives up the calls that have waited for as long as they may; the others wait for a pause. */
    private void failed(SequenceStep<Template, WaitingCaller> step, Throwable failure) {
        ParkingLimits set = limits.get();
        SequenceWait.Failure kind = new SequenceWait.Failure(
                UnansweredException.transmissionsIn(failure),
                RequestFailures.isPassing(failure),
                RequestFailures.isConfiguration(failure));
        String what = step instanceof SequenceStep.End
                ? "closing the former one"
                : failure instanceof RMStoreException ? "storing a call in it" : "creating it";
        tell(failure, what, () -> {
            unanswered += UnansweredException.isIn(failure) ? 1 : 0;
            return wait.failed(step, kind, set.maxAttempts(), set.giveUpAfter(), clock.nanoTime());
        });
    }

    /** Records that a transmission of CreateSequence has failed, and is repeated. */
    void troubled(Throwable failure) {
        tell(failure, "creating it", () -> wait.troubled(false));
    }

    private void tell(Throwable failure, String what, Supplier<EndedWaits<Template, WaitingCaller>> event) {
        String reason = RequestFailures.explain(failure);
        EndedWaits<Template, WaitingCaller> ended;
        synchronized (this) {
            problem = failure;
            ended = event.get();
            ended.refused().forEach(caller -> caller.refuse(failure, reason));
            ended.goOn().forEach(WaitingCaller::goOn);
            wait.problem(reason);
        }
        LOG.debug("A request for a sequence failed", failure);
        int waiting = waiting().size();
        if (ended.refused().isEmpty() || waiting > 0) {
            outage.down((waiting == 0 ? "" : waiting + " calls wait for it; ") + what + " failed: " + reason);
        } else if (RequestFailures.isConfiguration(failure)) {
            LOG.error("No sequence for {}: {}. Its calls are refused until this is fixed", endpoint, reason);
        }
        ended.overdue().forEach(late -> {
            Message<Template> call = late.message();
            call.path().parking().giveUp(call, late.limit() + ": " + reason, clock.nanoTime());
        });
    }

    synchronized List<Message<Template>> waiting() {
        return wait.messages();
    }

    /** Ends all waits, because the bus is shut down. */
    void close() {
        synchronized (this) {
            wait.close().forEach(WaitingCaller::goOn);
        }
        waiting().forEach(calls::lost);
    }
}
