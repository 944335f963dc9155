package io.github.restartoracle.wsrm.internal.destination;

import io.github.restartoracle.internal.inbound.Inbound;
import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.internal.destination.SequenceAdmission.ReceivedSequence;
import io.github.restartoracle.wsrm.internal.log.Logs;
import io.github.restartoracle.wsrm.internal.rm.CxfInternals;
import io.github.restartoracle.wsrm.internal.rm.RmHeaders;
import io.github.restartoracle.wsrm.internal.runtime.Lanes;
import io.github.restartoracle.wsrm.internal.runtime.Later;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.apache.cxf.message.Message;
import org.apache.cxf.ws.rm.Destination;
import org.apache.cxf.ws.rm.DestinationSequence;
import org.apache.cxf.ws.rm.RMManager;
import org.slf4j.Logger;

/**
 * Replaces CXF's timer for the tasks of destination sequences: acknowledgements and the termination of inactive sequences.
 * All other tasks run in its own thread.
 *
 * <p>CXF has one thread for all tasks of a bus. That thread ends for good with the first exception that a store throws,
 * stands still while an acknowledgement hangs in a connect, and follows the wall clock. Here acknowledgements run on
 * several threads, those to one address one after the other. A failed termination is tried again, and time is monotonic.
 * Thread-safe.
 */
final class DestinationTimer extends Timer {
    private static final Logger LOG = Logs.of(DestinationTimer.class);
    /** The number of acknowledgement addresses that may hang at the same time before others wait. */
    private static final int THREADS = 64;

    private static final long FLUSH_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(2);
    /** The first and the longest interval of looks at a sequence of which something is still to be acknowledged. */
    private static final long FIRST_LOOK_NANOS = TimeUnit.MINUTES.toNanos(1);

    private static final long LONGEST_LOOK_NANOS = TimeUnit.HOURS.toNanos(1);
    private static final String LAST_RECEIVED = DestinationTimer.class.getName();

    private final NanoClock clock;
    private final Later later;
    private final DeliveryQueue queue;
    private final Lanes lanes = Lanes.bounded("restart-oracle-acknowledgement", THREADS);
    /** Sequences whose acknowledgement is scheduled; CXF schedules one for each message. */
    private final Set<String> acknowledging = ConcurrentHashMap.newKeySet();

    /** Sequences whose acknowledgement was requested and is not being sent yet. */
    private final Set<String> requested = ConcurrentHashMap.newKeySet();
    /** Acknowledgements that wait for their time. */
    private final Map<Object, Runnable> planned = new ConcurrentHashMap<>();

    DestinationTimer(NanoClock clock, Later later, DeliveryQueue queue) {
        // Its thread is for tasks that are not those of a destination sequence.
        super("restart-oracle-cxf-timer", true);
        this.clock = clock;
        this.later = later;
        this.queue = queue;
    }

    void replaceIn(RMManager manager) {
        if (CxfInternals.replaceTimer(manager, this) != null) {
            LOG.debug("Tasks that were scheduled before stay on the previous timer");
        }
    }

    void received(Message message) {
        RmHeaders.application(message).put(LAST_RECEIVED, clock.nanoTime());
    }

    @Override
    public void schedule(TimerTask task, long delayMillis) {
        DestinationSequence sequence = CxfInternals.sequence(task);
        if (sequence == null) {
            super.schedule(task, delayMillis);
            return;
        }
        long delayNanos = TimeUnit.MILLISECONDS.toNanos(delayMillis);
        if (CxfInternals.isTermination(task)) {
            later.in(delayNanos, () -> terminateIfInactive(sequence, delayNanos));
        } else if (CxfInternals.isFallbackAcknowledgement(task)) {
            String identifier = sequence.getIdentifier().getValue();
            if (acknowledging.add(identifier)) {
                plan(delayNanos, sequence, () -> {
                    acknowledging.remove(identifier);
                    task.run();
                });
            }
        } else {
            plan(delayNanos, sequence, task);
        }
    }

    /** Sends an acknowledgement soon, by a thread of its address; one acknowledgement for all requests that come meanwhile. */
    void acknowledgeNow(DestinationSequence sequence, Runnable task) {
        String identifier = sequence.getIdentifier().getValue();
        if (requested.add(identifier)) {
            acknowledge(sequence, () -> {
                requested.remove(identifier);
                task.run();
            });
        }
    }

