package io.github.restartoracle.wsrm.sequence;

import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.event.TransmissionListener;
import io.github.restartoracle.wsrm.recovery.SequenceTakenException;
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
import org.apache.cxf.ws.rm.RMMessageConstants;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The calls of one endpoint that wait for a sequence, in order. A thread exists only while there are such calls: it asks
 * for the sequence again and again, with growing pauses, and then lets the calls go on.
 *
 * <p>Thread-safe.
 */
final class SequenceQueue implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(SequenceQueue.class);
    private static final long FIRST_PAUSE_MILLIS = 250;
    private static final long LONGEST_PAUSE_MILLIS = 4_000;

    private final CurrentSequence sequence;
    private final Bus bus;
    /** The service and port, as in the state of a path. */
    private final String endpoint;

    private final Function<String, ParkingLimits> limits;
    private final TransmissionListener listener;
    private final NanoClock clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final CountDownLatch end = new CountDownLatch(1);
    private final ArrayDeque<Parked> parked = new ArrayDeque<>();
    private long failures;
    private boolean working;
    private boolean closed;

    SequenceQueue(
            CurrentSequence sequence,
            Bus bus,
            String endpoint,
            Function<String, ParkingLimits> limits,
            TransmissionListener listener,
            NanoClock clock) {
        this.sequence = sequence;
        this.bus = bus;
        this.endpoint = endpoint;
        this.limits = limits;
        this.listener = listener;
        this.clock = clock;
    }

    /**
     * Parks a call if there is no sequence, or if others wait before it.
     *
     * @return whether the call was parked; its chain is resumed by another thread once the caller has left it
     * @throws IllegalStateException if as many calls wait as may
     */
    boolean parkUnlessReady(Message message) throws RMException {
        lock.lock();
        try {
            if (closed || (parked.isEmpty() && !working && sequence.isReady(message))) {
                return false;
            }
            if (parked.size() >= limits.apply(Parked.address(message)).maxParked()) {
                throw new IllegalStateException(
                        parked.size() + " calls to " + endpoint + " wait for a sequence; more may not (max-parked)");
            }
            if (!working) {
                Thread worker = new Thread(
                        this::work, "restart-oracle-sequence-" + endpoint.substring(endpoint.lastIndexOf('#') + 1));
                worker.setDaemon(true);
                worker.start();
                working = true;
            }
            Handover.part(message);
            parked.add(new Parked(message, failures, clock.nanoTime()));
            return true;
        } finally {
            lock.unlock();
        }
    }

    int size() {
        lock.lock();
        try {
            return parked.size();
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
        for (Parked next = head(); next != null; next = head()) {
            Throwable failure = sequence.obtain(next.message());
            if (failure == null) {
                resume(next);
                pauseMillis = FIRST_PAUSE_MILLIS;
                continue;
            }
            failed(failure, pauseMillis);
            if (!pause(pauseMillis)) {
                return;
            }
            pauseMillis = Math.min(2 * pauseMillis, LONGEST_PAUSE_MILLIS);
        }
    }

    private @Nullable Parked head() {
        lock.lock();
        try {
            Parked next = closed ? null : parked.peek();
            working = next != null;
            return next;
        } finally {
            lock.unlock();
        }
    }

    /** Calls that have waited for as long as they may are given up; they are the ones that came first. */
    private void failed(Throwable failure, long pauseMillis) {
        Map<String, List<Parked>> givenUp = new LinkedHashMap<>();
        lock.lock();
        try {
            failures++;
            Parked next;
            String limit;
            while ((next = parked.peek()) != null && (limit = reached(next)) != null) {
                givenUp.computeIfAbsent(limit, key -> new ArrayList<>()).add(parked.remove());
            }
        } finally {
            lock.unlock();
        }
        String reason = String.valueOf(failure.getMessage());
        int waiting = size();
        if (waiting > 0) {
            LOG.warn(
                    "No sequence for {} yet, {} calls wait; next try in {} ms: {}",
                    endpoint,
                    waiting,
                    pauseMillis,
                    reason);
        }
        LOG.debug("Creating the sequence failed", failure);
        givenUp.forEach((limit, calls) -> lost(calls, limit + ": " + reason));
    }

    /** The limit that a call has reached, null if it may go on waiting. */
    private @Nullable String reached(Parked call) {
        ParkingLimits set = limits.apply(call.address());
        if (set.maxAttempts() > 0 && failures - call.failuresBefore() >= set.maxAttempts()) {
            return "no sequence after max-attempts attempts to create one";
        }
        Duration waited = Duration.ofNanos(clock.nanoTime() - call.sinceNanos());
        return !set.giveUpAfter().isZero() && waited.compareTo(set.giveUpAfter()) >= 0
                ? "no sequence within give-up-after"
                : null;
    }

    /** False if the queue was closed meanwhile. */
    private boolean pause(long millis) {
        try {
            return size() == 0 || !end.await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            // Nobody interrupts this thread to end it; whoever did gets an earlier try.
            LOG.debug("Interrupted while waiting for the next try", e);
            return true;
        }
    }

    private void resume(Parked call) {
        Message message = call.message();
        Throwable failure;
        try {
            message.getInterceptorChain().resume();
            failure = message.getContent(Exception.class);
        } catch (RuntimeException | Error e) {
            failure = e;
        }
        lock.lock();
        try {
            parked.remove(call);
        } finally {
            lock.unlock();
        }
        if (failure == null) {
            return;
        }
        LOG.debug("A call that had waited for its sequence failed", failure);
        if (message.get(RMMessageConstants.SAVED_CONTENT) == null || failure instanceof SequenceTakenException) {
            lost(List.of(call), "it could not be captured: " + failure);
        } else {
            LOG.warn("A call to {} was captured and is sent, although its chain failed: {}", endpoint, failure);
        }
    }

    private void lost(List<Parked> calls, String reason) {
        LOG.error("{} calls to {} that waited for a sequence are lost: {}", calls.size(), endpoint, reason);
        calls.forEach(call -> listener.lost(endpoint, call.address(), reason));
    }

    /** The endpoint is closed: nothing waits any more. */
    @Override
    public void close() {
        List<Parked> left;
        lock.lock();
        try {
            closed = true;
            left = List.copyOf(parked);
            parked.clear();
            end.countDown();
        } finally {
            lock.unlock();
        }
        if (!left.isEmpty()) {
            lost(left, "the endpoint was closed");
        }
    }
}
