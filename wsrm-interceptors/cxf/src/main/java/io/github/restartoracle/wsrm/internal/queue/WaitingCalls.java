package io.github.restartoracle.wsrm.internal.queue;

import io.github.restartoracle.internal.outbound.Message;
import io.github.restartoracle.internal.outbound.Path;
import io.github.restartoracle.internal.outbound.Sequence;
import io.github.restartoracle.status.MessageId;
import io.github.restartoracle.status.PathName;
import io.github.restartoracle.wsrm.event.TransmissionListener;
import io.github.restartoracle.wsrm.internal.capture.Clients;
import io.github.restartoracle.wsrm.internal.capture.Template;
import io.github.restartoracle.wsrm.internal.log.Logs;
import io.github.restartoracle.wsrm.internal.rm.RmHeaders;
import io.github.restartoracle.wsrm.internal.rm.SequenceRequests;
import io.github.restartoracle.wsrm.internal.sequence.CurrentSequence;
import io.github.restartoracle.wsrm.internal.sequence.RequestFailures;
import io.github.restartoracle.wsrm.recovery.SequenceTakenException;
import io.github.restartoracle.wsrm.recovery.StoreFailedException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMEndpoint;
import org.apache.cxf.ws.rm.RMException;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.RMUtils;
import org.apache.cxf.ws.rm.Source;
import org.apache.cxf.ws.rm.SourceSequence;
import org.apache.cxf.ws.rm.persistence.RMStoreException;
import org.apache.cxf.ws.rm.v200702.Identifier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * The messages without a number: calls that wait for a sequence, and messages that move to another one, because theirs has ended:
 * their destination takes no part in it any more, or a message is missing for which it would wait. Thread-safe.
 */
final class WaitingCalls {
    private static final Logger LOG = Logs.of(WaitingCalls.class);

    /** The number of times in turn that a destination may fail to close a sequence, with pauses of two minutes in all. */
    private static final int MOST_FAULTS = 30;

    static final String SHUT_DOWN = "the bus was shut down";

    private final RMManager manager;
    private final CurrentSequence current;
    private final SequenceQueues numbers;
    private final OutboundSequences sequences;
    private final ClientEnds clients;
    private final Paths paths;
    private final StoredMessages stored;
    private final Sending sending;
    private final TransmissionListener listener;
    /** Distinguishes the messages without a number. */
    private final AtomicLong positions = new AtomicLong();

    WaitingCalls(
            RMManager manager,
            CurrentSequence current,
            SequenceQueues numbers,
            OutboundSequences sequences,
            ClientEnds clients,
            Paths paths,
            StoredMessages stored,
            Sending sending,
            TransmissionListener listener) {
        this.manager = manager;
        this.current = current;
        this.numbers = numbers;
        this.sequences = sequences;
        this.clients = clients;
        this.paths = paths;
        this.stored = stored;
        this.sending = sending;
        this.listener = listener;
    }

    /** Has a call wait that was captured without a number. */
    void park(org.apache.cxf.message.Message call, Template template) {
        Message<Template> message = paths.use(call, path -> {
            Paths.reserve(path, template);
            Message<Template> parked = park(Message.parked(path, template, template.size())
                    .from(Thread.currentThread().getId()));
            if (parked == null) {
                template.unreserve();
            }
            return parked;
        });
        try {
            numbers.park(call, message);
        } catch (RuntimeException refused) {
            undo(message);
            throw refused;
        }
    }

    /** Adds a message to its path; returns null if that is closed. */
    private @Nullable Message<Template> park(Message<Template> message) {
        return message.path().parking().add(message, positions.incrementAndGet(), paths.nowNanos()) ? message : null;
    }

    /** Returns a message for the numbering of a call. Its RM properties get the number. */
    SoapMessage standIn(Message<Template> message) {
        return message.payload().copy();
    }

    /**
     * Stores a message without a number, if there is a store for such messages; may be called again.
     *
     * @return true if it is stored, so that the next process sends it if this one does not
     */
    boolean store(Message<Template> message) {
        org.apache.cxf.message.Message standIn = standIn(message);
        try {
            return stored.addCall(endpoint(standIn), standIn, message);
        } catch (RuntimeException failure) {
            if (!stored.isSentUnstored(failure)) {
                throw failure;
            }
            LOG.error("Message {} is parked although it could not be stored", message.id(), failure);
            return false;
        }
    }

