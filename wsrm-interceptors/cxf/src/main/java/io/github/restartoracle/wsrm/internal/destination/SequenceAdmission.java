package io.github.restartoracle.wsrm.internal.destination;

import io.github.restartoracle.internal.inbound.ReceivedSequences;
import io.github.restartoracle.internal.inbound.ReceivedSequences.Presence;
import io.github.restartoracle.internal.inbound.SequenceLimits;
import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.internal.log.Logs;
import io.github.restartoracle.wsrm.internal.rm.RmHeaders;
import io.github.restartoracle.wsrm.internal.runtime.Later;
import io.github.restartoracle.wsrm.internal.sequence.SequenceWork;
import java.time.Duration;
import java.util.Calendar;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import javax.xml.datatype.DatatypeFactory;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.phase.PhaseInterceptorChain;
import org.apache.cxf.ws.addressing.Names;
import org.apache.cxf.ws.rm.Destination;
import org.apache.cxf.ws.rm.DestinationSequence;
import org.apache.cxf.ws.rm.ProtocolVariation;
import org.apache.cxf.ws.rm.RM10Constants;
import org.apache.cxf.ws.rm.RM11Constants;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMException;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.SequenceIdentifierGenerator;
import org.apache.cxf.ws.rm.Source;
import org.apache.cxf.ws.rm.v200702.CreateSequenceType;
import org.apache.cxf.ws.rm.v200702.Expires;
import org.apache.cxf.ws.rm.v200702.Identifier;
import org.apache.cxf.ws.rm.v200702.OfferType;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Limits the sequences that are received, in number and in time. CXF asks for the identifier of a new sequence first, and
 * answers CreateSequence with the fault CreateSequenceRefused if it gets none. Thread-safe.
 */
final class SequenceAdmission implements SequenceIdentifierGenerator {
    private static final Logger LOG = Logs.of(SequenceAdmission.class);
    /** The least interval between two checks for room, since a check takes time. */
    private static final long LEAST_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** The longest address, and the longest identifier, that a store can keep. */
    private static final int LONGEST_ADDRESS = 2_048;

    private static final int LONGEST_IDENTIFIER = 512;

