package io.github.restartoracle.wsrm.queue;

import io.github.restartoracle.pending.Echo;
import io.github.restartoracle.pending.RestartTimer;
import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.echo.Arrival;
import io.github.restartoracle.wsrm.event.Delivery;
import io.github.restartoracle.wsrm.event.MessageId;
import io.github.restartoracle.wsrm.event.TransmissionListener;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongFunction;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.phase.PhaseInterceptorChain;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMEndpoint;
import org.apache.cxf.ws.rm.RMException;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.RMUtils;
import org.apache.cxf.ws.rm.RetransmissionQueue;
import org.apache.cxf.ws.rm.RetryStatus;
import org.apache.cxf.ws.rm.SourceSequence;
import org.apache.cxf.ws.rm.v200702.SequenceType;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The retransmission queue of a CXF bus that obeys a restart oracle: a restart goes out when it is due, whatever earlier
 * attempts are doing.
 *
 * <p>It replaces CXF's queue through {@link RMManager#setRetransmissionQueue}. A one-way call returns once its message is
 * captured; all its transmissions are made by other threads on copies. A two-way call makes its first transmission in the
 * caller's thread, which waits for the answer, and its restarts follow one another.
 *
 * <p>Thread-safe.
 */
public final class OracleRetransmissionQueue implements RetransmissionQueue, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(OracleRetransmissionQueue.class);

    private final RMManager manager;
    private final NanoClock clock;
    private final Clock wallClock = Clock.systemUTC();
    private final TransmissionListener listener;
    private final Departures departures;
    private final Paths paths;
    private final RestartTimer timer;
    private final FirstTransmission first;
    private final StoredMessages stored;
    private final Map<String, OutboundSequence> sequences = new ConcurrentHashMap<>();
    private final GivenUp givenUp = new GivenUp(sequences);
    private final AtomicInteger unacknowledged = new AtomicInteger();

    /**
     * A queue that is not yet installed.
     *
     * @param manager the WS-RM manager of the bus
     * @param options which oracle serves which path
     * @param listener told of every transmission; must not throw
     * @param clock a monotonic clock
     */
    public OracleRetransmissionQueue(
            RMManager manager, QueueOptions options, TransmissionListener listener, NanoClock clock) {
        this.manager = manager;
        this.stored = new StoredMessages(manager);
        this.clock = clock;
        this.listener = listener;
        this.timer = new RestartTimer(
                clock,
                task -> new Thread(task, "restart-oracle-timer"),
                (path, thrown) -> LOG.error("Restarting messages failed; it is tried again in a moment", thrown));
        this.departures = new Departures(new Resend(manager), clock, timer, this.listener);
        this.paths = new Paths(options, clock, departures, timer, stored::learntStates);
        this.first = new FirstTransmission(clock, this.listener, this::withdraw);
    }

    /** Nothing to do: the timer starts with the first message. */
    @Override
    public void start() {}

    @Override
    public void addUnacknowledged(Message message) {
        boolean recovered = message.getInterceptorChain() == null;
        boolean requestor = MessageUtils.isRequestor(message);
        boolean inPlace = !recovered && !(message.getExchange().isOneWay() && requestor);
        String to = Paths.address(message);
        Outgoing outgoing = enqueue(message, to, new Template(message, inPlace && requestor), inPlace);
        Path path = outgoing.sequence.path;
        if (RMUtils.getAddressingConstants().getAnonymousURI().equals(to)) {
            // The only way back is the connection of the request: the chain answers on it, and nobody can restart.
            LOG.debug("Message {} answers on the connection of its request and cannot be restarted", outgoing.id());
            path.departUnseen(outgoing);
        } else if (recovered) {
            path.recover(outgoing, clock.nanoTime());
        } else if (inPlace) {
            first.inPlace(message, outgoing);
        } else {
            first.elsewhere(message, outgoing);
        }
        accept(message, outgoing.sequence.identifier, outgoing.number);
    }

    private void withdraw(Outgoing message) {
        if (message.sequence.path.withdraw(message)) {
            unacknowledged.decrementAndGet();
            message.template.release();
            removeIfIdle(message.sequence);
        }
    }

    private Outgoing enqueue(Message message, String to, Template template, boolean inPlace) {
        SequenceType header = RMContextUtils.retrieveRMProperties(message, true).getSequence();
        if (!sequences.containsKey(header.getIdentifier().getValue())) {
            paths.prepare(message, to);
        }
        Outgoing outgoing;
        do {
            OutboundSequence sequence =
                    sequences.computeIfAbsent(header.getIdentifier().getValue(), key -> {
                        boolean inOrder =
                                manager.getEffectiveConfiguration(message).isInOrder();
                        return new OutboundSequence(header.getIdentifier(), paths.join(message, to), inOrder);
                    });
            outgoing = new Outgoing(sequence, header.getMessageNumber(), template, inPlace);
            // It may have been closed since it was looked up, by whoever will remove it from the map in a moment.
        } while (!outgoing.sequence.path.add(outgoing));
        unacknowledged.incrementAndGet();
        return outgoing;
    }

    private void accept(Message message, String sequence, long number) {
        try {
            manager.getReliableEndpoint(message).handleAccept(sequence, number, message);
        } catch (RMException e) {
            LOG.warn("Message {} of sequence {} has no reliable endpoint", number, sequence, e);
        }
    }

    @Override
    public void purgeAcknowledged(SourceSequence source) {
        OutboundSequence sequence = sequences.get(source.getIdentifier().getValue());
        if (sequence == null) {
            return;
        }
        Message carrier = PhaseInterceptorChain.getCurrentMessage();
        Arrival arrival = carrier == null ? null : Arrival.of(carrier);
        long arrivedNanos = arrival == null ? clock.nanoTime() : arrival.nanos();
        LongFunction<@Nullable Echo> echoes =
                arrival == null ? number -> null : number -> arrival.echo(sequence.identifier, number);
        Applied applied;
        try {
            applied = sequence.path.acknowledge(
                    sequence, Acknowledged.ranges(source, carrier), source.getCurrentMessageNr(), arrivedNanos, echoes);
        } catch (IllegalArgumentException unsound) {
            LOG.warn("An acknowledgement of sequence {} was rejected: {}", sequence.identifier, unsound.getMessage());
            return;
        }
        if (!applied.neverSent().isEmpty()) {
            LOG.warn(
                    "An acknowledgement of sequence {} covers messages that were never sent, {} of them from {} on; "
                            + "it was rejected for these",
                    sequence.identifier,
                    applied.neverSent().size(),
                    applied.neverSent().get(0).number);
        }
        List<Settled> settled = applied.settled();
        settled.forEach(s -> acknowledged(s.delivery(), arrivedNanos));
        resolved(source, settled.stream().map(Settled::message).toList(), true);
        removeIfIdle(sequence);
    }

    private void acknowledged(Delivery delivery, long arrivedNanos) {
        listener.acknowledged(delivery.message(), delivery.attempts(), delivery.use(), arrivedNanos);
        listener.delivered(delivery);
    }

    /** So that sequences which have ended are not kept; one that goes on comes back with its next message. */
    private void removeIfIdle(OutboundSequence sequence) {
        if (sequence.path.closeIfIdle(sequence)) {
            sequences.remove(sequence.identifier, sequence);
        }
    }

    /** Messages have left the queue: their content goes, in the store too, and whoever waits for them is told. */
    private void resolved(SourceSequence source, List<Outgoing> messages, boolean acknowledged) {
        if (messages.isEmpty()) {
            return;
        }
        unacknowledged.addAndGet(-messages.size());
        stored.remove(source.getIdentifier().getValue(), messages);
        RMEndpoint endpoint = source.getSource().getReliableEndpoint();
        for (Outgoing message : messages) {
            if (acknowledged) {
                tellAcknowledged(endpoint, message);
            }
            message.template.release();
        }
    }

    private static void tellAcknowledged(RMEndpoint endpoint, Outgoing message) {
        try {
            endpoint.handleAcknowledgment(message.sequence.identifier, message.number, message.template.view());
        } catch (RuntimeException | AssertionError | LinkageError e) {
            LOG.warn("The callback for the acknowledgement of message {} failed", message.id(), e);
        }
    }

    /**
     * Takes all messages of a sequence out, acknowledged or not. Unlike CXF's queue, this does not tell callbacks that
     * messages were acknowledged which were not.
     *
     * @param source the sequence
     */
    @Override
    public void purgeAll(SourceSequence source) {
        OutboundSequence sequence = sequences.remove(source.getIdentifier().getValue());
        if (sequence != null) {
            resolved(source, sequence.path.drop(sequence, clock.nanoTime()), false);
        }
    }

    @Override
    public void stop(SourceSequence source) {
        OutboundSequence sequence = sequences.remove(source.getIdentifier().getValue());
        if (sequence == null) {
            return;
        }
        List<Outgoing> left = sequence.path.drop(sequence, clock.nanoTime());
        unacknowledged.addAndGet(-left.size());
        left.forEach(message -> message.template.release());
        if (manager.getStore() != null) {
            LOG.debug(
                    "{} unacknowledged messages of stopped sequence {} are in the store",
                    left.size(),
                    sequence.identifier);
        } else {
            lost(sequence, left);
        }
    }

    /** Answers on the connection of a request do not count: they are never sent again, and rarely acknowledged. */
    private void lost(OutboundSequence sequence, List<Outgoing> left) {
        List<Outgoing> lost = left.stream().filter(message -> !message.unseen).toList();
        if (!lost.isEmpty()) {
            LOG.warn(
                    "Sequence {} has stopped with {} messages unacknowledged; there is no store, so they are not sent again",
                    sequence.identifier,
                    lost.size());
        }
        for (Outgoing message : lost) {
            // Those that were given up before have been told of.
            if (sequence.path.locked(() -> message.givenUp == null)) {
                int attempts = sequence.path.locked(message::attemptsMade);
                listener.gaveUp(message.id(), attempts, "its sequence has stopped, and there is no store");
            }
        }
    }

    @Override
    public void suspend(SourceSequence source) {
        OutboundSequence sequence = sequences.get(source.getIdentifier().getValue());
        if (sequence != null) {
            sequence.path.suspend(sequence, clock.nanoTime());
        }
    }

    @Override
    public void resume(SourceSequence source) {
        OutboundSequence sequence = sequences.get(source.getIdentifier().getValue());
        if (sequence != null) {
            sequence.path.resume(sequence, clock.nanoTime());
            removeIfIdle(sequence);
        }
    }

    @Override
    public int countUnacknowledged(SourceSequence source) {
        OutboundSequence sequence = sequences.get(source.getIdentifier().getValue());
        return sequence == null ? 0 : sequence.path.locked(sequence::size);
    }

    @Override
    public int countUnacknowledged() {
        return unacknowledged.get();
    }

    @Override
    public boolean isEmpty() {
        return unacknowledged.get() == 0;
    }

    @Override
    public List<Long> getUnacknowledgedMessageNumbers(SourceSequence source) {
        List<Long> numbers = new ArrayList<>();
        ascending(source).forEach(message -> numbers.add(message.number));
        return numbers;
    }

    @Override
    public @Nullable RetryStatus getRetransmissionStatus(SourceSequence source, long number) {
        OutboundSequence sequence = sequences.get(source.getIdentifier().getValue());
        return sequence == null
                ? null
                : sequence.path.locked(() -> {
                    Outgoing message = sequence.get(number);
                    return message == null ? null : sequence.path.retransmissionStatus(message, wallClock.millis());
                });
    }

    @Override
    public Map<Long, RetryStatus> getRetransmissionStatuses(SourceSequence source) {
        Map<Long, RetryStatus> statuses = new HashMap<>();
        for (Outgoing message : ascending(source)) {
            statuses.put(message.number, message.sequence.path.retransmissionStatus(message, wallClock.millis()));
        }
        return statuses;
    }

    private List<Outgoing> ascending(SourceSequence source) {
        OutboundSequence sequence = sequences.get(source.getIdentifier().getValue());
        return sequence == null ? List.of() : sequence.path.locked(sequence::ascending);
    }

    /**
     * The messages that were given up and not acknowledged since, for an operator.
     *
     * @return a snapshot, with the reason of each
     */
    public Map<MessageId, String> givenUp() {
        return givenUp.reasons();
    }

    /**
     * Transmits a message again that was given up, as if for the first time.
     *
     * @param id the message
     * @return false if there is no such message among those {@linkplain #givenUp given up}
     */
    public boolean retry(MessageId id) {
        return givenUp.retry(id, clock.nanoTime());
    }

    /**
     * Takes a message out that was given up, also from the store. Its number stays unacknowledged: a destination that
     * delivers in order waits for it for ever.
     *
     * @param id the message
     * @return false if there is no such message among those {@linkplain #givenUp given up}
     */
    public boolean discard(MessageId id) {
        Outgoing message = givenUp.discard(id);
        if (message == null) {
            return false;
        }
        unacknowledged.decrementAndGet();
        stored.remove(message.sequence.identifier, List.of(message));
        message.template.release();
        removeIfIdle(message.sequence);
        return true;
    }

    /**
     * The state of every path.
     *
     * @return a snapshot
     */
    public List<PathStatus> paths() {
        return paths.statuses(clock.nanoTime());
    }

    /**
     * What is still to be done.
     *
     * @return a live view
     */
    public Backlog backlog() {
        return new Backlog(sequences.values());
    }

    /** Restarts nothing any more. Attempts under way are left to end. */
    @Override
    public void close() {
        timer.close();
        departures.close();
        paths.close();
    }
}
