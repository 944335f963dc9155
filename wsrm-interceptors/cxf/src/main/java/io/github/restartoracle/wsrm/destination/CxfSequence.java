package io.github.restartoracle.wsrm.destination;

import io.github.restartoracle.wsrm.log.Logs;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.Lock;
import org.apache.cxf.ws.rm.Destination;
import org.apache.cxf.ws.rm.DestinationSequence;
import org.apache.cxf.ws.rm.RMConfiguration;
import org.apache.cxf.ws.rm.RetransmissionQueue;
import org.apache.cxf.ws.rm.Source;
import org.apache.cxf.ws.rm.SourceSequence;
import org.apache.cxf.ws.rm.v200702.Identifier;
import org.apache.cxf.ws.rm.v200702.SequenceAcknowledgement.AcknowledgementRange;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * State of a destination sequence that CXF keeps in private fields: it offers no other way to its destination, to its place in
 * order, to the messages that keep it from being forgotten, or to the sequence that was offered with it. Thread-safe.
 */
final class CxfSequence {
    private static final Logger LOG = Logs.of(CxfSequence.class);
    private static final Field DESTINATION = field(DestinationSequence.class, "destination");
    private static final Field HIGHEST_COMPLETED = field(DestinationSequence.class, "highNumberCompleted");
    private static final Field IN_PROCESS = field(DestinationSequence.class, "inProcessNumber");
    private static final Field LAST = field(DestinationSequence.class, "lastMessageNumber");
    private static final Field UNDELIVERED = field(DestinationSequence.class, "deliveringMessageNumbers");
    /** The sequences for answers, by the identifier of the sequence that they were offered with. */
    private static final Field OFFERED = field(Source.class, "current");

    private static final Field OFFERED_LOCK = field(Source.class, "sequenceCreationLock");

    private CxfSequence() {}

    private static Field field(Class<?> owner, String name) {
        try {
            Field field = owner.getDeclaredField(name);
            field.setAccessible(true);
            return field;
        } catch (NoSuchFieldException | RuntimeException e) {
            throw new IllegalStateException(
                    "this version of CXF has no field " + owner.getSimpleName() + "." + name, e);
        }
    }

    /** Fails when this version of CXF lacks one of the fields, rather than with the first message. */
    static void require() {
        // Loading the class has found the fields.
    }

