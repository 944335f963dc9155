package io.github.restartoracle.wsrm.internal.destination;

import io.github.restartoracle.internal.inbound.ArrivalDecision;
import io.github.restartoracle.internal.inbound.Inbound;
import io.github.restartoracle.internal.inbound.Received;
import io.github.restartoracle.internal.inbound.Received.Kind;
import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.internal.echo.Arrival;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.continuations.Continuation;
import org.apache.cxf.continuations.ContinuationProvider;
import org.apache.cxf.continuations.SuspendedInvocationException;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.message.Message;
import org.apache.cxf.ws.rm.DestinationSequence;
import org.jspecify.annotations.Nullable;

/**
 * Decides on the messages that requests bring. A request waits while its message cannot be decided on: while a copy is
 * being stored, or if it has come early, and is answered after the delivery or names a message of its caller that comes first.
 * It waits without a thread if the transport can suspend a request, and for at most a minute. Thread-safe.
 */
final class Arrivals {
    private static final String KEY = Arrivals.class.getName();

    private record Wait(long startNanos, Runnable wakeUp) {}

    /**
     * The decision on a message that has come.
     *
     * @param decision neither {@link ArrivalDecision#BUSY}, {@link ArrivalDecision#EARLY} nor {@link ArrivalDecision#CLOSED}
     * @param message that is to be accepted; null unless it is new
     */
    record Arrived(ArrivalDecision decision, @Nullable Received<Content> message) {}

    /** The size up to which a message waits for another of its caller, in memory; sources of ours name none for half of it. */
    private static final long MOST_BYTES = 32_768;

    private final DeliveryQueue queue;
    private final InvalidMessages invalid;
    private final NanoClock clock;

    Arrivals(DeliveryQueue queue, InvalidMessages invalid, NanoClock clock) {
        this.queue = queue;
        this.invalid = invalid;
        this.clock = clock;
    }

    /**
     * Decides on a message, as soon as a decision is possible.
     *
     * @param cost the room that it takes if it is a new one-way message, bytes
     * @throws SuspendedInvocationException if the request is suspended; it is processed once more, from here
     */
    Arrived decide(Content content, Message message, Kind kind, long cost) {
        DestinationSequence sequence = content.sequence;
        long number = content.number;
        Wait former = (Wait) message.remove(KEY);
        long startNanos = former == null ? clock.nanoTime() : former.startNanos();
        if (former != null) {
            forget(sequence, number, former.wakeUp());
        }
        while (true) {
            Object result = queue.on(sequence, inbound -> {
                long after = kind == Kind.ONE_WAY ? after(inbound, content, message, startNanos) : 0;
                ArrivalDecision decision = inbound.decide(number, after, kind);
                return switch (decision) {
                    case NEW -> taken(inbound.arrive(number, content, kind, content.workers.room, cost), message);
                    case COPY, BESIDE, LATE -> new Arrived(decision, null);
                    case CLOSED -> throw invalid.ended((SoapMessage) message, sequence);
                    case BUSY, EARLY -> join(inbound, number, after, message, kind, startNanos);
                };
            });
            if (result instanceof Arrived arrived) {
                return arrived;
            }
            if (!(result instanceof Latch latch)) {
                throw new SuspendedInvocationException();
            }
            boolean interrupted = latch.await();
            forget(sequence, number, latch);
            if (interrupted) {
                throw early(number, message);
            }
        }
    }

    /** Returns whether the request of a message was suspended, and is processed once more. */
    static boolean isResumed(Message message) {
        return message.containsKey(KEY);
    }

    /** Returns the message of the same caller for which a message is to wait; 0 if it need not, or not any longer. */
    private long after(Inbound<Content> inbound, Content content, Message message, long startNanos) {
        Arrival arrival = Arrival.of(message);
        long after = arrival == null ? 0 : arrival.after();
        boolean waits = after > 0
                && content.size() <= MOST_BYTES
                && message.containsKey(ContinuationProvider.class.getName())
                && patienceNanos(inbound, after, startNanos) > 0;
        return waits ? after : 0;
    }

    private long patienceNanos(Inbound<Content> inbound, long after, long startNanos) {
        return inbound.requests().patienceNanos(after, inbound.get(after) != null, startNanos, clock.nanoTime());
    }

    private static Arrived taken(@Nullable Received<Content> taken, Message message) {
        if (taken == null) {
            throw Refusal.later(message, "too many messages are waiting for delivery to this service");
        }
        return new Arrived(ArrivalDecision.NEW, taken);
    }

    private void forget(DestinationSequence sequence, long number, Runnable wakeUp) {
        queue.update(sequence, inbound -> inbound.requests().remove(number, wakeUp));
    }

    private Runnable join(
            Inbound<Content> inbound, long number, long after, Message message, Kind kind, long startNanos) {
        long leftNanos = patienceNanos(inbound, after, startNanos);
        if (leftNanos <= 0) {
            throw early(number, message);
        }
        Runnable wakeUp = suspend(message, startNanos, leftNanos);
        inbound.requests().add(number, after, kind, wakeUp);
        return wakeUp;
    }

    private static Fault early(long number, Message message) {
        return Refusal.of(message, "message " + number + " cannot be accepted yet");
    }

    private Runnable suspend(Message message, long startNanos, long leftNanos) {
        Continuation continuation = continuation(message);
        if (continuation != null) {
            continuation.setObject(message);
            if (continuation.suspend(TimeUnit.NANOSECONDS.toMillis(leftNanos) + 1)) {
                Runnable wakeUp = continuation::resume;
                message.put(KEY, new Wait(startNanos, wakeUp));
                return wakeUp;
            }
        }
        return new Latch(leftNanos);
    }

    private static @Nullable Continuation continuation(Message message) {
        ContinuationProvider provider = message.get(ContinuationProvider.class);
        if (provider == null) {
            return null;
        }
        // Transports have none for one-way messages, such as robust ones, because they are answered early.
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
        private final long nanos;

        Latch(long nanos) {
            this.nanos = nanos;
        }

        @Override
        public void run() {
            turn.countDown();
        }

        /** Returns true if the thread was interrupted; otherwise the decision on the message is made again. */
        boolean await() {
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
