package io.github.restartoracle.wsrm.internal.queue;

import io.github.restartoracle.internal.attempt.Attempt;
import io.github.restartoracle.internal.outbound.Applied;
import io.github.restartoracle.internal.outbound.Applied.Settled;
import io.github.restartoracle.internal.outbound.Message;
import io.github.restartoracle.internal.outbound.Sequence;
import io.github.restartoracle.internal.pending.Echo;
import io.github.restartoracle.status.Delivery;
import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.event.TransmissionListener;
import io.github.restartoracle.wsrm.internal.capture.Template;
import io.github.restartoracle.wsrm.internal.echo.Acknowledgements;
import io.github.restartoracle.wsrm.internal.echo.Arrival;
import io.github.restartoracle.wsrm.internal.log.Logs;
import io.github.restartoracle.wsrm.internal.rm.RmHeaders;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.LongFunction;
import org.apache.cxf.ws.addressing.AddressingProperties;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMEndpoint;
import org.apache.cxf.ws.rm.Source;
import org.apache.cxf.ws.rm.SourceSequence;
import org.apache.cxf.ws.rm.v200702.Identifier;
import org.apache.cxf.ws.rm.v200702.SequenceType;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Applies acknowledgements, and finishes messages that leave the queue: removes their content, in the store too, and tells
 * callbacks and listeners. Thread-safe.
 */
final class Settlement {
    private static final Logger LOG = Logs.of(Settlement.class);

    private final StoredMessages stored;
    private final TransmissionListener listener;
    private final NanoClock clock;
    /** The messages that were left in the store by stopped sequences: shutting down may bring acknowledgements of them. */
    private final Map<SourceSequence, Left> stopped = Collections.synchronizedMap(new WeakHashMap<>());

    /** The messages of a sequence with the destination at an address. */
    private record Left(String address, List<Long> numbers) {}

    Settlement(StoredMessages stored, TransmissionListener listener, NanoClock clock) {
        this.stored = stored;
        this.listener = listener;
        this.clock = clock;
    }

    /** Applies an acknowledgement of a sequence that CXF has received with the carrier, which is null if it is not known. */
    void acknowledged(
            SourceSequence source, Sequence<Template> sequence, org.apache.cxf.message.@Nullable Message carrier) {
        if (comesFromAnother(
                carrier, sequence.identifier(), sequence.path().name().address())) {
            return;
        }
        if (carrier != null && carrier.get(org.apache.cxf.message.Message.RESPONSE_CODE) instanceof Integer status) {
            sequence.path().acknowledgedWith(status, clock.nanoTime());
        }
        Arrival arrival = carrier == null ? null : Arrival.of(carrier);
        if (arrival != null && arrival.deliversInOrder()) {
            sequence.deliveredInOrder(clock.nanoTime());
        }
        long arrivedNanos = arrival == null ? clock.nanoTime() : arrival.nanos();
        LongFunction<@Nullable Echo> echoes =
                arrival == null ? number -> null : number -> arrival.echo(sequence.identifier(), number);
        boolean echoing = arrival != null && arrival.isEchoing(sequence.identifier());
        if (arrival != null && echoing) {
            // A destination that echoes keeps answers too.
            sequence.answersAreKept();
            sequence.callersAreInOrder(arrival.keepsCallerOrder());
        }
        Acknowledged received = Acknowledged.of(source, carrier);
        Applied<Template> applied;
        try {
            applied = sequence.acknowledge(
                    received.ranges(),
                    received.isFinal(),
                    source.getCurrentMessageNr(),
                    arrivedNanos,
                    clock.nanoTime(),
                    echoes,
                    template -> template.awaitsAnswerBeside(carrier));
        } catch (IllegalArgumentException unsound) {
            LOG.warn("An acknowledgement of sequence {} was rejected: {}", sequence.identifier(), unsound.getMessage());
            return;
        }
        org.apache.cxf.message.Message request = request(carrier);
        Attempt attempt = request == null ? null : Attempt.of(request);
        if (attempt != null
                && applied.leavesAnswered()
                && Acknowledgements.isComplete(received.ranges().length / 2, echoing)
                && (!echoing || isMadeFor(attempt, echoes, request))) {
            sequence.acknowledgedInAnswerTo(attempt, clock.nanoTime());
        }
        if (!applied.neverSent().isEmpty()) {
            LOG.warn(
                    "An acknowledgement of sequence {} covers messages that were never sent, {} of them from {} on; "
                            + "it was rejected for these",
                    sequence.identifier(),
                    applied.neverSent().size(),
                    applied.neverSent().get(0).number());
        }
        stored.removeAcknowledged(source, received, applied.messages());
        settled(source.getSource(), applied, arrivedNanos);
    }

    private void settled(Source source, Applied<Template> applied, long arrivedNanos) {
        for (Settled<Template> one : applied.settled()) {
            Delivery delivery = one.delivery();
            listener.acknowledged(delivery.message(), delivery.attempts(), delivery.use(), arrivedNanos);
            listener.delivered(delivery);
        }
        RMEndpoint endpoint = source.getReliableEndpoint();
        for (Message<Template> message : applied.messages()) {
            tellAcknowledged(endpoint, message);
            message.payload().release();
        }
    }

