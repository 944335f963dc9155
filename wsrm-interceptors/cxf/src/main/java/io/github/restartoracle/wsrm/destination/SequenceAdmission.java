package io.github.restartoracle.wsrm.destination;

import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.log.Logs;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.PhaseInterceptorChain;
import org.apache.cxf.ws.addressing.AddressingProperties;
import org.apache.cxf.ws.rm.Destination;
import org.apache.cxf.ws.rm.DestinationSequence;
import org.apache.cxf.ws.rm.RM10Constants;
import org.apache.cxf.ws.rm.RM11Constants;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMException;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.SequenceIdentifierGenerator;
import org.apache.cxf.ws.rm.v200702.Identifier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Bounds the sequences that are received, in all and by source address. CXF asks for the identifier of a new sequence first, and
 * answers CreateSequence with the fault CreateSequenceRefused if it gets none. Thread-safe.
 */
final class SequenceAdmission implements SequenceIdentifierGenerator {
    private static final Logger LOG = Logs.of(SequenceAdmission.class);
    /** A look at all sequences takes time, so there is one a second at most. */
    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** The time within which CXF adds a sequence that it has an identifier for. */
    private static final long CREATION_NANOS = TimeUnit.MINUTES.toNanos(1);

    private record Entry(Destination destination, Identifier identifier, String source, long createdNanos) {}

    /** CXF logs the trace of what refuses a sequence, which may come by the thousand. */
    private static final class RefusedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        RefusedException(String message) {
            super(message, null, false, false);
        }
    }

    private final RMManager manager;
    private final SequenceIdentifierGenerator identifiers;
    private final Supplier<DestinationLimits> limits;
    private final NanoClock clock;
    /** Oldest first. */
    private final Map<String, Entry> entries = new LinkedHashMap<>();

    private final Map<String, Integer> bySource = new HashMap<>();
    private @Nullable Long lookedNanos;

    SequenceAdmission(
            RMManager manager,
            SequenceIdentifierGenerator identifiers,
            Supplier<DestinationLimits> limits,
            NanoClock clock) {
        this.manager = manager;
        this.identifiers = identifiers;
        this.limits = limits;
        this.clock = clock;
    }

    @Override
    public Identifier generateSequenceIdentifier() {
        Message request = PhaseInterceptorChain.getCurrentMessage();
        if (request == null || !isCreation(request)) {
            return identifiers.generateSequenceIdentifier();
        }
        try {
            return admit(manager.getDestination(request), SourceAddress.of(request));
        } catch (RMException e) {
            throw new IllegalStateException(e);
        }
    }

    static boolean isCreation(Message request) {
        AddressingProperties addressing = RMContextUtils.retrieveMAPs(request, false, false);
        String action = addressing == null || addressing.getAction() == null
                ? null
                : addressing.getAction().getValue();
        return RM10Constants.CREATE_SEQUENCE_ACTION.equals(action)
                || RM11Constants.CREATE_SEQUENCE_ACTION.equals(action);
    }

    private synchronized Identifier admit(Destination destination, String source) {
        if (isFull(source)) {
            makeRoom();
        }
        if (isFull(source)) {
            throw new RefusedException("too many sequences are received from " + source + " or in all");
        }
        Identifier identifier = identifiers.generateSequenceIdentifier();
        entries.put(identifier.getValue(), new Entry(destination, identifier, source, clock.nanoTime()));
        bySource.merge(source, 1, Integer::sum);
        return identifier;
    }

    private boolean isFull(String source) {
        DestinationLimits present = limits.get();
        return entries.size() >= present.sequences() || bySource.getOrDefault(source, 0) >= present.sequencesOfSource();
    }

    /** Forgets sequences that have ended, and ends those that nobody uses. */
    private void makeRoom() {
        long nowNanos = clock.nanoTime();
        if (lookedNanos != null && nowNanos - lookedNanos < LOOK_NANOS) {
            return;
        }
        lookedNanos = nowNanos;
        int ended = 0;
        for (Iterator<Entry> all = entries.values().iterator(); all.hasNext(); ) {
            Entry entry = all.next();
            long ageNanos = nowNanos - entry.createdNanos();
            DestinationSequence sequence = entry.destination().getSequence(entry.identifier());
            boolean gone = sequence == null && ageNanos > CREATION_NANOS;
            if (sequence != null && isUnused(sequence, ageNanos)) {
                CxfSequence.end(sequence);
                ended++;
                gone = true;
            }
            if (gone) {
                all.remove();
                bySource.computeIfPresent(entry.source(), (key, count) -> count == 1 ? null : count - 1);
            }
        }
        if (ended > 0) {
            LOG.info("{} sequences of which no message has come are ended, to make room for others", ended);
        }
    }

    private boolean isUnused(DestinationSequence sequence, long ageNanos) {
        return CxfSequence.highest(sequence) == 0
                && ageNanos >= limits.get().unusedSequence().toNanos();
    }
}
