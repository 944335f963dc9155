package io.github.restartoracle.wsrm.sequence;

import io.github.restartoracle.outbound.MessageId;
import io.github.restartoracle.outbound.MoveOrder;
import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.event.OutageLog;
import io.github.restartoracle.wsrm.log.Logs;
import io.github.restartoracle.wsrm.runtime.Later;
import io.github.restartoracle.wsrm.sequence.Sequences.Work;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.cxf.Bus;
import org.apache.cxf.message.Message;
import org.apache.cxf.ws.rm.RMException;
import org.apache.cxf.ws.rm.persistence.RMStoreException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * The calls of one endpoint that wait for a sequence, in the order in which they came, and the work of creating it, which a
 * thread does while calls wait.
 *
 * <p>While the destination answers, the caller waits for the sequence, for a moment: its call is then written, numbered and
 * transmitted like any other. Otherwise the call is parked, without a number, and the caller goes on. Thread-safe.
 */
final class SequenceQueue {
    private static final Logger LOG = Logs.of(SequenceQueue.class);
    private static final long FIRST_PAUSE_MILLIS = 250;
    private static final long LONGEST_PAUSE_MILLIS = 4_000;
    /** The time for which the thread waits for a caller that creates the sequence; its request takes a minute by default. */
    private static final long CREATION_NANOS = TimeUnit.MINUTES.toNanos(2);

    private record Waiting(ParkedCall call, long failuresBefore) {
        MessageId former() {
            return Objects.requireNonNull(call.former());
        }
    }

    private final CurrentSequence sequence;
    private final Bus bus;
    private final String endpoint;
    private final Function<String, ParkingLimits> limits;
    private final NanoClock clock;
    private final Executor thread;
    private final Later later;
    private final OutageLog outage;
    /** Held while a sequence is created. */
    private final ReentrantLock creation = new ReentrantLock();

    private final ReentrantLock lock = new ReentrantLock();
    /** Signalled when fewer calls wait. */
    private final Condition turn = lock.newCondition();

    /** The sequences that are to be ended before any call gets a number. */
    private final Deque<Work> endings = new ArrayDeque<>(0);

    /** The calls that were accepted before, which go first. */
    private final Deque<Waiting> former = new ArrayDeque<>();

    private final Deque<Waiting> parked = new ArrayDeque<>();
    private final ArrayDeque<FirstCall> callers = new ArrayDeque<>();
    /** The number of calls that were parked once. */
    private long passed;

    private int beingStored;
    private long failures;
    private long pauseMillis = FIRST_PAUSE_MILLIS;

    /**
     * True if there was a sequence once, or if the destination was down: errors of configuration are not looked for any
     * more.
     */
    private boolean settled;

    /** True if the last attempt to create a sequence has failed, or takes long. */
    private boolean down;

    /** True if a sequence was created once. */
    private volatile boolean created;

    private boolean working;
    /** True while the work waits for its time. */
    private boolean paused;

    private boolean closed;