    static Destination destination(DestinationSequence sequence) {
        try {
            return (Destination) DESTINATION.get(sequence);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    static RMConfiguration configuration(DestinationSequence sequence) {
        return destination(sequence).getReliableEndpoint().getConfiguration();
    }

    /** No message follows this one. */
    static void setLast(DestinationSequence sequence, long number) {
        try {
            synchronized (sequence) {
                LAST.setLong(sequence, number);
            }
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Lets CXF's own in-order wait pass for a message whose turn it is. */
    static void openFor(DestinationSequence sequence, long number) {
        try {
            synchronized (sequence) {
                HIGHEST_COMPLETED.setLong(sequence, number - 1);
                IN_PROCESS.setLong(sequence, 0);
            }
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    /** CXF adds to this set without its lock, so it is replaced by one that locks itself. */
    @SuppressWarnings("unchecked") // CXF's field has no other type
    private static Set<Long> undelivered(DestinationSequence sequence) {
        try {
            synchronized (sequence) {
                Set<Long> numbers = (Set<Long>) UNDELIVERED.get(sequence);
                if (numbers instanceof HashSet) {
                    numbers = Collections.synchronizedSet(new HashSet<>(numbers));
                    UNDELIVERED.set(sequence, numbers);
                }
                return numbers;
            }
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Keeps a sequence that is terminated until the message is delivered. */
    static void addUndelivered(DestinationSequence sequence, long number) {
        undelivered(sequence).add(number);
    }

    static void removeUndelivered(DestinationSequence sequence, long number) {
        undelivered(sequence).remove(number);
    }

    /** Forgets a sequence that was terminated, if nothing of it is left. */
    static void removeIfEnded(DestinationSequence sequence) {
        Destination destination = destination(sequence);
        try {
            if (sequence.isTerminated()
                    && undelivered(sequence).isEmpty()
                    && destination.getSequence(sequence.getIdentifier()) != null) {
                destination.removeSequence(sequence);
            }
        } catch (RuntimeException e) {
            LOG.warn("Sequence {} has ended and could not be removed from the store", sequence, e);
        }
    }

    /**
     * Ends a sequence whose source has gone, and whatever the source has offered for answers. It is forgotten when everything that
     * was accepted is delivered.
     */
    static void end(DestinationSequence sequence) {
        Destination destination = destination(sequence);
        destination.terminateSequence(sequence);
        SourceSequence offered = takeOffered(destination, sequence.getIdentifier());
        if (offered != null) {
            offered.getSource().removeSequence(offered);
        }
    }

    /** Forgets what was offered with a sequence that has ended, for CXF never does; not if answers are still to be acknowledged. */
    static void endOffered(Destination destination, Identifier ended) {
        SourceSequence offered = takeOffered(destination, ended);
        RetransmissionQueue queue =
                destination.getReliableEndpoint().getManager().getRetransmissionQueue();
        if (offered != null && queue.countUnacknowledged(offered) == 0) {
            offered.getSource().removeSequence(offered);
        }
    }

    @SuppressWarnings("unchecked") // CXF's field has no other type
    private static @Nullable SourceSequence takeOffered(Destination destination, Identifier sequence) {
        Source source = destination.getReliableEndpoint().getSource();
        try {
            Lock lock = (Lock) OFFERED_LOCK.get(source);
            lock.lock();
            try {
                return ((Map<String, SourceSequence>) OFFERED.get(source)).remove(sequence.getValue());
            } finally {
                lock.unlock();
            }
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Takes a message out of what is acknowledged, as if it had never come. */
    static void takeBack(DestinationSequence sequence, long number) {
        synchronized (sequence) {
            List<AcknowledgementRange> ranges = sequence.getAcknowledgment().getAcknowledgementRange();
            for (int i = 0; i < ranges.size(); i++) {
                AcknowledgementRange range = ranges.get(i);
                if (range.getLower() <= number && number <= range.getUpper()) {
                    ranges.remove(i);
                    add(ranges, i, number + 1, range.getUpper());
                    add(ranges, i, range.getLower(), number - 1);
                    return;
                }
            }
        }
    }

    private static void add(List<AcknowledgementRange> ranges, int index, long lower, long upper) {
        if (lower <= upper) {
            ranges.add(index, range(lower, upper));
        }
    }

    private static AcknowledgementRange range(long lower, long upper) {
        AcknowledgementRange range = new AcknowledgementRange();
        range.setLower(lower);
        range.setUpper(upper);
        return range;
    }

    /** The highest number up to which every message was accepted, 0 if the first is missing. */
    static long contiguous(DestinationSequence sequence) {
        synchronized (sequence) {
            List<AcknowledgementRange> ranges = sequence.getAcknowledgment().getAcknowledgementRange();
            return ranges.isEmpty() || ranges.get(0).getLower() > 1
                    ? 0
                    : ranges.get(0).getUpper();
        }
    }

    /** The highest number that was accepted, 0 if there is none. */
    static long highest(DestinationSequence sequence) {
        synchronized (sequence) {
            List<AcknowledgementRange> ranges = sequence.getAcknowledgment().getAcknowledgementRange();
            return ranges.isEmpty() ? 0 : ranges.get(ranges.size() - 1).getUpper();
        }
    }

    /** A copy of the acknowledged ranges. */
    static List<AcknowledgementRange> ranges(DestinationSequence sequence) {
        synchronized (sequence) {
            List<AcknowledgementRange> copy = new ArrayList<>();
            for (AcknowledgementRange range : sequence.getAcknowledgment().getAcknowledgementRange()) {
                copy.add(range(range.getLower(), range.getUpper()));
            }
            return copy;
        }
    }
}
