package io.github.restartoracle.wsrm.sequence;

import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.event.OutageLog;
import io.github.restartoracle.wsrm.log.Logs;
import java.io.Closeable;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.message.Message;
import org.apache.cxf.ws.rm.RMException;
import org.apache.cxf.ws.rm.persistence.RMStoreException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * The calls of one endpoint that wait for a sequence, in the order in which they came, and the thread that creates it: there
 * is one while calls wait.
 *
 * <p>While the destination answers, the caller waits for the sequence, for a moment: its call is then written, numbered and
 * transmitted like any other. Otherwise the call is parked, without a number, and the caller goes on. Thread-safe.
 */
final class SequenceQueue implements Closeable {
    private static final Logger LOG = Logs.of(SequenceQueue.class);
    private static final long FIRST_PAUSE_MILLIS = 250;
    private static final long LONGEST_PAUSE_MILLIS = 4_000;

    /** A step of the thread that creates sequences. */
    private interface Step {
        void take() throws RMException;
    }

    private record Waiting(ParkedCall call, long failuresBefore) {}

    private final CurrentSequence sequence;
    private final Bus bus;
    private final String endpoint;
    private final Function<String, ParkingLimits> limits;
    private final NanoClock clock;
    private final OutageLog outage;
    private final ReentrantLock lock = new ReentrantLock();
    private final CountDownLatch end = new CountDownLatch(1);
    private final ArrayDeque<Waiting> parked = new ArrayDeque<>();
    private final ArrayDeque<FirstCall> callers = new ArrayDeque<>();
    private int beingStored;
    private long failures;

    /**
     * True if there was a sequence once, or if the destination was down: errors of configuration are not looked for any
     * more.
     */
    private boolean settled;

    /** True if the last attempt to create a sequence has failed, or takes long. */
    private boolean down;

    private boolean working;
    /** True while the thread may hold the monitor of the source, for which no caller waits under the lock. */
    private boolean creating;

    private boolean closed;

    SequenceQueue(
            CurrentSequence sequence,
            Bus bus,
            String endpoint,
            Function<String, ParkingLimits> limits,
            NanoClock clock) {
        this.sequence = sequence;
        this.bus = bus;
        this.endpoint = endpoint;
        this.limits = limits;
        this.clock = clock;
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
                return !creating && parked.isEmpty() && sequence.numberIfReady(message);
            }
        } finally {
            lock.unlock();
        }
        // As CXF does it, which may create a sequence: not under the lock, which that thread needs as well.
        sequence.number(message);
        return true;
    }

    /** Returns null if the caller is not to wait for a sequence. */
    private @Nullable FirstCall awaiting(Message message) {
        lock.lock();
        try {
            if (closed || (settled && (down || !parked.isEmpty()))) {
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
            String port = endpoint.substring(endpoint.lastIndexOf('#') + 1);
            new SequenceThread(this::work, "restart-oracle-sequence-" + port).start();
            working = true;
        }
    }

    /**
     * Lets a call wait from now on.
     *
     * @throws IllegalStateException if the maximum number of calls waits, or if the endpoint is closed
     */
    void park(ParkedCall call) {
        park(call, limits.apply(call.address()).maxParked());
    }

    /**
     * Lets a call that was given up wait from now on, even beyond the limit.
     *
     * @throws IllegalStateException if the endpoint is closed
     */
    void parkAgain(ParkedCall call) {
        park(call, Integer.MAX_VALUE);
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
            call.lost("the endpoint was closed");
        }
    }

    private static IllegalStateException closed() {
        return new IllegalStateException("the endpoint is closed");
    }

    /** Reserves a place before the call is stored, because a call that is refused must not be in the store. */
    private void takePlace(int maxParked) {
        lock.lock();
        try {
            if (closed) {
                throw closed();
            }
            if (parked.size() + beingStored >= maxParked) {
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
        BusFactory.setThreadDefaultBus(bus);
        ClassLoader loader = bus.getExtension(ClassLoader.class);
        if (loader != null) {
            Thread.currentThread().setContextClassLoader(loader);
        }
        long pauseMillis = FIRST_PAUSE_MILLIS;
        for (Step next = next(); next != null; next = next()) {
            try {
                next.take();
                settle(false);
                outage.up();
                pauseMillis = FIRST_PAUSE_MILLIS;
            } catch (RMException | RuntimeException | Error failure) {
                if (refuse(failure)) {
                    continue;
                }
                failed(failure);
                if (!pause(pauseMillis)) {
                    return;
                }
                pauseMillis = Math.min(2 * pauseMillis, LONGEST_PAUSE_MILLIS);
            }
        }
    }

    private void serve(ParkedCall call) throws RMException {
        if (!call.isParked()) {
            return;
        }
        create(call.message());
        sequence.number(call.message());
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

    private @Nullable Step next() {
        lock.lock();
        try {
            Step next = closed ? null : parked.isEmpty() ? create(callers.peek()) : serve(parked.element());
            working = next != null;
            creating = working;
            return next;
        } finally {
            lock.unlock();
        }
    }

    private @Nullable Step create(@Nullable FirstCall caller) {
        return caller == null ? null : () -> create(caller.message());
    }

    /** Creates the sequence unless there is one, and tells all calls that were parked meanwhile. */
    private void create(Message message) throws RMException {
        if (sequence.create(message)) {
            waiting().forEach(ParkedCall::created);
        }
    }

    private List<ParkedCall> waiting() {
        lock.lock();
        try {
            return parked.stream().map(Waiting::call).toList();
        } finally {
            lock.unlock();
        }
    }

    private Step serve(Waiting waiting) {
        return () -> {
            serve(waiting.call());
            remove(waiting);
        };
    }

    private void remove(Waiting served) {
        lock.lock();
        try {
            parked.remove(served);
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
            creating = false;
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
            creating = false;
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
            while ((next = parked.peek()) != null && (limit = reached(next)) != null) {
                givenUp.computeIfAbsent(limit, key -> new ArrayList<>())
                        .add(parked.remove().call());
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

    /** Pauses; returns false if the queue was closed meanwhile. */
    private boolean pause(long millis) {
        try {
            return !end.await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            // No interrupt is meant to end this thread; it only brings the next attempt forward.
            LOG.debug("Interrupted while waiting for the next try", e);
            return true;
        }
    }

    /** Ends all waits, because the endpoint is closed. */
    @Override
    public void close() {
        List<Waiting> left;
        lock.lock();
        try {
            closed = true;
            left = List.copyOf(parked);
            parked.clear();
            callers.forEach(FirstCall::goOn);
            callers.clear();
            end.countDown();
        } finally {
            lock.unlock();
        }
        left.forEach(waiting -> waiting.call().lost("the endpoint was closed"));
    }
}