    /** The refusal of a sequence, without a stack trace: CXF logs the trace, and refusals may come by the thousand. */
    private static final class RefusedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        RefusedException(String message) {
            super(message, null, false, false);
        }
    }

    private final RMManager manager;
    private final SequenceIdentifierGenerator identifiers;
    private final NamedAddresses addresses;
    private final NanoClock clock;
    private final Later later;
    private final DestinationTimer timer;
    private final ReceivedSequences<ReceivedSequence> sequences;
    private boolean watching;
    private @Nullable Long lookedNanos;

    SequenceAdmission(
            RMManager manager,
            Supplier<SequenceLimits> limits,
            NamedAddresses addresses,
            NanoClock clock,
            Later later,
            DestinationTimer timer) {
        this.manager = manager;
        this.identifiers = manager.getIdGenerator();
        this.addresses = addresses;
        this.clock = clock;
        this.later = later;
        this.sequences = new ReceivedSequences<>(limits);
        this.timer = timer;
    }

    @Override
    public Identifier generateSequenceIdentifier() {
        Message request = PhaseInterceptorChain.getCurrentMessage();
        if (request == null || !isCreation(request)) {
            return identifiers.generateSequenceIdentifier();
        }
        try {
            Destination destination = manager.getDestination(request);
            check(request, destination.getReliableEndpoint().getSource());
            return admit(destination, NamedAddresses.source(request), (Duration) request.get(ExpiresIn.GRANTED));
        } catch (RMException e) {
            throw new IllegalStateException(e);
        }
    }

    static boolean isCreation(Message request) {
        String action = RmHeaders.action(request, false);
        return RM10Constants.CREATE_SEQUENCE_ACTION.equals(action)
                || RM11Constants.CREATE_SEQUENCE_ACTION.equals(action);
    }

    /**
     * Refuses a sequence that could not be acknowledged, or only to an address that must not be called. Also refuses an
     * offered sequence that exists: CXF would replace the sequence by a new one. A repeated CreateSequence whose response was
     * lost makes such an offer.
     */
    private void check(Message request, Source answers) {
        CreateSequenceType create = RMContextUtils.getProtocolVariation(request)
                .getCodec()
                .convertReceivedCreateSequence(request.getContent(List.class).get(0));
        String acksTo = NamedAddresses.text(create.getAcksTo());
        if (acksTo == null
                || acksTo.isEmpty()
                || acksTo.equals(Names.WSA_NONE_ADDRESS)
                || acksTo.length() > LONGEST_ADDRESS) {
            throw new RefusedException("the sequence has no address for acknowledgements, or one that is too long");
        }
        if (!addresses.permits(request, create.getAcksTo())) {
            throw new RefusedException(Logs.printable(InvalidMessages.notCalled("AcksTo", acksTo)));
        }
        OfferType offer = create.getOffer();
        String offered = offer == null
                ? "none"
                : offer.getIdentifier() == null
                        ? ""
                        : String.valueOf(offer.getIdentifier().getValue());
        if (offered.isEmpty() || offered.length() > LONGEST_IDENTIFIER) {
            throw new RefusedException("the sequence that is offered for answers has no name, or one that is too long");
        }
        if (offer != null && answers.getSequence(offer.getIdentifier()) != null) {
            throw new RefusedException("the sequence that is offered for answers exists already");
        }
    }

    private synchronized Identifier admit(Destination destination, String source, @Nullable Duration lifetime) {
        if (sequences.isFull(source)) {
            makeRoom(source);
        }
        if (sequences.isFull(source)) {
            throw new RefusedException(Logs.printable("too many sequences are received from " + source + " or in all"));
        }
        Identifier identifier = identifiers.generateSequenceIdentifier();
        sequences.add(new ReceivedSequence(destination, identifier), source, lifetime, clock.nanoTime());
        // The sequence for answers that is offered with it may be left without one.
        SequenceWork.leaveOpen(manager);
        watch();
        return identifier;
    }

    private void makeRoom(String source) {
        ReceivedSequence oldest = sequences.takeForRoom(source, clock.nanoTime());
        if (oldest != null) {
            timer.end(oldest, this::isNeeded);
        }
        long nowNanos = clock.nanoTime();
        if (sequences.isFull(source) && (lookedNanos == null || nowNanos - lookedNanos >= LEAST_NANOS)) {
            lookedNanos = nowNanos;
            endDue();
        }
    }

    /** Returns whether a sequence counts: a message that comes of one which was taken out counts it again. */
    private synchronized boolean isNeeded(ReceivedSequence sequence) {
        return sequences.contains(sequence);
    }

    private void endDue() {
        List<ReceivedSequence> due;
        synchronized (this) {
            due = sequences.takeDue(ReceivedSequence::presence, clock.nanoTime());
        }
        long ended = due.stream().filter(each -> each.present() != null).count();
        due.forEach(each -> timer.end(each, this::isNeeded));
        if (ended > 0) {
            LOG.info("{} sequences were terminated because they were never used or have expired", ended);
        }
    }

    /** Counts a sequence of an earlier or another process. */
    synchronized void recovered(DestinationSequence sequence) {
        sequences.recovered(ReceivedSequence.of(sequence), CxfSequence.highest(sequence) > 0, clock.nanoTime());
        SequenceWork.leaveOpen(manager);
        watch();
    }

    synchronized void used(DestinationSequence sequence, Message message) {
        sequences.used(ReceivedSequence.of(sequence), () -> NamedAddresses.source(message), clock.nanoTime());
        watch();
    }

    /** Plans the next check of all sequences, as long as there are any. */
    private synchronized void watch() {
        if (!sequences.isEmpty() && !watching) {
            watching = true;
            later.in(sequences.checkNanos(), this::look);
        }
    }

    private void look() {
        try {
            endDue();
        } finally {
            synchronized (this) {
                watching = false;
                watch();
            }
        }
    }

    /** The name of a sequence that a destination receives, or has received. */
    record ReceivedSequence(Destination destination, Identifier identifier) {
        static ReceivedSequence of(DestinationSequence sequence) {
            return new ReceivedSequence(CxfSequence.destination(sequence), sequence.getIdentifier());
        }

        /** Returns the sequence; null before CXF has added it, and after CXF has forgotten it. */
        @Nullable
        DestinationSequence present() {
            return destination.getSequence(identifier);
        }

        Presence presence() {
            DestinationSequence present = present();
            return present == null ? Presence.ABSENT : present.isTerminated() ? Presence.ENDED : Presence.LIVING;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof ReceivedSequence sequence
                    && identifier.getValue().equals(sequence.identifier.getValue());
        }

        @Override
        public int hashCode() {
            return identifier.getValue().hashCode();
        }
    }

    /**
     * Limits the lifetimes that a source asks for its sequence and for the one that it offers, which CXF grants without a
     * limit.
     *
     * <ul>
     *   <li>No lifetime of the sequence (PT0S stands for no end), a negative one, and one longer than our limit become our
     *       limit.
     *   <li>Such a lifetime of the offered sequence is left out: that sequence ends with the one that it is offered with, and
     *       answers must not outlive it.
     * </ul>
     *
     * <p>Thread-safe.
     */
    static final class ExpiresIn extends AbstractPhaseInterceptor<Message> {
        private static final DatatypeFactory TYPES = DatatypeFactory.newDefaultInstance();
        /** The key of the lifetime of the sequence that a message creates; there is none if the message asks for none. */
        private static final String GRANTED = ExpiresIn.class.getName();

        private final Supplier<Duration> longest;

        ExpiresIn(Supplier<Duration> longest) {
            super(Phase.PRE_INVOKE);
            this.longest = longest;
        }

        @Override
        @SuppressWarnings("unchecked") // CXF's list of parameters
        public void handleMessage(Message message) {
            List<Object> parameters = message.getContent(List.class);
            ProtocolVariation protocol = RMContextUtils.getProtocolVariation(message);
            if (parameters == null
                    || parameters.isEmpty()
                    || protocol == null
                    || MessageUtils.isRequestor(message)
                    || !isCreation(message)) {
                return;
            }
            CreateSequenceType create = protocol.getCodec().convertReceivedCreateSequence(parameters.get(0));
            Expires expires = create.getExpires();
            boolean cut = expires != null && isAbsurd(expires.getValue());
            if (expires != null) {
                Duration granted = cut
                        ? longest.get()
                        : Duration.ofMillis(expires.getValue().getTimeInMillis(Calendar.getInstance()));
                expires.setValue(cut ? TYPES.newDuration(granted.toString()) : expires.getValue());
                message.put(GRANTED, granted);
            }
            OfferType offer = create.getOffer();
            boolean leftOut = offer != null
                    && offer.getExpires() != null
                    && isAbsurd(offer.getExpires().getValue());
            if (leftOut) {
                offer.setExpires(null);
            }
            if (cut || leftOut) {
                parameters.set(0, protocol.getCodec().convertToSend(create));
            }
        }

        private boolean isAbsurd(javax.xml.datatype.@Nullable Duration asked) {
            if (asked == null || asked.getSign() <= 0) {
                return true;
            }
            Calendar now = Calendar.getInstance();
            Calendar then = (Calendar) now.clone();
            asked.addTo(then);
            // Beyond the range of a calendar, the time overflows.
            return then.before(now)
                    || then.getTimeInMillis() - now.getTimeInMillis()
                            > longest.get().toMillis();
        }
    }
}
