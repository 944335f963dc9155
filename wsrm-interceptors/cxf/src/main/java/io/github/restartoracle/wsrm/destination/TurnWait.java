package io.github.restartoracle.wsrm.destination;

import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.log.Logs;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.cxf.continuations.Continuation;
import org.apache.cxf.continuations.ContinuationProvider;
import org.apache.cxf.continuations.SuspendedInvocationException;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.message.Message;
import org.apache.cxf.ws.rm.DestinationSequence;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Lets requests wait that are to be answered after their service has processed them, until every lower message of their
 * sequence is delivered: without a thread where the transport can suspend a request. All copies of a message wait, each with
 * its own request, and no longer than a minute. Thread-safe.
 */
final class TurnWait {
    private static final Logger LOG = Logs.of(TurnWait.class);
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final int MOST = 100;

    /** Property of a message: the wait that it is in. */
    private static final String KEY = TurnWait.class.getName();

    private record Wait(long startNanos, Runnable wakeUp) {}

    private final DeliveryQueue queue;
    private final NanoClock clock;

    TurnWait(DeliveryQueue queue, NanoClock clock) {
        this.queue = queue;
        this.clock = clock;
    }

    /**
     * Returns when it is the turn of a message, or when a copy of it was accepted.
     *
     * @throws SuspendedInvocationException if the request is suspended; it is processed once more, from here
     * @throws Fault that refuses the message
     */
    void await(DestinationSequence sequence, long number, Message message) {
        Wait former = (Wait) message.remove(KEY);
        long startNanos = former == null ? clock.nanoTime() : former.startNanos();
        if (former != null) {
            forget(sequence, number, former.wakeUp());
        }
        while (true) {
            Wait wait = join(sequence, number, message, startNanos);
            if (wait == null) {
                return;
            }
            if (!(wait.wakeUp() instanceof Latch latch)) {
                throw new SuspendedInvocationException();
            }
            boolean interrupted = latch.await(PATIENCE_NANOS - (clock.nanoTime() - startNanos));
            forget(sequence, number, latch);
            if (interrupted) {
                throw refusal(sequence, number, message);
            }
        }
    }

    private void forget(DestinationSequence sequence, long number, Runnable wakeUp) {
        queue.on(sequence, deliveries -> {
            deliveries.awaitNoMore(number, wakeUp);
            return deliveries;
        });
    }

    /** Null if there is nothing to wait for. */
    private @Nullable Wait join(DestinationSequence sequence, long number, Message message, long startNanos) {
        Wait[] joined = new Wait[1];
        boolean refused = queue.on(sequence, deliveries -> {
            if (sequence.isAcknowledged(number) || deliveries.isTurnOf(number)) {
                return false;
            }
            if (deliveries.countWaiting() >= MOST || clock.nanoTime() - startNanos >= PATIENCE_NANOS) {
                return true;
            }
            joined[0] = suspend(message, startNanos);
            deliveries.await(number, joined[0].wakeUp());
            return false;
        });
        if (refused) {
            throw refusal(sequence, number, message);
        }
        return joined[0];
    }

    /** Requests whose turn has come; one that has gone meanwhile takes no other with it. */
    static void wake(List<Runnable> turns) {
        for (Runnable turn : turns) {
            try {
                turn.run();
            } catch (RuntimeException e) {
                LOG.debug("A request that waited for its turn has gone", e);
            }
        }
    }

    private static Fault refusal(DestinationSequence sequence, long number, Message message) {
        return Refusal.of(message, "message " + number + " of sequence " + sequence + " has come too early");
    }

    private Wait suspend(Message message, long startNanos) {
        Continuation continuation = continuation(message);
        long leftNanos = PATIENCE_NANOS - (clock.nanoTime() - startNanos);
        if (continuation != null) {
            continuation.setObject(message);
            if (continuation.suspend(TimeUnit.NANOSECONDS.toMillis(leftNanos) + 1)) {
                Wait wait = new Wait(startNanos, continuation::resume);
                message.put(KEY, wait);
                return wait;
            }
        }
        return new Wait(startNanos, new Latch());
    }

    private static @Nullable Continuation continuation(Message message) {
        ContinuationProvider provider = message.get(ContinuationProvider.class);
        if (provider == null) {
            return null;
        }
        // Transports have none for one-way messages, as robust ones are, because they are answered early.
        boolean oneWay = message.getExchange().isOneWay();
        message.getExchange().setOneWay(false);
        try {
            return provider.getContinuation();
        } finally {
            message.getExchange().setOneWay(oneWay);
        }
    }

    private static final class Latch implements Runnable {
        private final CountDownLatch turn = new CountDownLatch(1);

        @Override
        public void run() {
            turn.countDown();
        }

        /** Returns whether the thread was interrupted; otherwise the turn is looked at anew. */
        boolean await(long nanos) {
            try {
                return !turn.await(nanos, TimeUnit.NANOSECONDS)
                        && Thread.currentThread().isInterrupted();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return true;
            }
        }
    }
}
