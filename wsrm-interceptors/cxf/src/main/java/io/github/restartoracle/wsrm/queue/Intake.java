package io.github.restartoracle.wsrm.queue;

import io.github.restartoracle.attempt.Attempt;
import io.github.restartoracle.attempt.ByteBudget;
import io.github.restartoracle.attempt.Phase;
import io.github.restartoracle.outbound.Message;
import io.github.restartoracle.outbound.MessageId;
import io.github.restartoracle.outbound.MessageState;
import io.github.restartoracle.outbound.Path;
import io.github.restartoracle.outbound.Resend;
import io.github.restartoracle.outbound.Sequence;
import io.github.restartoracle.wsrm.capture.InPlace;
import io.github.restartoracle.wsrm.capture.ReliableCalls;
import io.github.restartoracle.wsrm.capture.Template;
import io.github.restartoracle.wsrm.conduit.AttemptExchange;
import io.github.restartoracle.wsrm.event.TransmissionListener;
import io.github.restartoracle.wsrm.log.Logs;
import io.github.restartoracle.wsrm.recovery.SequenceTakenException;
import io.github.restartoracle.wsrm.recovery.StoreFailedException;
import io.github.restartoracle.wsrm.sequence.Sequences;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.ws.addressing.AddressingProperties;
import org.apache.cxf.ws.addressing.ContextUtils;
import org.apache.cxf.ws.addressing.MAPAggregator;
import org.apache.cxf.ws.rm.RMConfiguration.DeliveryAssurance;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMEndpoint;
import org.apache.cxf.ws.rm.RMException;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.persistence.RMStoreException;
import org.apache.cxf.ws.rm.v200702.SequenceType;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Takes messages into the queue: captured one-way calls, parked calls that got their number, and the messages that CXF
 * captures or recovers.
 *
 * <p>The path keeps the calls of a thread in order, two-way calls among them. On a link that answers within
 * {@value #PATIENCE_MILLIS} ms, a call waits until the call before it in the same thread was answered. Then its own chain
 * can make the transmission, and a thread that calls without a pause does not pile up messages. On a slower link a call
 * does not wait.
 *
 * <p>Thread-safe.
 */
final class Intake implements ReliableCalls {
    private static final Logger LOG = Logs.of(Intake.class);
    private static final int PATIENCE_MILLIS = 10;

    /** The party that waits for the answer to a message. */
    enum Waiting {
        NOBODY,
        /** The caller, for the answer to any transmission. */
        CALLER,
        /** The chain that makes the first transmission, for the answer to this transmission. */
        CHAIN
    }

    private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);

    /** The last first transmission that the thread made, on any bus. */
    private static final ThreadLocal<@Nullable Attempt> FORMER = new ThreadLocal<>();

    private final RMManager manager;
    private final Sequences numbers;
    private final OutboundSequences sequences;
    private final ClientEnds ends;
    private final Paths paths;
    private final StoredMessages stored;
    private final Sending sending;
    private final TransmissionListener listener;
    private final boolean sendsUnstored;
    private final AtomicLong positions = new AtomicLong();

    Intake(
            RMManager manager,
            Sequences numbers,
            OutboundSequences sequences,
            ClientEnds ends,
            Paths paths,
            StoredMessages stored,
            Sending sending,
            TransmissionListener listener,
            boolean sendsUnstored) {
        this.manager = manager;
        this.numbers = numbers;
        this.sequences = sequences;
        this.ends = ends;
        this.paths = paths;
        this.stored = stored;
        this.sending = sending;
        this.listener = listener;
        this.sendsUnstored = sendsUnstored;
    }

    @Override
    public boolean number(org.apache.cxf.message.Message message) throws RMException {
        // Its sequence may have to be created on the path, which is to have the settings that CXF has for the call.
        paths.use(Paths.Key.of(message, Paths.address(message)), () -> StockPolicy.of(manager, message), path -> path);
        ends.watch(message);
        return numbers.number(message);
    }

    @Override
    public void failed(org.apache.cxf.message.Message message) {
        numbers.release(message);
    }

    @Override
    public Optional<Attempt> captured(
            org.apache.cxf.message.Message message, Template template, boolean numbered, boolean transmitsHere) {
        Paths.Key key = Paths.Key.of(message, Paths.address(message));
        if (!numbered) {
            park(key, message, template);
            return Optional.empty();
        }
        boolean oneWay = message.getExchange().isOneWay();
        Entered entered = add(message, key, template, oneWay ? Waiting.NOBODY : waiting(transmitsHere), true);
        Message<Template> captured = entered.message();
        boolean moved = store(message, entered);
        accept(message, captured);
        if (moved) {
            // It was written under another number.
            transmit(entered);
            return Optional.empty();
        }
        if (!oneWay && !transmitsHere) {
            Optional<Attempt> attempt = entered.path().transmitInTurn(captured, entered.now());
            attempt.ifPresent(first -> {
                AttemptExchange.separate(message);
                followInPlace(message, entered, first);
            });
            return attempt;
        }
        if (!transmitsHere) {
            transmit(entered);
            return Optional.empty();
        }
        Path<Template> path = entered.path();
        awaitFormer(path);
        Optional<Attempt> attempt = path.transmit(captured, entered.now());
        attempt.ifPresent(first -> {
            if (oneWay) {
                FORMER.set(first);
            } else {
                followAwaited(message, captured, first);
            }
            sending.dispatched(captured, first, first.dispatchedNanos());
        });
        return attempt;
    }

    private static Waiting waiting(boolean transmitsHere) {
        return transmitsHere ? Waiting.CALLER : Waiting.CHAIN;
    }

    /** Waits for the last transmission of the thread, unless an answer on the link is overdue. */
    private void awaitFormer(Path<Template> path) {
        Attempt last = FORMER.get();
        if (last == null) {
            return;
        }
        FORMER.remove();
        if (last.resources().equals(path.resources()) && !last.phase().ended()) {
            long leftNanos =
                    PATIENCE_NANOS - path.longestInFlightNanos(path.resources().nowNanos());
            if (leftNanos > 0) {
                last.awaitEnd(leftNanos);
            }
        }
    }

    private void park(Paths.Key key, org.apache.cxf.message.Message call, Template template) {
        Message<Template> message = Message.parked(template, template.size()).from(caller());
        Path<Template> path = paths.use(key, () -> StockPolicy.of(manager, call), opened -> {
            reserve(opened, template);
            if (opened.parking().add(message, nextPosition(), opened.resources().nowNanos())) {
                return opened;
            }
            template.unreserve();
            return null;
        });
        try {
            numbers.park(new ParkedMessage(path, message, this));
        } catch (RuntimeException refused) {
            undo(path, message);
            throw refused;
        }
    }

    /** Returns a position, which distinguishes parked messages. */
    long nextPosition() {
        return positions.incrementAndGet();
    }

    /** Returns the call of a message that waits for a sequence on its path. */
    ParkedMessage parked(Message<Template> message) {
        SoapMessage copy = message.payload().copy();
        return new ParkedMessage(paths.get(Paths.Key.of(copy, Paths.address(copy))), message, this);
    }

    /** Takes a parked call that has got its number. */
    void numbered(org.apache.cxf.message.Message standIn, Path<Template> path, Message<Template> message) {
        if (message.payload().isAnswered()) {
            numbers.release(standIn);
            stored.remove(message.id());
            undo(path, message);
            return;
        }
        SequenceType header = RMContextUtils.retrieveRMProperties(standIn, true).getSequence();
        Optional<Sequence<Template>> taken = sequences.use(
                source(standIn),
                header.getIdentifier().getValue(),
                identifier -> open(standIn, path, identifier),
                sequence -> {
                    if (sequence.path() != path) {
                        throw new IllegalStateException("the sequence belongs to another destination");
                    }
                    if (acknowledgedInAnswers(standIn)) {
                        sequence.acknowledgedInAnswers();
                    }
                    return sequence.number(message, header.getMessageNumber())
                            ? Optional.of(sequence)
                            : sequence.closeIfIdle() ? null : Optional.empty();
                });
        if (taken.isEmpty()) {
            numbers.release(standIn);
            return;
        }
        Entered entered = new Entered(taken.get(), message);
        long number;
        try {
            // A message that the store has already waits for the store.
            number = stored.add(standIn, message, failure -> message.former() == null && isSentUnstored(failure));
        } catch (RuntimeException failure) {
            if (isAnothers(message.former(), failure)) {
                LOG.info("Message {} is sent by another process", message.former());
                withdraw(entered);
                return;
            }
            unnumber(entered);
            throw failure instanceof RMStoreException waits
                    ? waits
                    : new StoreFailedException("the message cannot be stored", failure);
        }
        renumber(entered, number);
        accept(standIn, message);
        transmit(entered);
        MessageId former = message.former();
        if (former != null) {
            if (message.hasMoved()) {
                listener.moved(former, message.id());
            }
            sequences.removeIfIdle(path.name().address(), former.sequence());
        }
    }

    /** Stores a call that is to be parked; returns false if there is no store that takes it. */
    boolean storeParked(org.apache.cxf.message.Message standIn, Message<Template> message) {
        try {
            return stored.addCall(endpoint(standIn), standIn, message);
        } catch (RuntimeException failure) {
            if (!isSentUnstored(failure)) {
                throw failure;
            }
            LOG.error("Message {} is parked although it could not be stored", message.id(), failure);
            return false;
        }
    }

    /** Stores a call in the transaction of the calling thread. */
    void joinParked(org.apache.cxf.message.Message standIn, Message<Template> message, Consumer<Boolean> ended) {
        stored.joinCall(endpoint(standIn), standIn, message, ended);
    }

    private RMEndpoint endpoint(org.apache.cxf.message.Message message) {
        try {
            return manager.getReliableEndpoint(message);
        } catch (RMException e) {
            throw new IllegalStateException(e);
        }
    }

    private boolean isSentUnstored(RuntimeException failure) {
        return sendsUnstored && !(failure instanceof SequenceTakenException);
    }

    private static boolean isAnothers(@Nullable MessageId former, RuntimeException failure) {
        return former != null
                && failure instanceof SequenceTakenException taken
                && taken.sequence().equals(former.sequence());
    }

    private void unnumber(Entered entered) {
        if (entered.path().parking().unnumber(entered.message(), nextPosition())) {
            sequences.removeIfIdle(
                    entered.path().name().address(), entered.sequence().identifier());
        }
    }

    /**
     * Takes a call without a number of an earlier process, or of another one.
     *
     * @param recovered as the store has made it
     * @param name the name under which the store has it
     * @param givenUp the reason why it was given up; null if it was not
     */
    void recoverCall(
            org.apache.cxf.message.Message recovered, Template template, MessageId name, @Nullable String givenUp) {
        Message<Template> message =
                Message.parked(template.withoutNumber(), template.size()).storedAs(name);
        Paths.Key key = Paths.Key.of(recovered, Paths.address(recovered));
        Path<Template> path = paths.use(
                key,
                () -> StockPolicy.of(manager, recovered),
                opened -> opened.parking()
                                .add(message, nextPosition(), opened.resources().nowNanos())
                        ? opened
                        : null);
        if (givenUp != null) {
            path.recoverGivenUp(message, givenUp, path.resources().nowNanos());
            return;
        }
        numbers.parkAgain(List.of(new ParkedMessage(path, message, this)));
    }

    /** Makes the first transmission from another thread. */
    private void transmit(Entered entered) {
        Message<Template> message = entered.message();
        entered.path()
                .transmit(message, entered.now())
                .ifPresent(attempt -> sending.transmit(message, attempt, attempt.dispatchedNanos()));
    }

    /**
     * Adds a message that has its number.
     *
     * @param waiting the party that waits for the answer
     * @param limited true if it may be refused because of the limit on bytes
     * @throws IllegalStateException if it is refused
     */
    Entered add(
            org.apache.cxf.message.Message message,
            Paths.Key key,
            Template template,
            Waiting waiting,
            boolean limited) {
        SequenceType header = RMContextUtils.retrieveRMProperties(message, true).getSequence();
        return sequences.use(
                source(message),
                header.getIdentifier().getValue(),
                identifier -> paths.use(
                        key,
                        () -> StockPolicy.of(manager, message),
                        path -> Sequence.open(path, identifier, inOrder(message), resend(path, message))
                                .orElse(null)),
                sequence -> {
                    if (limited) {
                        reserve(sequence.path(), template);
                    }
                    if (acknowledgedInAnswers(message)) {
                        sequence.acknowledgedInAnswers();
                    }
                    Message<Template> added = message(sequence, header.getMessageNumber(), template, waiting)
                            .from(caller());
                    if (sequence.path().add(added, sequence.path().resources().nowNanos())) {
                        return new Entered(sequence, added);
                    }
                    template.unreserve();
                    return null;
                });
    }

    private static Message<Template> message(
            Sequence<Template> sequence, long number, Template template, Waiting waiting) {
        return waiting == Waiting.CALLER
                ? sequence.awaited(number, template, template.size())
                : sequence.captured(number, template, template.size(), waiting == Waiting.CHAIN);
    }

    /**
     * Returns whether acknowledgements come in answers. They go to the address for replies, which may be the endpoint's
     * decoupled destination (RMManager.getSequence).
     */
    private static boolean acknowledgedInAnswers(org.apache.cxf.message.Message message) {
        AddressingProperties maps = RMContextUtils.retrieveMAPs(message, false, true);
        return maps != null
                && Paths.address(message).startsWith("http")
                && (maps.getReplyTo() == null || ContextUtils.isGenericAddress(maps.getReplyTo()))
                && message.getExchange()
                                .getEndpoint()
                                .getEndpointInfo()
                                .getProperty(MAPAggregator.DECOUPLED_DESTINATION)
                        == null;
    }

    private static long caller() {
        return Thread.currentThread().getId();
    }

    private Sequence<Template> open(org.apache.cxf.message.Message message, Path<Template> path, String identifier) {
        return Sequence.open(path, identifier, inOrder(message), resend(path, message))
                .orElseThrow(() -> new IllegalStateException("a path with a parked message cannot be closed"));
    }

    private boolean inOrder(org.apache.cxf.message.Message message) {
        return manager.getEffectiveConfiguration(message).isInOrder();
    }

    /**
     * Returns the messages of a sequence that move to another one: as configured, otherwise as the delivery assurance permits.
     * The answers of a server have the sequence that their client has offered.
     */
    private Resend resend(Path<Template> path, org.apache.cxf.message.Message message) {
        Resend configured = path.settings().resend();
        if (!MessageUtils.isRequestor(message)) {
            return Resend.IMPOSSIBLE;
        }
        if (configured != null) {
            return configured;
        }
        return manager.getEffectiveConfiguration(message).getDeliveryAssurance() == DeliveryAssurance.AT_LEAST_ONCE
                ? Resend.ALL
                : Resend.UNSENT;
    }

    private org.apache.cxf.ws.rm.Source source(org.apache.cxf.message.Message message) {
        try {
            return manager.getSource(message);
        } catch (RMException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void reserve(Path<Template> path, Template template) {
        ByteBudget budget = path.resources().messages();
        if (!template.reserve(budget)) {
            throw new IllegalStateException("the unacknowledged messages of " + path.name() + " take " + budget.used()
                    + " bytes of memory; the limit for all paths is " + budget.limit() + " (max-pending-bytes)");
        }
    }

    /** Stores a message; returns true if its number differs from the one it was written under. */
    private boolean store(org.apache.cxf.message.Message message, Entered entered) {
        try {
            return renumber(entered, stored.add(message, entered.message(), this::isSentUnstored));
        } catch (RuntimeException e) {
            withdraw(entered);
            throw e;
        }
    }

    private static boolean renumber(Entered entered, long number) {
        boolean moved = entered.message().number() != number;
        if (moved) {
            entered.path().renumber(entered.message(), number);
        }
        return moved;
    }

    /**
     * Follows the chain of a two-way call, which makes its first transmission and ends; the caller waits for the answer to
     * any transmission.
     */
    private static void followAwaited(
            org.apache.cxf.message.Message message, Message<Template> captured, Attempt attempt) {
        InPlace.failsWith(message, failure -> {
            if (!attempt.isTaken()) {
                attempt.fail(failure);
            }
            return captured.state() != MessageState.GIVEN_UP;
        });
    }

    /** Makes the first transmission of a message in its chain, for any kind of answer that the chain waits for. */
    void transmitInPlace(org.apache.cxf.message.Message message, Entered entered) {
        followInPlace(message, entered, entered.path().transmitInPlace(entered.message(), entered.now()));
    }

    private void followInPlace(org.apache.cxf.message.Message message, Entered entered, Attempt attempt) {
        Message<Template> captured = entered.message();
        attempt.advance(Phase.CONNECTED);
        InPlace.follow(message, attempt, failure -> {
            Throwable cause = failure instanceof Fault && failure.getCause() != null ? failure.getCause() : failure;
            if (cause instanceof SequenceTakenException) {
                withdraw(entered);
            }
            attempt.fail(failure);
            return captured.state().isUnresolved();
        });
        sending.dispatched(captured, attempt, attempt.dispatchedNanos());
    }

    /** Takes out a parked call; returns false if it was taken out before. */
    boolean undo(Path<Template> path, Message<Template> message) {
        boolean withdrawn = path.withdraw(message, path.resources().nowNanos());
        if (withdrawn) {
            message.payload().release();
        }
        return withdrawn;
    }

    /** Takes out a parked call that cannot be sent any more. */
    void lost(Path<Template> path, Message<Template> message, String reason) {
        if (!undo(path, message)) {
            return;
        }
        if (message.former() != null && stored.isThere()) {
            LOG.debug("Message {} is in the store; the next process sends it", message.id());
        } else {
            LOG.error("A call to {} that waited for a sequence is lost: {}", path.name(), reason);
            listener.lost(path.name().endpoint(), path.name().address(), reason);
        }
    }

    /** Takes out a message that is not to be sent. */
    private void withdraw(Entered entered) {
        if (undo(entered.path(), entered.message())) {
            sequences.removeIfIdle(
                    entered.path().name().address(), entered.sequence().identifier());
        }
    }

    void accept(org.apache.cxf.message.Message message, Message<Template> captured) {
        try {
            manager.getReliableEndpoint(message).handleAccept(captured.id().sequence(), captured.number(), message);
        } catch (RMException e) {
            LOG.warn("Message {} has no reliable endpoint", captured.id(), e);
        } catch (RuntimeException | AssertionError | LinkageError e) {
            LOG.warn("The callback for message {} failed; the message is sent", captured.id(), e);
        }
    }
}