    private void plan(long delayNanos, DestinationSequence sequence, Runnable task) {
        Object key = new Object();
        planned.put(key, () -> acknowledge(sequence, task));
        later.in(delayNanos, () -> send(key));
    }

    /** Sends a planned acknowledgement once, at its time or at the end. */
    private void send(Object key) {
        Runnable acknowledgement = planned.remove(key);
        if (acknowledgement != null) {
            acknowledgement.run();
        }
    }

    /** Sends all planned acknowledgements at once, and waits for a moment until they are sent. */
    void flush() {
        List.copyOf(planned.keySet()).forEach(this::send);
        if (!lanes.awaitIdle(clock, FLUSH_NANOS)) {
            LOG.info("Some acknowledgements were not sent before shutdown; their sources will send the messages again");
        }
    }

    private void acknowledge(DestinationSequence sequence, Runnable task) {
        execute(sequence.getAcksTo().getAddress().getValue(), () -> AckOut.acknowledge(sequence, task));
    }

    /** Ends an inactive sequence, though not before the messages that are here are delivered, answered and acknowledged. */
    @SuppressWarnings("ReferenceEquality") // A later object for the same sequence has a schedule of its own.
    private void terminateIfInactive(DestinationSequence sequence, long timeoutNanos) {
        Destination destination = CxfSequence.destination(sequence);
        Runnable again = () -> terminateIfInactive(sequence, timeoutNanos);
        Runnable step = () -> {
            if (destination.getSequence(sequence.getIdentifier()) != sequence) {
                return;
            }
            long inactiveNanos = destination.getEndpoint().get(LAST_RECEIVED) instanceof Long last
                    ? clock.nanoTime() - last
                    : timeoutNanos;
            if (inactiveNanos < timeoutNanos) {
                later.in(timeoutNanos - inactiveNanos, again);
            } else if (queue.on(sequence, Inbound::hasDeliveries)
                    || acknowledging.contains(sequence.getIdentifier().getValue())) {
                later.in(timeoutNanos, again);
            } else {
                LOG.warn("Sequence {} is terminated: nothing was received for its inactivity timeout", sequence);
                end(sequence);
            }
        };
        end(destination, step, again);
    }

    /**
     * Ends a sequence soon, and the remains of one that has ended, by a thread of its endpoint; repeats that if it fails.
     *
     * @param isNeeded tells then that the sequence was used meanwhile, and goes on
     */
    void end(ReceivedSequence sequence, Predicate<ReceivedSequence> isNeeded) {
        end(sequence, isNeeded, FIRST_LOOK_NANOS);
    }

    private void end(ReceivedSequence sequence, Predicate<ReceivedSequence> isNeeded, long lookNanos) {
        Runnable step = () -> {
            DestinationSequence present = sequence.present();
            if (present != null && isNeeded.test(sequence)) {
                return;
            }
            // A source would send what is being delivered, and is not acknowledged yet, in another sequence.
            boolean ended = present == null
                    ? CxfSequence.endOffered(sequence.destination(), sequence.identifier())
                    : queue.on(present, inbound -> inbound.withheld().isEmpty()) && end(present);
            if (!ended) {
                later.in(lookNanos, () -> end(sequence, isNeeded, Math.min(2 * lookNanos, LONGEST_LOOK_NANOS)));
            }
        };
        end(sequence.destination(), step, () -> end(sequence, isNeeded, lookNanos));
    }

    private boolean end(DestinationSequence sequence) {
        boolean gone = CxfSequence.end(sequence);
        queue.look(sequence);
        return gone;
    }

    private void end(Destination destination, Runnable step, Runnable again) {
        execute(destination.getName(), () -> {
            try {
                step.run();
            } catch (RuntimeException e) {
                LOG.warn("A sequence could not be terminated; trying again", e);
                later.in(RETRY_NANOS, again);
            }
        });
    }

    private void execute(String key, Runnable task) {
        try {
            lanes.execute(key, task);
        } catch (RejectedExecutionException closed) {
            LOG.debug("No acknowledgement is sent to {}: the bus was shut down", key);
        }
    }

    @Override
    public void cancel() {
        super.cancel();
        lanes.close();
    }
}