    SequenceQueue(
            CurrentSequence sequence,
            Bus bus,
            String endpoint,
            Function<String, ParkingLimits> limits,
            NanoClock clock,
            Executor thread,
            Later later) {
        this.sequence = sequence;
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
    boolean number(Message message, String address) throws RMException {
        if (numbered(message)) {
            return true;
        }
        Duration wait = limits.apply(address).firstCallWait();
        FirstCall caller = wait.isZero() ? null : awaiting(message);
        if (caller == null) {
            return false;
        }
        try {
            if (!caller.await(wait)) {
                settle(true);
            }
        } finally {
            remove(caller);
        }
        return numbered(message);
    }

    private boolean numbered(Message message) throws RMException {
        lock.lock();
        try {
            if (!closed) {
                return isFree() && sequence.numberIfReady(message);
            }
        } finally {
            lock.unlock();
        }
        // As CXF does it, which may create a sequence: not under the lock, which that thread needs as well.
        sequence.number(message, creation, CREATION_NANOS);
        return true;
    }

    /** Returns null if the caller is not to wait for a sequence. */
    private @Nullable FirstCall awaiting(Message message) {
        lock.lock();
        try {
            if (closed || (settled && (down || !isFree()))) {
                return null;
            }
            FirstCall caller = FirstCall.of(message);
            callers.add(caller);
            begin();
            return caller;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Numbers a two-way call, behind the calls that were accepted before it. It creates the sequence itself if there is none,
     * and no one-way call waits for it, or the destination is down: its caller is told if that fails.
     *
     * @param atMost the time for which it waits for the others and for a sequence
     * @param again true to repeat a request that fails, unless no sequence was ever created
     * @throws RMException if a sequence cannot be created
     */
    void numberAwaited(Message message, Duration atMost, boolean again) throws RMException {
        long before = accepted();
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
    private boolean createAwaited(Message message, long endNanos, boolean again) throws RMException {
        boolean failed = false;
        for (long pause = FIRST_PAUSE_MILLIS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS)) {
            try {
                return create(message, Math.max(0, endNanos - clock.nanoTime())) || failed;
            } catch (RMException failure) {
                long nextNanos = clock.nanoTime() + TimeUnit.MILLISECONDS.toNanos(pause);
                if (!again || !created || nextNanos >= endNanos) {
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
            for (long left = untilNanos - clock.nanoTime(); !closed && left > 0; left = turn.awaitNanos(left)) {
                // Calls of others may take their turns meanwhile.
            }
            return !closed;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            lock.unlock();
        }
    }

    private long accepted() {
        lock.lock();
        try {
            return passed + parked.size();
        } finally {
            lock.unlock();
        }
    }

    /** Waits until so many calls do not wait any more; returns false if that takes a sequence that there is not. */
    private boolean awaitTurn(long before, long endNanos) {
        lock.lock();
        try {
            long leftNanos = endNanos - clock.nanoTime();
            while (!closed && leftNanos > 0 && !(former.isEmpty() && endings.isEmpty() && passed >= before)) {
                if (down) {
                    return false;
                }
                leftNanos = turn.awaitNanos(leftNanos);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
        return true;
    }

    /** Goes on at once: a sequence could be created. */
    private void up() {
        lock.lock();
        try {
            down = false;
        } finally {
            lock.unlock();
        }
        outage.up();
        goOn();
    }

    private void remove(FirstCall caller) {
        lock.lock();
        try {
            callers.remove(caller);
        } finally {
            lock.unlock();
        }
    }

    private void begin() {
        if (!working) {
            thread.execute(this::work);
            working = true;
        }
    }

    /**
     * Lets a call wait from now on.
     *
     * @throws IllegalStateException if the maximum number of calls waits, or if the bus was shut down
     */
    void park(ParkedCall call) {
        park(call, limits.apply(call.address()).maxParked());
    }

    /**
     * Has calls wait that were accepted before, even beyond the limit: those that had numbers go before those that had none.
     *
     * @param leaving leaves the sequence of these calls; no call gets a number meanwhile. Must not block
     */
    void parkAgain(List<ParkedCall> calls, Runnable leaving) {
        boolean taken;
        lock.lock();
        try {
            leaving.run();
            taken = !closed;
            if (taken && !calls.isEmpty()) {
                insert(calls);
                begin();
            }
        } finally {
            lock.unlock();
        }
        if (!taken) {
            calls.forEach(call -> call.lost("the bus was shut down"));
        }
    }

    private void insert(List<ParkedCall> calls) {
        List<Waiting> numbered = new ArrayList<>(calls.size());
        for (ParkedCall call : calls) {
            (call.former() == null ? parked : numbered).add(new Waiting(call, failures));
        }
        if (!numbered.isEmpty()) {
            MoveOrder.insert(former, numbered, Waiting::former);
        }
    }

    /** Has a sequence ended, after it was left; no call gets a number meanwhile, and none before it has ended. */
    void end(Work ending, Runnable leaving) {
        lock.lock();
        try {
            leaving.run();
            if (!closed) {
                endings.add(ending);
                begin();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Returns whether a call need not wait for others, or for the end of a sequence. */
    private boolean isFree() {
        return endings.isEmpty() && first() == null;
    }

    /** Returns the call that gets the next number; null if none waits. */
    private @Nullable Waiting first() {
        return former.isEmpty() ? parked.peek() : former.peek();
    }

    /**
     * Lets a call wait once the transaction of the calling thread has committed.
     *
     * @throws IllegalStateException if the maximum number of calls waits, or if the bus was shut down
     */
    void join(ParkedCall call) {
        takePlace(limits.apply(call.address()).maxParked());
        boolean joined = false;
        try {
            call.join(committed -> joined(call, committed));
            joined = true;
        } finally {
            if (!joined) {
                leavePlace();
            }
        }
    }

    private void joined(ParkedCall call, boolean committed) {
        boolean taken = committed && takePlace(call);
        if (!taken) {
            leavePlace();
        }
        if (!committed) {
            call.undo();
        } else if (!taken) {
            call.lost("the bus was shut down");
        }
    }

    private void park(ParkedCall call, int maxParked) {
        takePlace(maxParked);
        boolean stored = false;
        boolean taken = false;
        try {
            stored = call.store();
            taken = takePlace(call);
        } finally {
            if (!taken) {
                leavePlace();
            }
        }
        if (!taken && !stored) {
            throw closed();
        }
        if (!taken) {
            call.lost("the bus was shut down");
        }
    }

    private static IllegalStateException closed() {
        return new IllegalStateException("the bus was shut down");
    }

    /** Reserves a place before the call is stored, because a call that is refused must not be in the store. */
    private void takePlace(int maxParked) {
        lock.lock();
        try {
            if (closed) {
                throw closed();
            }
            if (former.size() + parked.size() + beingStored >= maxParked) {
                throw new IllegalStateException(
                        maxParked + " calls to " + endpoint + " are waiting for a sequence, the maximum (max-parked)");
            }
            beingStored++;
        } finally {
            lock.unlock();
        }
    }

    /** Uses the reserved place; returns false if the endpoint was closed meanwhile. */
    private boolean takePlace(ParkedCall call) {
        lock.lock();
        try {
            if (closed) {
                return false;
            }
            beingStored--;
            parked.add(new Waiting(call, failures));
            begin();
            return true;
        } finally {
            lock.unlock();
        }
    }

    private void leavePlace() {
        lock.lock();
        try {
            beingStored--;
        } finally {
            lock.unlock();
        }
    }

    private void work() {
        SequenceWork.run(bus, () -> {
            for (Work next = next(); next != null; next = next()) {
                try {
                    next.take();
                    settle(false);
                    outage.up();
                    pauseMillis = FIRST_PAUSE_MILLIS;
                } catch (RMException | RuntimeException | Error failure) {
                    if (!refuse(failure)) {
                        failed(failure);
                        again(pauseMillis);
                        pauseMillis = Math.min(2 * pauseMillis, LONGEST_PAUSE_MILLIS);
                        return;
                    }
                }
            }
        });
    }

    private void serve(ParkedCall call) throws RMException {
        if (!call.isParked()) {
            return;
        }
        create(call.message(), CREATION_NANOS);
        sequence.number(call.message(), creation, CREATION_NANOS);
        try {
            call.numbered();
        } catch (RMStoreException waits) {
            throw waits;
        } catch (RuntimeException | Error failure) {
            // The call had its number, so the sequence is not the cause.
            sequence.release(call.message());
            LOG.error("A call to {} that waited for its sequence cannot be sent", endpoint, failure);
            call.giveUp("it could not be handed over: " + failure);
        }
    }

    private void again(long pauseMillis) {
        lock.lock();
        try {
            paused = true;
        } finally {
            lock.unlock();
        }
        later.in(TimeUnit.MILLISECONDS.toNanos(pauseMillis), this::goOn);
    }

    private void goOn() {
        lock.lock();
        try {
            if (paused) {
                paused = false;
                thread.execute(this::work);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Returns the next step; null if there is none now. */
    private @Nullable Work next() {
        lock.lock();
        try {
            Work ending = closed ? null : endings.peek();
            if (ending != null) {
                return end(ending);
            }
            Waiting first = closed ? null : first();
            long waitNanos = first == null ? 0 : first.call().waitNanos(clock.nanoTime());
            Work next = closed || waitNanos > 0 ? null : create(first);
            working = next != null || waitNanos > 0;
            if (waitNanos > 0) {
                again(TimeUnit.NANOSECONDS.toMillis(waitNanos) + 1);
            }
            return next;
        } finally {
            lock.unlock();
        }
    }

    private Work end(Work ending) {
        return () -> {
            ending.take();
            lock.lock();
            try {
                endings.remove(ending);
            } finally {
                lock.unlock();
            }
        };
    }

    private @Nullable Work create(@Nullable Waiting first) {
        if (first != null) {
            return serve(first);
        }
        FirstCall caller = callers.peek();
        return caller == null ? null : () -> create(caller.message(), CREATION_NANOS);
    }

    /** Creates the sequence, and tells all calls that were parked meanwhile; returns false if there was one. */
    private boolean create(Message message, long atMostNanos) throws RMException {
        if (!sequence.create(message, creation, atMostNanos)) {
            return false;
        }
        created = true;
        waiting().forEach(ParkedCall::created);
        return true;
    }

    private List<ParkedCall> waiting() {
        lock.lock();
        try {
            return Stream.concat(former.stream(), parked.stream())
                    .map(Waiting::call)
                    .toList();
        } finally {
            lock.unlock();
        }
    }

    private Work serve(Waiting waiting) {
        return () -> {
            serve(waiting.call());
            remove(waiting);
        };
    }

    private void remove(Waiting served) {
        lock.lock();
        try {
            if (!former.remove(served) && parked.remove(served)) {
                passed++;
            }
            turn.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Ends the waits of all callers. */
    private void settle(boolean failed) {
        lock.lock();
        try {
            settled = true;
            down = failed;
            turn.signalAll();
            callers.forEach(FirstCall::goOn);
            callers.clear();
        } finally {
            lock.unlock();
        }
    }

    /** Throws an error of configuration to the callers that wait for the first sequence; returns true if there were any. */
    private boolean refuse(Throwable failure) {
        String reason = SequenceFaults.explain(failure);
        boolean refused;
        lock.lock();
        try {
            if (settled || !SequenceFaults.isConfiguration(failure)) {
                settle(true);
                return false;
            }
            refused = callers.removeIf(caller -> caller.refuse(failure, reason));
        } finally {
            lock.unlock();
        }
        if (refused) {
            LOG.error("No sequence for {}: {}. Its calls are refused until this is fixed", endpoint, reason);
        }
        return refused;
    }

    /** Gives up the calls that have waited for as long as they may, which are the oldest. */
    private void failed(Throwable failure) {
        Map<String, List<ParkedCall>> givenUp = new LinkedHashMap<>();
        lock.lock();
        try {
            failures += UnansweredException.transmissionsIn(failure);
            Waiting next;
            String limit;
            while ((next = first()) != null && (limit = reached(next)) != null) {
                passed += former.isEmpty() ? 1 : 0;
                (former.isEmpty() ? parked : former).remove();
                givenUp.computeIfAbsent(limit, key -> new ArrayList<>()).add(next.call());
            }
        } finally {
            lock.unlock();
        }
        tell(failure);
        String reason = SequenceFaults.explain(failure);
        givenUp.forEach((limit, calls) -> calls.forEach(call -> call.giveUp(limit + ": " + reason)));
    }

    /** Records that a transmission of CreateSequence has failed, and is repeated. */
    void troubled(Throwable failure) {
        settle(true);
        tell(failure);
    }

    private void tell(Throwable failure) {
        List<ParkedCall> waiting = waiting();
        String reason = SequenceFaults.explain(failure);
        LOG.debug("Creating the sequence failed", failure);
        outage.down((waiting.isEmpty() ? "" : waiting.size() + " calls wait for it; ") + "it failed: " + reason);
        waiting.forEach(call -> call.failed(reason));
    }

    /** Returns the limit that a call has reached, null if it may go on waiting. */
    private @Nullable String reached(Waiting waiting) {
        ParkingLimits set = limits.apply(waiting.call().address());
        if (set.maxAttempts() > 0 && failures - waiting.failuresBefore() >= set.maxAttempts()) {
            return "no sequence after max-attempts attempts to create one";
        }
        Duration waited = Duration.ofNanos(clock.nanoTime() - waiting.call().sinceNanos());
        return !set.giveUpAfter().isZero() && waited.compareTo(set.giveUpAfter()) >= 0
                ? "no sequence within give-up-after"
                : null;
    }

    /** Returns whether no call waits. */
    boolean isIdle() {
        lock.lock();
        try {
            return isFree() && beingStored == 0 && callers.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /** Ends all waits, because the bus is shut down. */
    void close() {
        List<Waiting> left;
        lock.lock();
        try {
            closed = true;
            left = Stream.concat(former.stream(), parked.stream()).toList();
            endings.clear();
            former.clear();
            parked.clear();
            turn.signalAll();
            callers.forEach(FirstCall::goOn);
            callers.clear();
        } finally {
            lock.unlock();
        }
        left.forEach(waiting -> waiting.call().lost("the bus was shut down"));
    }
}
