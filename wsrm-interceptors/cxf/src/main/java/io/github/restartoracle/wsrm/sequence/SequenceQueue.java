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
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * The calls of one endpoint that wait for a sequence, in the order in which they came, and the thread that creates it: there
 * is one while calls wait. Thread-safe.
 */
final class SequenceQueue implements Closeable {
    private static final Logger LOG = Logs.of(SequenceQueue.class);
    private static final long FIRST_PAUSE_MILLIS = 250;
    private static final long LONGEST_PAUSE_MILLIS = 4_000;

    private record Waiting(ParkedCall call, FirstCall caller, long failuresBefore) {}

    private final CurrentSequence sequence;
    private final Bus bus;
    private final String endpoint;
    private final Function<String, ParkingLimits> limits;
    private final NanoClock clock;
    private final OutageLog outage;
    private final ReentrantLock lock = new ReentrantLock();
    private final CountDownLatch end = new CountDownLatch(1);
    private final ArrayDeque<Waiting> parked = new ArrayDeque<>();
    private long failures;

    /** There was a sequence once, or the destination was down: errors of configuration are not looked for any more. */
    private boolean settled;

    private boolean working;
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
        this.outage = new OutageLog(LOG, clock, "No sequence for " + endpoint);
    }

    /**
     * Numbers a call if there is a sequence and no other call waits for one.
     *
     * @return false if it is to be parked
     * @throws RMException if the sequence has just expired and no other can be created
     */
    boolean number(Message message) throws RMException {
        lock.lock();
        try {
            if (closed || (parked.isEmpty() && !working && sequence.isReady(message))) {
                sequence.number(message);
                return true;
            }
            return false;
        } finally {
            lock.unlock();
        }
    }

    /**
     * A call waits from now on. Before the first sequence of the endpoint exists, its caller waits too, for a moment.
     *
     * @throws IllegalStateException if as many calls wait as may, or the endpoint is closed
     * @throws org.apache.cxf.interceptor.Fault if the sequence cannot be created because of an error of configuration
     */
    void park(ParkedCall call) {
        ParkingLimits set = limits.apply(call.address());
        FirstCall caller = new FirstCall();
        add(call, caller, set.maxParked());
        if (!caller.await(set.firstCallWait())) {
            settle();
        }
    }

    /**
     * A call that was given up waits from now on, beyond the limit, and nobody waits for it.
     *
     * @throws IllegalStateException if the endpoint is closed
     */
    void parkAgain(ParkedCall call) {
        FirstCall nobody = new FirstCall();
        nobody.goOn();
        add(call, nobody, Integer.MAX_VALUE);
    }

    private void add(ParkedCall call, FirstCall caller, int maxParked) {
        lock.lock();
        try {
            if (closed) {
                throw new IllegalStateException("the endpoint is closed");
            }
            if (parked.size() >= maxParked) {
                throw new IllegalStateException(
                        maxParked + " calls to " + endpoint + " wait for a sequence; more may not (max-parked)");
            }
            if (settled) {
                caller.goOn();
            }
            parked.add(new Waiting(call, caller, failures));
            if (!working) {
                String port = endpoint.substring(endpoint.lastIndexOf('#') + 1);
                new SequenceThread(this::work, "restart-oracle-sequence-" + port).start();
                working = true;
            }
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
        for (Waiting next = head(); next != null; next = head()) {
            try {
                serve(next.call());
                remove(next);
                settle();
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
        sequence.create(call.message());
        sequence.number(call.message());
        try {
            call.numbered();
        } catch (RuntimeException | Error failure) {
            // It had its number, so the sequence is not to blame.
            sequence.release(call.message());
            LOG.error("A call to {} that waited for its sequence cannot be sent", endpoint, failure);
            call.giveUp("it could not be taken over: " + failure);
        }
    }

    private @Nullable Waiting head() {
        lock.lock();
        try {
            Waiting next = closed ? null : parked.peek();
            working = next != null;
            return next;
        } finally {
            lock.unlock();
        }
    }

    private void remove(Waiting served) {
        lock.lock();
        try {
            parked.remove(served);
        } finally {
            lock.unlock();
        }
    }

    /** Callers are not kept waiting any more. */
    private void settle() {
        lock.lock();
        try {
            if (!settled) {
                settled = true;
                parked.forEach(waiting -> waiting.caller().goOn());
            }
        } finally {
            lock.unlock();
        }
    }

    /** Tells an error of configuration to the callers that wait for the first sequence; true if there were any. */
    private boolean refuse(Throwable failure) {
        if (!SequenceFaults.isConfiguration(failure)) {
            settle();
            return false;
        }
        String reason = SequenceFaults.explain(failure);
        boolean refused;
        lock.lock();
        try {
            refused = !settled && parked.removeIf(waiting -> waiting.caller().refuse(failure, reason));
        } finally {
            lock.unlock();
        }
        if (refused) {
            LOG.error("No sequence for {}: {}. Its calls are refused until this is mended", endpoint, reason);
        }
        return refused;
    }

    /** Calls that have waited for as long as they may are given up; they are the ones that came first. */
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

    /** A transmission of CreateSequence has failed, and is made again. */
    void troubled(Throwable failure) {
        settle();
        tell(failure);
    }

    private void tell(Throwable failure) {
        List<ParkedCall> waiting;
        lock.lock();
        try {
            waiting = parked.stream().map(Waiting::call).toList();
        } finally {
            lock.unlock();
        }
        String reason = SequenceFaults.explain(failure);
        LOG.debug("Creating the sequence failed", failure);
        outage.down(waiting.size() + " calls wait for it: " + reason);
        waiting.forEach(call -> call.failed(reason));
    }

    /** The limit that a call has reached, null if it may go on waiting. */
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

    /** False if the queue was closed meanwhile. */
    private boolean pause(long millis) {
        try {
            return !end.await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            // Nothing interrupts this thread to end it; an interrupt only brings an earlier try.
            LOG.debug("Interrupted while waiting for the next try", e);
            return true;
        }
    }

    /** The endpoint is closed: nothing waits any more. */
    @Override
    public void close() {
        List<Waiting> left;
        lock.lock();
        try {
            closed = true;
            left = List.copyOf(parked);
            parked.clear();
            end.countDown();
        } finally {
            lock.unlock();
        }
        left.forEach(waiting -> waiting.call().lost("the endpoint was closed"));
    }
}
