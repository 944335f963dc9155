package io.github.restartoracle.wsrm.internal.sequence;

import io.github.restartoracle.internal.outbound.Message;
import io.github.restartoracle.internal.outbound.SequenceWait;
import io.github.restartoracle.internal.outbound.SequenceWait.Step;
import io.github.restartoracle.internal.outbound.SequenceWait.Turn;
import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.internal.log.Logs;
import io.github.restartoracle.wsrm.internal.log.OutageLog;
import io.github.restartoracle.wsrm.internal.runtime.Later;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.apache.cxf.Bus;
import org.apache.cxf.ws.rm.RMException;
import org.apache.cxf.ws.rm.persistence.RMStoreException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * The calls of one endpoint to one address that {@linkplain SequenceWait wait for a sequence}: a thread takes the steps while
 * calls wait.
 *
 * <p>While the destination answers, the caller waits for the sequence, for a moment: its call is then written, numbered and
 * transmitted like any other. Otherwise the call is parked, without a number, and the caller goes on. Thread-safe.
 *
 * @param <P> the content of a message
 */
final class SequenceQueue<P> {
    private static final Logger LOG = Logs.of(SequenceQueue.class);
    private static final long FIRST_PAUSE_MILLIS = 250;
    private static final long LONGEST_PAUSE_MILLIS = 4_000;

    /** The time for which the thread waits for a caller that creates the sequence; its request takes a minute by default. */
    private static final long CREATION_NANOS = TimeUnit.MINUTES.toNanos(2);

    private final CurrentSequence sequence;
    private final Handover<P> handover;
    private final Bus bus;
    private final String endpoint;
    private final Supplier<ParkingLimits> limits;
    private final NanoClock clock;
    private final Executor thread;
    private final Later later;
    private final OutageLog outage;
    /** Held while a sequence is created. */
    private final ReentrantLock creation = new ReentrantLock();

    private final ReentrantLock lock = new ReentrantLock();
    /** Signalled when fewer calls wait. */
    private final Condition turn = lock.newCondition();

    private final SequenceWait<P, FirstCall> wait = new SequenceWait<>();

    SequenceQueue(
            CurrentSequence sequence,
            Handover<P> handover,
            Bus bus,
            String endpoint,
            Supplier<ParkingLimits> limits,
            NanoClock clock,
            Executor thread,
            Later later) {
        this.sequence = sequence;
        this.handover = handover;
        this.bus = bus;
        this.endpoint = endpoint;
        this.limits = limits;
        this.clock = clock;
        this.thread = thread;
        this.later = later;
        this.outage = new OutageLog(LOG, clock, "Creating a sequence for " + endpoint);
    }

    /**
     * Numbers a call if there is a sequence and no other call waits for one. Waits for the sequence, for a moment, unless calls
     * are parked because the destination is down.
     *
     * @return false if it is to be parked
     * @throws RMException if the sequence has just expired and no other can be created
     * @throws org.apache.cxf.interceptor.Fault if the sequence cannot be created because of an error of configuration
     */
    boolean number(org.apache.cxf.message.Message message) throws RMException {
        if (numbered(message)) {
            return true;
        }
        Duration atMost = limits.get().firstCallWait();
        FirstCall caller = atMost.isZero() ? null : awaiting(message);
        if (caller == null) {
            return false;
        }
        try {
            if (!caller.await(atMost)) {
                settle(true);
            }
        } finally {
            locked(() -> wait.leave(caller));
        }
        return numbered(message);
    }

    private boolean numbered(org.apache.cxf.message.Message message) throws RMException {
        lock.lock();
        try {
            if (!wait.isClosed()) {
                return wait.isFree() && sequence.numberIfReady(message);
            }
        } finally {
            lock.unlock();
        }
        // As CXF does it, which may create a sequence: not under the lock, which that thread needs as well.
        sequence.number(message, creation, CREATION_NANOS);
        return true;
    }

    /** Returns null if the caller is not to wait for a sequence. */
    private @Nullable FirstCall awaiting(org.apache.cxf.message.Message message) {
        FirstCall caller = FirstCall.of(message);
        boolean waits = locked(() -> wait.enter(caller));
        if (waits) {
            locked(this::begin);
        }
        return waits ? caller : null;
    }

    private <T> T locked(Supplier<T> change) {
        lock.lock();
        try {
            return change.get();
        } finally {
            lock.unlock();
        }
    }

    private void locked(Runnable change) {
        locked(() -> {
            change.run();
            return true;
        });
    }

    /**
     * Numbers a two-way call, behind the calls that were accepted before it. It creates the sequence itself if there is none,
     * and no one-way call waits for it, or the destination is down: its caller is told if that fails.
     *
     * @param atMost the time for which it waits for the others and for a sequence
     * @param again true to repeat a request that fails, unless no sequence was ever created
     * @throws RMException if a sequence cannot be created
     */
    void numberAwaited(org.apache.cxf.message.Message message, Duration atMost, boolean again) throws RMException {
        long before = locked(wait::accepted);
        long endNanos = clock.nanoTime() + atMost.toNanos();
        boolean first = awaitTurn(before, endNanos);
        if (first && sequence.numberIfReady(message)) {
            return;
        }
        if (createAwaited(message, endNanos, again) || !first) {
            up();
        }
        // Messages of a former sequence may have come before it meanwhile.
        if (!awaitTurn(before, endNanos)) {
            LOG.debug("A two-way call to {} goes before others that cannot be sent", endpoint);
        }
        sequence.number(message, creation, Math.max(0, endNanos - clock.nanoTime()));
    }