    /** Applies the answer to a message, which may have been acknowledged before, with the answer to another. */
    void answered(
            Source source,
            Identifier identifier,
            Sequence<Template> sequence,
            long number,
            org.apache.cxf.message.Message answer,
            Arrival arrival) {
        if (!sequence.answered(number, template -> template.isAnsweredBy(answer))) {
            return;
        }
        Applied<Template> applied = sequence.acknowledge(
                new long[] {number, number},
                false,
                number,
                arrival.nanos(),
                clock.nanoTime(),
                any -> null,
                template -> template.awaitsAnswerBeside(answer));
        stored.remove(identifier, applied.messages());
        settled(source, applied, arrival.nanos());
    }

    /**
     * Applies an acknowledgement of a sequence that was stopped, so that no later process sends the acknowledged messages
     * again.
     */
    void acknowledgedAfterStop(SourceSequence source, org.apache.cxf.message.@Nullable Message carrier) {
        Left left = stopped.get(source);
        if (left == null || comesFromAnother(carrier, source.getIdentifier().getValue(), left.address())) {
            return;
        }
        Acknowledged received = Acknowledged.of(source, carrier);
        stored.removeNumbers(
                source.getIdentifier(),
                left.numbers().stream().filter(received::covers).toList());
    }

    /**
     * Returns whether the acknowledgement comes from a wrong peer. The answer to a transmission can acknowledge only sequences
     * with the destination of that transmission.
     */
    private static boolean comesFromAnother(
            org.apache.cxf.message.@Nullable Message carrier, String sequence, String address) {
        org.apache.cxf.message.Message answered = request(carrier);
        if (answered == null || !Boolean.TRUE.equals(answered.get(org.apache.cxf.message.Message.REQUESTOR_ROLE))) {
            return false;
        }
        AddressingProperties maps = RMContextUtils.retrieveMAPs(answered, false, true);
        if (maps == null || maps.getTo() == null || address.equals(maps.getTo().getValue())) {
            return false;
        }
        LOG.warn("An acknowledgement of sequence {} was rejected: another peer sent it", sequence);
        return true;
    }

    /** Returns whether an echo names the attempt that is answered. A kept answer names the first, with the ranges of its time. */
    private static boolean isMadeFor(
            Attempt attempt, LongFunction<@Nullable Echo> echoes, org.apache.cxf.message.@Nullable Message request) {
        SequenceType header = request == null ? null : RmHeaders.sequence(request, true);
        Echo echo = header == null ? null : echoes.apply(header.getMessageNumber());
        return echo != null && echo.attempt() == attempt.number();
    }

    private static org.apache.cxf.message.@Nullable Message request(org.apache.cxf.message.@Nullable Message answer) {
        return answer == null || answer.getExchange() == null
                ? null
                : answer.getExchange().getOutMessage();
    }

    private static void tellAcknowledged(RMEndpoint endpoint, Message<Template> message) {
        try {
            endpoint.handleAcknowledgment(
                    message.id().sequence(), message.number(), message.payload().callback());
        } catch (RuntimeException | AssertionError | LinkageError e) {
            LOG.warn("The callback for the acknowledgement of message {} failed", message.id(), e);
        }
    }

    /** Removes the messages of a sequence that an operator has purged. */
    void purged(SourceSequence source, List<Message<Template>> messages) {
        stored.discard(source.getIdentifier(), messages);
        messages.forEach(message -> message.payload().release());
    }

    /** Removes a message that was given up and that an operator has discarded. */
    void discarded(Message<Template> message) {
        stored.discard(message);
        message.payload().release();
    }

    /** Notes what a sequence that will be stopped has in the store: an acknowledgement that comes meanwhile finds it. */
    void stopping(SourceSequence source, Sequence<Template> sequence) {
        List<Message<Template>> messages = sequence.messages();
        leave(source, sequence, messages);
        if (stored.isThere()) {
            // For good: the client does not end in this process.
            messages.stream().findFirst().ifPresent(message -> message.payload().holdClient());
        }
    }

    private void leave(SourceSequence source, Sequence<Template> sequence, List<Message<Template>> messages) {
        if (stored.isThere()) {
            stopped.put(
                    source,
                    new Left(
                            sequence.path().name().address(),
                            messages.stream().map(Message::number).toList()));
        }
    }

    /** Drops a sequence whose source is shut down. Messages in the store are recovered later; all others are lost. */
    void stopped(SourceSequence source, Sequence<Template> sequence) {
        // Answers on the connection of a request are rarely acknowledged; messages that were given up were reported
        // before.
        List<Message<Template>> lost = sequence.messages().stream()
                .filter(message -> message.state().isUnresolved())
                .toList();
        List<Message<Template>> left = sequence.drop(clock.nanoTime());
        left.forEach(message -> {
            message.payload().failCaller("its sequence has stopped");
            message.payload().release();
        });
        leave(source, sequence, left);
        if (stored.isThere()) {
            LOG.debug("{} unacknowledged messages of {} are in the store", left.size(), sequence.identifier());
            return;
        }
        if (!lost.isEmpty()) {
            LOG.warn(
                    "Sequence {} has stopped with {} unacknowledged messages; there is no store, so they will"
                            + " not be sent again",
                    sequence.identifier(),
                    lost.size());
        }
        for (Message<Template> message : lost) {
            int attempts = sequence.path().locked(message::attemptsMade);
            listener.gaveUp(message.id(), attempts, "its sequence has stopped, and there is no store");
        }
    }
}
