package io.github.restartoracle.wsrm.internal.queue;

import io.github.restartoracle.internal.outbound.Message;
import io.github.restartoracle.internal.outbound.Path;
import io.github.restartoracle.internal.outbound.Sequence;
import io.github.restartoracle.status.Backlog;
import io.github.restartoracle.status.MessageId;
import io.github.restartoracle.status.PathStatus;
import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.event.TransmissionListener;
import io.github.restartoracle.wsrm.internal.capture.Clients;
import io.github.restartoracle.wsrm.internal.capture.ProtocolRequest;
import io.github.restartoracle.wsrm.internal.capture.ReliableCalls;
import io.github.restartoracle.wsrm.internal.capture.Template;
import io.github.restartoracle.wsrm.internal.capture.TemplateSender;
import io.github.restartoracle.wsrm.internal.echo.Arrival;
import io.github.restartoracle.wsrm.internal.log.Logs;
import io.github.restartoracle.wsrm.internal.recovery.CallQueue;
import io.github.restartoracle.wsrm.internal.recovery.RecoveredMessage;
import io.github.restartoracle.wsrm.internal.runtime.Daemons;
import io.github.restartoracle.wsrm.internal.runtime.Lanes;
import io.github.restartoracle.wsrm.internal.runtime.Later;
import io.github.restartoracle.wsrm.internal.sequence.CurrentSequence;
import java.io.IOException;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.cxf.phase.PhaseInterceptorChain;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.RMUtils;
import org.apache.cxf.ws.rm.RetransmissionQueue;
import org.apache.cxf.ws.rm.RetryStatus;
import org.apache.cxf.ws.rm.Source;
import org.apache.cxf.ws.rm.SourceSequence;
import org.apache.cxf.ws.rm.v200702.Identifier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * The retransmission queue of a CXF bus that is controlled by a restart oracle: a restart is dispatched when it is due,
 * independently of earlier attempts.
 *
 * <p>It replaces CXF's queue through {@link RMManager#setRetransmissionQueue}. A one-way call returns once its first
 * transmission is handed to the transport, or waits in the queue; all other transmissions are made by other threads on
 * copies. A two-way call is transmitted in the same way, and its caller waits for the first answer. If the transport does
 * not support attempts, the caller's thread makes the first transmission, and the restarts follow one another.
 *
 * <p>Thread-safe.
 */
public final class OracleRetransmissionQueue implements RetransmissionQueue, CallQueue, AutoCloseable {
    private static final Logger LOG = Logs.of(OracleRetransmissionQueue.class);

    /** The number of closed clients whose sequences are terminated at once. */
    private static final int MOST_ENDS = 16;

    /** The time between two looks at the paths and the closed clients. */
    private static final long WATCH_MILLIS = 2_000;

    private final NanoClock clock;
    private final Clock wallClock = Clock.systemUTC();
    private final Lanes lanes = Lanes.unbounded("restart-oracle-worker");
    private final ScheduledExecutorService timer = Daemons.scheduler("restart-oracle-timer");
    private final Paths paths;
    private final Sending sending;
    private final CurrentSequence current;
    private final SequenceQueues numbers;
    private final StoredMessages stored;
    private final Intake intake;
    private final WaitingCalls waiting;
    private final Requests requests;
    private final OutboundSequences sequences;
    private final ClientEnds ends;
    private final Settlement resolved;
    /** The acknowledgements that are being applied: their messages may have left their path, and still be in the store. */
    private final AtomicInteger applying = new AtomicInteger();

    private final OperatorActions operator;