    /** Creates the sequence; returns false if there was one, and no request has failed. */
    private boolean createAwaited(org.apache.cxf.message.Message message, long endNanos, boolean again)
            throws RMException {
        boolean failed = false;
        for (long pause = FIRST_PAUSE_MILLIS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS)) {
            try {
                return create(message, Math.max(0, endNanos - clock.nanoTime())) || failed;
            } catch (RMException failure) {
                long nextNanos = clock.nanoTime() + TimeUnit.MILLISECONDS.toNanos(pause);
                if (!again || !locked(wait::hasCreated) || nextNanos >= endNanos) {
                    throw failure;
                }
                failed = true;
                troubled(failure);
                if (!pause(nextNanos)) {
                    throw failure;
                }
            }
        }
    }

    /** Waits until a time; returns false if the wait is to end before. */
    private boolean pause(long untilNanos) {
        lock.lock();
        try {
            for (long left = untilNanos - clock.nanoTime();
                    !wait.isClosed() && left > 0;
                    left = turn.awaitNanos(left)) {
                // Calls of others may take their turns meanwhile.
            }
            return !wait.isClosed();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            lock.unlock();
        }
    }

    /** Waits until so many calls do not wait any more; returns false if that takes a sequence that there is not. */
    private boolean awaitTurn(long before, long endNanos) {
        lock.lock();
        try {
            Turn now = wait.turn(before);
            for (long left = endNanos - clock.nanoTime(); now == Turn.LATER && left > 0; now = wait.turn(before)) {
                left = turn.awaitNanos(left);
            }
            return now != Turn.UNKNOWN;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Goes on at once: a sequence could be created. */
    private void up() {
        locked(wait::up);
        outage.up();
        goOn();
    }

    private void begin() {
        if (wait.begins()) {
            thread.execute(this::work);
        }
    }

    /**
     * Lets a call wait from now on.
     *
     * @throws IllegalStateException if the maximum number of calls waits, or if the bus was shut down
     */
    void park(Message<P> call) {
        reserve();
        boolean stored = false;
        boolean taken = false;
        try {
            stored = handover.store(call);
            taken = take(call);
        } finally {
            if (!taken) {
                locked(wait::release);
            }
        }
        if (!taken && !stored) {
            throw closed();
        }
        if (!taken) {
            lost(call);
        }
    }

    private void lost(Message<P> call) {
        handover.lost(call, "the bus was shut down");
    }

    private static IllegalStateException closed() {
        return new IllegalStateException("the bus was shut down");
    }

    private void reserve() {
        int most = limits.get().maxParked();
        if (!locked(() -> wait.reserve(most))) {
            throw locked(wait::isClosed)
                    ? closed()
                    : new IllegalStateException(
                            most + " calls to " + endpoint + " are waiting for a sequence, the maximum (max-parked)");
        }
    }

    /** Uses the reserved place; returns false if the endpoint was closed meanwhile. */
    private boolean take(Message<P> call) {
        return locked(() -> {
            if (wait.isClosed()) {
                return false;
            }
            wait.add(call);
            begin();
            return true;
        });
    }

    /**
     * Lets a call wait once the transaction of the calling thread has committed.
     *
     * @throws IllegalStateException if the maximum number of calls waits, or if the bus was shut down
     */
    void join(Message<P> call) {
        reserve();
        boolean joined = false;
        try {
            handover.join(call, committed -> joined(call, committed));
            joined = true;
        } finally {
            if (!joined) {
                locked(wait::release);
            }
        }
    }

    private void joined(Message<P> call, boolean committed) {
        boolean taken = committed && take(call);
        if (!taken) {
            locked(wait::release);
        }
        if (!committed) {
            handover.undo(call);
        } else if (!taken) {
            lost(call);
        }
    }

    /**
     * Has calls wait that were accepted before, even beyond the limit.
     *
     * @param leaving leaves the sequence of these calls; no call gets a number meanwhile. Must not block
     */
    void parkAgain(List<Message<P>> calls, Runnable leaving) {
        boolean taken = locked(() -> {
            leaving.run();
            if (!wait.isClosed() && !calls.isEmpty()) {
                wait.addAgain(calls);
                begin();
            }
            return !wait.isClosed();
        });
        if (!taken) {
            calls.forEach(this::lost);
        }
    }

    /** Has a sequence closed, after it was left; no call gets a number meanwhile, and none before it is closed. */
    void end(Message<P> gap, Runnable leaving) {
        locked(() -> {
            leaving.run();
            if (!wait.isClosed()) {
                wait.end(gap);
                begin();
            }
        });
    }

    private void work() {
        SequenceWork.run(bus, () -> {
            for (Step<P, FirstCall> next = next(); next != null; next = next()) {
                if (next instanceof Step.Pause<P, FirstCall> pause) {
                    later.in(pause.nanos(), this::goOn);
                    return;
                }
                try {
                    take(next);
                    done(next);
                } catch (RMException | RuntimeException | Error failure) {
                    if (!refuse(failure)) {
                        later.in(failed(failure).nanos(), this::goOn);
                        return;
                    }
                }
            }
        });
    }

    private @Nullable Step<P, FirstCall> next() {
        lock.lock();
        try {
            return wait.next(clock.nanoTime());
        } finally {
            lock.unlock();
        }
    }

    private void take(Step<P, FirstCall> step) throws RMException {
        if (step instanceof Step.End<P, FirstCall> end) {
            handover.close(end.gap(), end.faults());
        } else if (step instanceof Step.GiveNumber<P, FirstCall> number) {
            number(number.message());
        } else if (step instanceof Step.Create<P, FirstCall> create) {
            create(create.caller().message(), CREATION_NANOS);
        }
    }

    private void number(Message<P> call) throws RMException {
        if (!call.path().parking().contains(call)) {
            return;
        }
        org.apache.cxf.message.Message standIn = handover.standIn(call);
        create(standIn, CREATION_NANOS);
        sequence.number(standIn, creation, CREATION_NANOS);
        try {
            handover.numbered(standIn, call);
        } catch (RMStoreException waits) {
            throw waits;
        } catch (RuntimeException | Error failure) {
            // The call had its number, so the sequence is not the cause.
            sequence.release(standIn);
            LOG.error("A call to {} that waited for its sequence cannot be sent", endpoint, failure);
            call.path().parking().giveUp(call, "it could not be handed over: " + failure, clock.nanoTime());
        }
    }

    private void done(Step<P, FirstCall> step) {
        locked(() -> {
            wait.done(step).forEach(FirstCall::goOn);
            turn.signalAll();
        });
        outage.up();
    }

    private void goOn() {
        locked(() -> {
            if (wait.resumes()) {
                thread.execute(this::work);
            }
        });
    }

    /** Creates the sequence; returns false if there was one. */
    private boolean create(org.apache.cxf.message.Message message, long atMostNanos) throws RMException {
        if (!sequence.create(message, creation, atMostNanos)) {
            return false;
        }
        locked(() -> wait.created(clock.nanoTime()));
        return true;
    }

    /** Ends the waits of all callers. */
    private void settle(boolean failed) {
        locked(() -> {
            wait.settle(failed).forEach(FirstCall::goOn);
            turn.signalAll();
        });
    }

    /** Throws an error of configuration to the callers that wait for the first sequence; returns true if there were any. */
    private boolean refuse(Throwable failure) {
        String reason = RequestFailures.explain(failure);
        boolean refused;
        lock.lock();
        try {
            if (wait.isSettled() || !RequestFailures.isConfiguration(failure)) {
                settle(true);
                return false;
            }
            refused = wait.refuse(caller -> caller.refuse(failure, reason));
        } finally {
            lock.unlock();
        }
        if (refused) {
            LOG.error("No sequence for {}: {}. Its calls are refused until this is fixed", endpoint, reason);
        }
        return refused;
    }

    /** Gives up the calls that have waited for as long as they may; returns the pause after which the others go on. */
    private Step.Pause<P, FirstCall> failed(Throwable failure) {
        String reason = RequestFailures.explain(failure);
        ParkingLimits set = limits.get();
        int transmissions = UnansweredException.transmissionsIn(failure);
        List<SequenceWait.Overdue<P>> overdue = locked(() -> wait.failed(
                transmissions,
                RequestFailures.isPassing(failure),
                set.maxAttempts(),
                set.giveUpAfter(),
                clock.nanoTime()));
        tell(failure);
        overdue.forEach(late -> {
            Message<P> call = late.message();
            call.path().parking().giveUp(call, late.limit() + ": " + reason, clock.nanoTime());
        });
        return locked(wait::pause);
    }

    /** Records that a transmission of CreateSequence has failed, and is repeated. */
    void troubled(Throwable failure) {
        settle(true);
        tell(failure);
    }

    private void tell(Throwable failure) {
        String reason = RequestFailures.explain(failure);
        int waiting = locked(() -> {
            wait.problem(reason);
            return wait.messages().size();
        });
        LOG.debug("Creating the sequence failed", failure);
        outage.down((waiting == 0 ? "" : waiting + " calls wait for it; ") + "it failed: " + reason);
    }

    /** Returns the messages that wait, in their order. */
    List<Message<P>> waiting() {
        return locked(wait::messages);
    }

    /** Ends all waits, because the bus is shut down. */
    void close() {
        List<Message<P>> left = locked(() -> {
            wait.close().forEach(FirstCall::goOn);
            turn.signalAll();
            return wait.messages();
        });
        left.forEach(this::lost);
    }
}