    /**
     * Stores a message without a number in the transaction of the calling thread.
     *
     * @param ended told once: true if the message is to get a number, false if its transaction had no effect
     */
    void join(Message<Template> message, Consumer<Boolean> ended) {
        org.apache.cxf.message.Message standIn = standIn(message);
        stored.joinCall(endpoint(standIn), standIn, message, ended);
    }

    private RMEndpoint endpoint(org.apache.cxf.message.Message message) {
        try {
            return manager.getReliableEndpoint(message);
        } catch (RMException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Takes a message that has got its number: it is transmitted from now on.
     *
     * @throws RMStoreException if that cannot be stored: it has no number any more, and goes on waiting
     */
    void numbered(org.apache.cxf.message.Message standIn, Message<Template> message) {
        try {
            take(standIn, message);
        } catch (RMStoreException waits) {
            throw waits;
        } catch (RuntimeException | Error failure) {
            // The message had its number, so the sequence is not the cause.
            current.release(standIn);
            Path<Template> path = message.path();
            LOG.error(
                    "A call to {} that waited for its sequence cannot be sent",
                    path.name().endpoint(),
                    failure);
            path.parking().giveUp(message, "it could not be handed over: " + failure, paths.nowNanos());
        }
    }

    private void take(org.apache.cxf.message.Message standIn, Message<Template> message) {
        if (message.payload().isAnswered()) {
            current.release(standIn);
            stored.remove(message.id());
            undo(message);
            return;
        }
        Path<Template> path = message.path();
        long expected =
                RMContextUtils.retrieveRMProperties(standIn, true).getSequence().getMessageNumber();
        Optional<Sequence<Template>> taken = sequences.use(
                standIn,
                identifier -> sequences
                        .open(standIn, path, identifier)
                        .orElseThrow(() -> new IllegalStateException("a path with a parked message cannot be closed")),
                sequence -> {
                    if (sequence.path() != path) {
                        throw new IllegalStateException("the sequence belongs to another destination");
                    }
                    OutboundSequences.noteAcknowledgements(standIn, sequence);
                    return sequence.number(message, expected)
                            ? Optional.of(sequence)
                            : sequence.closeIfIdle() ? null : Optional.empty();
                });
        if (taken.isEmpty()) {
            current.release(standIn);
            return;
        }
        long number;
        try {
            // A message that the store has already waits for the store.
            number =
                    stored.add(standIn, message, failure -> message.former() == null && stored.isSentUnstored(failure));
        } catch (RuntimeException failure) {
            if (isAnothers(message.former(), failure)) {
                LOG.info("Message {} is sent by another process", message.former());
                sequences.withdraw(message);
                return;
            }
            unnumber(message);
            throw failure instanceof RMStoreException waits
                    ? waits
                    : new StoreFailedException("the message cannot be stored", failure);
        }
        path.renumber(message, number);
        sending.accept(standIn, message);
        sending.transmit(message);
        MessageId former = message.former();
        if (former != null) {
            if (message.hasMoved()) {
                listener.moved(former, message.id());
            }
            sequences.removeIfIdle(path.name().address(), former.sequence());
        }
    }

    private static boolean isAnothers(@Nullable MessageId former, RuntimeException failure) {
        return former != null
                && failure instanceof SequenceTakenException taken
                && taken.sequence().equals(former.sequence());
    }

    private void unnumber(Message<Template> message) {
        String sequence = message.id().sequence();
        if (message.path().parking().unnumber(message, positions.incrementAndGet())) {
            sequences.removeIfIdle(message.path().name().address(), sequence);
        }
    }

    /** Takes a message out: its call was not made, after all. Returns false if it is out already. */
    boolean undo(Message<Template> message) {
        return sequences.withdraw(message);
    }

    /** Leaves a message to the next process, or tells that it is lost, because its bus is shut down. */
    void lost(Message<Template> message) {
        if (message.former() != null && stored.isThere()) {
            // For good: the client does not end in this process.
            message.payload().holdClient();
            if (OutboundSequences.leave(message)) {
                LOG.debug("Message {} is in the store; the next process sends it", message.id());
            }
        } else if (undo(message)) {
            PathName path = message.path().name();
            LOG.error("A call to {} that waited for a sequence is lost: {}", path, SHUT_DOWN);
            listener.lost(path.endpoint(), path.address(), SHUT_DOWN);
        }
    }

    /** Takes a call without a number of an earlier process, or of another one. */
    void recoverCall(
            org.apache.cxf.message.Message recovered, Template template, MessageId name, @Nullable String givenUp) {
        Template content = template.withoutNumber();
        Message<Template> message = paths.use(
                recovered,
                path -> park(Message.parked(path, content, content.size()).storedAs(name)));
        if (givenUp == null) {
            numbers.parkAgain(recovered, List.of(message));
        } else {
            message.path().recoverGivenUp(message, givenUp, paths.nowNanos());
        }
    }

    /** Has a sequence closed in which a message is missing; further calls wait for that, and use another sequence. */
    void ends(Message<Template> gap) {
        gap.payload().holdClient();
        numbers.end(standIn(gap), gap);
    }

    /** Holds the client of a caller for which a sequence is created, until that is {@linkplain #made made} or has failed. */
    void making(org.apache.cxf.message.Message call) {
        Clients.life(RmHeaders.application(call)).hold();
    }

    /** Releases the client of a caller. */
    void made(org.apache.cxf.message.Message call) {
        clients.made(call);
    }

    /**
     * Closes a sequence, and terminates it unless a caller waits for an answer to a message of it. A destination that gives no
     * final acknowledgement, or does not know the sequence, may have accepted any message.
     *
     * @param faults the number of times in turn that the destination has failed to do so, 0 or more
     */
    void close(Message<Template> gap, int faults) throws RMException {
        closeSequence(gap, faults);
        Optional.ofNullable(gap.payload().client()).ifPresent(clients::release);
    }

    private void closeSequence(Message<Template> gap, int faults) throws RMException {
        org.apache.cxf.message.Message sent = standIn(gap);
        Identifier identifier = CurrentSequence.identifier(gap.id().sequence());
        Source source = manager.getSource(sent);
        SourceSequence ending = source.getSequence(identifier);
        if (ending == null) {
            return;
        }
        if (ending.getTarget() == null) {
            ending.setTarget(RMUtils.createReference(Paths.address(sent)));
        }
        Sequence<Template> sequence = sequences.get(ending);
        if (sequence == null || !sequence.isForsaken()) {
            try {
                SequenceRequests.close(ending);
            } catch (RMException failure) {
                if (!RequestFailures.isConfiguration(failure)
                        || (RequestFailures.isPassing(failure) && faults < MOST_FAULTS)) {
                    throw failure;
                }
                LOG.debug("The destination cannot close sequence {}", identifier.getValue(), failure);
            }
        }
        if (sequence != null) {
            sequence.closed(sequence.path().resources().nowNanos());
            sequences.removeIfIdle(source, sequence);
        }
        if (sequence == null
                || sequence.messages().stream()
                        .noneMatch(message -> message.state().isUnresolved())) {
            try {
                SequenceRequests.terminate(ending);
            } catch (RMException failure) {
                LOG.debug("The destination is not told to terminate sequence {}", identifier.getValue(), failure);
            }
        }
    }

    /** Leaves the sequence of a message. */
    void left(Message<Template> any, String reason, List<Message<Template>> moved, List<Message<Template>> lost) {
        String sequence = any.id().sequence();
        org.apache.cxf.message.Message sent = standIn(any);
        LOG.warn(
                "Sequence {} to {} has ended: {}. {} of its messages move to a new sequence, {} are given up{}",
                sequence,
                Paths.address(sent),
                reason,
                moved.size(),
                lost.size(),
                lost.isEmpty() ? "" : "; retry or discard them");
        stored.noteForsaken(CurrentSequence.identifier(sequence));
        if (any.payload().isRequest()) {
            numbers.leave(sent, sequence, moved);
        }
        sequences.removeIfIdle(Paths.address(sent), sequence);
    }

    /** Has messages wait for a sequence. */
    void park(List<Message<Template>> messages) {
        numbers.parkAgain(standIn(messages.get(0)), messages);
    }
}