    /**
     * Creates a queue that is not yet installed.
     *
     * @param listener told of every transmission; must not throw
     */
    public OracleRetransmissionQueue(
            RMManager manager, QueueOptions options, TransmissionListener listener, NanoClock clock) {
        this.clock = clock;
        Later later = Later.of(timer);
        this.sequences = new OutboundSequences(manager);
        this.current = new CurrentSequence(manager, clock);
        this.numbers = new SequenceQueues(manager, options::parking, clock, later, current);
        this.stored = new StoredMessages(manager, current, options.sendsUnstored);
        Clients clients = Clients.of(manager.getBus());
        this.ends = new ClientEnds(manager, clients, numbers, stored, lanes.lane(MOST_ENDS));
        this.sending = new Sending(
                manager, new TemplateSender(manager, clients), clock, lanes, listener, stored, ends, this::waiting);
        this.paths = new Paths(manager, options, clock, sending, later, lanes, listener);
        this.resolved = new Settlement(stored, listener, clock);
        this.waiting = new WaitingCalls(manager, current, numbers, sequences, ends, paths, stored, sending, listener);
        numbers.handTo(waiting);
        this.intake = new Intake(current, numbers, sequences, ends, paths, stored, sending, waiting);
        this.requests = new Requests(numbers, paths, clock);
        this.operator = new OperatorActions(paths, numbers, sequences, stored, resolved);
        PathWatch watch = new PathWatch(paths.all(), clock);
        Future<?> unused =
                timer.scheduleWithFixedDelay(() -> look(watch), WATCH_MILLIS, WATCH_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void look(PathWatch watch) {
        try {
            ends.look();
            watch.checkAll();
        } catch (RuntimeException | Error failure) {
            // If it were thrown, the executor would look no more.
            LOG.error("A look at the paths failed", failure);
        }
    }

    private WaitingCalls waiting() {
        return waiting;
    }

    /** Returns the entrance for calls. */
    public ReliableCalls calls() {
        return intake;
    }

    /** Takes a request of WS-RM itself that is going to be written by an outgoing chain. */
    public ProtocolRequest request(org.apache.cxf.message.Message message) {
        return requests.begin(message);
    }

    /** Gives a request of WS-RM the context of the call for which it is made, or of the last call of its sequence. */
    public void giveContext(org.apache.cxf.message.Message request) {
        current.giveContext(request);
    }

    /** Does not start the timer, which starts with the first message. */
    @Override
    public void start() {}

    /** Takes a message that CXF has captured, which is the answer of a server, or recovered from its store. */
    @Override
    public void addUnacknowledged(org.apache.cxf.message.Message message) {
        String givenUp = (String) message.remove(RecoveredMessage.GIVEN_UP);
        boolean forsaken = message.remove(RecoveredMessage.FORSAKEN) != null;
        ends.recovers(message);
        Template template = template(message);
        if (template == null) {
            return;
        }
        // The caller of a recovered two-way call is gone, but its destination answers it as before.
        Message.Kind kind = message.remove(Template.TWO_WAY) == null ? Message.Kind.ONE_WAY : Message.Kind.AWAITED;
        Message<Template> added = intake.add(message, template, kind, false);
        Path<Template> path = added.path();
        if (forsaken) {
            path.forsake(added);
        }
        if (RMUtils.getAddressingConstants().getAnonymousURI().equals(Paths.address(message))) {
            // The only way back is the connection of the request: the chain answers on it, which cannot be repeated.
            path.answer(added, clock.nanoTime());
        } else if (givenUp != null) {
            path.recoverGivenUp(added, givenUp, clock.nanoTime());
            if (StoredMessages.DISCARDED.equals(givenUp)) {
                operator.discard(added);
            }
        } else if (message.getInterceptorChain() == null) {
            path.recover(added, clock.nanoTime());
        } else {
            intake.transmitInPlace(message, added);
        }
        sending.accept(message, added);
    }

    private static @Nullable Template template(org.apache.cxf.message.Message message) {
        try {
            return Template.of(message);
        } catch (IOException unreadable) {
            LOG.error("A message cannot be transmitted: its content cannot be read", unreadable);
            return null;
        }
    }

    @Override
    public void recoverCall(org.apache.cxf.message.Message recovered, MessageId name, @Nullable String givenUp) {
        Template template = template(recovered);
        ends.recovers(recovered);
        if (template != null) {
            waiting.recoverCall(recovered, template, name, givenUp);
        }
    }

    @Override
    public boolean outlives(org.apache.cxf.endpoint.Endpoint client) {
        return ends.outlives(client);
    }

    @Override
    public void purgeAcknowledged(SourceSequence source) {
        Sequence<Template> sequence = sequences.get(source);
        org.apache.cxf.message.Message carrier = PhaseInterceptorChain.getCurrentMessage();
        if (sequence != null) {
            apply(source.getSource(), sequence, () -> resolved.acknowledged(source, sequence, carrier));
        }
        // It may have stopped meanwhile.
        resolved.acknowledgedAfterStop(source, carrier);
    }

    /** Returns the sequence with an identifier, of any endpoint; null if it is not known. */
    @Nullable
    SourceSequence sequence(Identifier identifier) {
        return sequences.only(identifier);
    }

    /** Takes the answer to a two-way call, which has arrived. */
    void answered(
            Source source, Identifier identifier, long number, org.apache.cxf.message.Message answer, Arrival arrival) {
        // By source and name: CXF forgets a sequence once its last message is acknowledged, even if that comes with the
        // answer to another message.
        Sequence<Template> sequence = sequences.get(source, identifier.getValue());
        if (sequence != null) {
            apply(source, sequence, () -> resolved.answered(source, identifier, sequence, number, answer, arrival));
        }
    }

    private void apply(Source source, Sequence<Template> sequence, Runnable acknowledgement) {
        applying.incrementAndGet();
        try {
            ends.during(source, acknowledgement);
        } finally {
            applying.decrementAndGet();
        }
        sequences.removeIfIdle(source, sequence);
    }

    /**
     * Takes all messages of a sequence out, acknowledged or not. Unlike CXF's queue, this does not report messages to
     * callbacks as acknowledged that were not.
     */
    @Override
    public void purgeAll(SourceSequence source) {
        Sequence<Template> sequence = sequences.remove(source);
        if (sequence != null) {
            resolved.purged(source, sequence.purge(clock.nanoTime()));
        }
        stored.removeLast(source);
    }

    @Override
    public void stop(SourceSequence source) {
        Sequence<Template> sequence = sequences.get(source);
        if (sequence != null) {
            resolved.stopping(source, sequence);
            sequences.remove(source);
            resolved.stopped(source, sequence);
        }
    }

    @Override
    public void suspend(SourceSequence source) {
        find(source).ifPresent(sequence -> sequence.suspend(clock.nanoTime()));
    }

    @Override
    public void resume(SourceSequence source) {
        find(source).ifPresent(sequence -> {
            sequence.resume(clock.nanoTime());
            sequences.removeIfIdle(source.getSource(), sequence);
        });
    }

    @Override
    public int countUnacknowledged(SourceSequence source) {
        return find(source).map(Sequence::size).orElse(0);
    }

    @Override
    public int countUnacknowledged() {
        return backlog().unacknowledged();
    }

    @Override
    public boolean isEmpty() {
        return countUnacknowledged() == 0;
    }

    @Override
    public List<Long> getUnacknowledgedMessageNumbers(SourceSequence source) {
        return messages(source).map(Message::number).toList();
    }

    @Override
    public @Nullable RetryStatus getRetransmissionStatus(SourceSequence source, long number) {
        return find(source)
                .flatMap(sequence -> sequence.get(number))
                .map(this::status)
                .orElse(null);
    }

    @Override
    public Map<Long, RetryStatus> getRetransmissionStatuses(SourceSequence source) {
        Map<Long, RetryStatus> statuses = new HashMap<>();
        messages(source).forEach(message -> statuses.put(message.number(), status(message)));
        return statuses;
    }

    private Optional<Sequence<Template>> find(SourceSequence source) {
        return Optional.ofNullable(sequences.get(source));
    }

    private Stream<Message<Template>> messages(SourceSequence source) {
        return find(source).stream().flatMap(sequence -> sequence.messages().stream());
    }

    private RetryStatus status(Message<Template> message) {
        Path<Template> path = message.path();
        long nowNanos = clock.nanoTime();
        return new RetransmissionStatus(
                path.status(message, nowNanos), path.settings().maxAttempts(), nowNanos, wallClock.millis());
    }

    /** Returns the access of operators to the messages. */
    public OperatorActions operator() {
        return operator;
    }

    /** Returns the states of all paths, a snapshot. */
    public List<PathStatus> paths() {
        return paths.statuses();
    }

    /** Returns the work that is still to be done, the sum over all paths. */
    public Backlog backlog() {
        int waiting = (int) Math.min(Integer.MAX_VALUE, stored.waiting());
        Backlog queued = paths.backlog();
        // Read after the paths, so that no message is missed between the two.
        return queued.plus(new Backlog(waiting, waiting + applying.get(), 0, 0));
    }

    /** Counts the closed clients whose sequences are being terminated. */
    public int countEnding() {
        return ends.underWay();
    }

    /** Asks for the acknowledgements of messages that the store would leave to the next process. */
    public void askForAcknowledgements() {
        if (stored.isThere()) {
            sequences.all().forEach(sequence -> sequence.ask(clock.nanoTime()));
        }
    }

    /** Ends the waits for sequences, because the bus is shut down. */
    public void endWaits() {
        numbers.close();
    }

    /** Stops all restarts. Attempts in flight are left to end. */
    @Override
    public void close() {
        requests.close();
        timer.shutdown();
        lanes.close();
        ends.close();
    }
}
