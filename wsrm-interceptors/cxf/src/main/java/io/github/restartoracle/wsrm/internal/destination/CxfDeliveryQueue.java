package io.github.restartoracle.wsrm.internal.destination;

import io.github.restartoracle.internal.inbound.Act;
import io.github.restartoracle.internal.inbound.Inbound;
import io.github.restartoracle.internal.inbound.Received;
import io.github.restartoracle.internal.inbound.ReceivedState;
import io.github.restartoracle.internal.inbound.RedeliveryPolicy;
import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.internal.log.Logs;
import java.time.Clock;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.cxf.message.Message;
import org.apache.cxf.ws.rm.DestinationSequence;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMException;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.RedeliveryQueue;
import org.apache.cxf.ws.rm.RetryStatus;
import org.apache.cxf.ws.rm.persistence.RMStore;
import org.apache.cxf.ws.rm.v200702.SequenceType;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/** The queue in the form that CXF uses: for its recovery, its shutdown and JMX. Thread-safe. */
final class CxfDeliveryQueue implements RedeliveryQueue {
    private static final Logger LOG = Logs.of(CxfDeliveryQueue.class);

    private final RMManager manager;
    private final DeliveryQueue queue;
    private final NanoClock clock;
    private final Clock wallClock = Clock.systemUTC();

    CxfDeliveryQueue(RMManager manager, DeliveryQueue queue, NanoClock clock) {
        this.manager = manager;
        this.queue = queue;
        this.clock = clock;
    }

    /** Takes each message that CXF recovers, and each that fails, accepted or not. */
    @Override
    public void addUndelivered(Message message) {
        DeliveryRun failed = DeliveryRun.in(message);
        if (failed != null) {
            if (failed.finish()) {
                DeliveryScope.end(message);
                queue.suspendedEnded(failed);
            }
        } else if (message.getInterceptorChain() == null) {
            recover(message);
        }
    }

    private void recover(Message message) {
        SequenceType header =
                RMContextUtils.retrieveRMProperties(message, false).getSequence();
        try {
            DestinationSequence sequence = manager.getDestination(message).getSequence(header.getIdentifier());
            queue.recovered(sequence, header.getMessageNumber(), message);
        } catch (RMException e) {
            LOG.error("Message {} cannot be recovered", header.getMessageNumber(), e);
        }
    }

    /** Begins the deliveries of an endpoint that CXF has recovered. */
    @Override
    public void start() {
        queue.lookAtAll();
    }

    @Override
    public int countUndelivered(DestinationSequence sequence) {
        return queue.all(sequence).size();
    }

    @Override
    public int countUndelivered() {
        return queue.count();
    }

    @Override
    public boolean isEmpty() {
        return queue.count() == 0;
    }

    @Override
    public void purgeAll(DestinationSequence sequence) {
        List<Long> numbers = getUndeliveredMessageNumbers(sequence);
        queue.all(sequence).forEach(message -> queue.leave(message, Act.End.SETTLED));
        RMStore store = manager.getStore();
        if (store != null) {
            store.removeMessages(sequence.getIdentifier(), numbers, false);
        }
    }

    @Override
    public List<Long> getUndeliveredMessageNumbers(DestinationSequence sequence) {
        return queue.all(sequence).stream().map(Received::number).toList();
    }

    @Override
    public @Nullable RetryStatus getRedeliveryStatus(DestinationSequence sequence, long number) {
        return getRedeliveryStatuses(sequence).get(number);
    }

    @Override
    public Map<Long, RetryStatus> getRedeliveryStatuses(DestinationSequence sequence) {
        Map<Long, RetryStatus> statuses = new HashMap<>();
        long nowNanos = clock.nanoTime();
        long nowMillis = wallClock.millis();
        RedeliveryPolicy policy = queue.policy();
        queue.update(sequence, inbound -> {
            for (Received<Content> message : inbound.all()) {
                statuses.put(message.number(), Status.of(message, policy, inbound.isSuspended(), nowNanos, nowMillis));
            }
        });
        return statuses;
    }

    @Override
    public void stop(DestinationSequence sequence) {
        queue.stop(sequence);
    }

    @Override
    public void suspend(DestinationSequence sequence) {
        queue.update(sequence, Inbound::suspend);
    }

    @Override
    public void resume(DestinationSequence sequence) {
        queue.change(sequence, Inbound::resume);
    }

    /** The status of a message for JMX, a snapshot. */
    @SuppressWarnings("JavaUtilDate") // CXF's type
    private record Status(
            @Nullable Date getNext,
            @Nullable Date getPrevious,
            int getRetries,
            int getMaxRetries,
            long getNextInterval,
            long getBackoff,
            boolean isPending,
            boolean isSuspended)
            implements RetryStatus {
        static Status of(
                Received<Content> message, RedeliveryPolicy policy, boolean suspended, long nowNanos, long nowMillis) {
            boolean waits = message.state() == ReceivedState.WAITING;
            return new Status(
                    waits ? date(message.dueNanos(), nowNanos, nowMillis) : null,
                    message.attempts() > 0 ? date(message.previousNanos(), nowNanos, nowMillis) : null,
                    message.attempts(),
                    policy.mostRetries(),
                    message.nextIntervalMillis(),
                    policy.backoff(),
                    message.state() == ReceivedState.RUNNING,
                    suspended);
        }

        private static Date date(long nanos, long nowNanos, long nowMillis) {
            return new Date(nowMillis + TimeUnit.NANOSECONDS.toMillis(nanos - nowNanos));
        }
    }
}
