package io.github.restartoracle.wsrm.internal.echo;

import io.github.restartoracle.wsrm.internal.rm.RmHeaders;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.apache.cxf.message.Message;
import org.apache.cxf.ws.addressing.ContextUtils;
import org.apache.cxf.ws.rm.DestinationSequence;
import org.apache.cxf.ws.rm.v200702.SequenceAcknowledgement;
import org.apache.cxf.ws.rm.v200702.SequenceAcknowledgement.AcknowledgementRange;
import org.apache.cxf.ws.rm.v200702.SequenceType;

/** Copies of the acknowledgements of destination sequences, which other threads change meanwhile. Thread-safe. */
public final class Acknowledgements {
    /** The maximum number of ranges in an acknowledgement that may be shortened. */
    static final int MOST_RANGES = 8;
    /** The maximum number of ranges in an acknowledgement that goes to an address, or that was requested. */
    static final int MOST_REQUESTED = 100;

    /** Spreads the numbers of a count evenly over any number of parts. */
    private static final int SPREAD = 0x9E37_79B9;

    private static final AtomicInteger COUNT = new AtomicInteger();

    private final Function<DestinationSequence, Set<Long>> withheld;

    /**
     * Makes copies without some of the numbers.
     *
     * @param withheld the numbers of a sequence that are not acknowledged yet; must not block
     */
    public Acknowledgements(Function<DestinationSequence, Set<Long>> withheld) {
        this.withheld = withheld;
    }

    /** Copies the acknowledgement of a sequence with all its ranges. */
    public SequenceAcknowledgement of(DestinationSequence sequence) {
        synchronized (sequence) {
            return some(sequence, 1, Integer.MAX_VALUE);
        }
    }

    /**
     * Copies the ranges of a sequence for an answer. When several callers send at their own pace, hundreds of ranges are
     * usual, and all of them in each answer would cost more than all other work. So a source with a restart oracle gets the
     * lowest range and those around the message that is answered, {@value #MOST_RANGES} in all. The other ranges are
     * acknowledged when they have grown together with one of these, with the answer to another message, or when an
     * acknowledgement is requested. Each answer is to be sent then, since no other need acknowledge its message.
     *
     * <p>Other sources get all ranges. To leave ranges out is allowed, for an acknowledgement lists received messages
     * (WS-RM 1.2, section 3.9), but such a source may take the list for complete. A request for an acknowledgement is
     * answered with {@value #MOST_REQUESTED} ranges: a request is small, and may come from anybody.
     */
    public SequenceAcknowledgement inAnswerTo(Message request, DestinationSequence sequence) {
        Arrival arrival = Arrival.of(request);
        SequenceType header = RmHeaders.sequence(request, false);
        Long number = header == null || !isOf(sequence, header) ? null : header.getMessageNumber();
        if (!RmHeaders.ackRequests(request).isEmpty()) {
            return number == null ? part(sequence) : around(sequence, number, MOST_REQUESTED);
        }
        return number == null || arrival == null || !arrival.isNumbered()
                ? of(sequence)
                : around(sequence, number, MOST_RANGES);
    }

    private static boolean isOf(DestinationSequence sequence, SequenceType header) {
        return sequence.getIdentifier().getValue().equals(header.getIdentifier().getValue());
    }

    /**
     * Copies the ranges of a sequence for a message that CXF writes.
     *
     * @return all ranges if they go back on the connection of a message that does not ask for them, otherwise some
     */
    public SequenceAcknowledgement in(Message message, DestinationSequence sequence) {
        Message request = message.getExchange().getInMessage();
        if (request == null || !ContextUtils.isAnonymousAddress(sequence.getAcksTo())) {
            return part(sequence);
        }
        return RmHeaders.ackRequests(request).isEmpty() ? of(sequence) : inAnswerTo(request, sequence);
    }

    /**
     * Copies the ranges of a sequence for a message of its own. If there are many, it has the lowest range and some others,
     * not always the same, {@value #MOST_REQUESTED} in all: all are acknowledged by several such messages.
     */
    SequenceAcknowledgement part(DestinationSequence sequence) {
        synchronized (sequence) {
            int others = ranges(sequence).size() - 1;
            int parts = (others + MOST_REQUESTED - 2) / (MOST_REQUESTED - 1);
            int part =
                    parts < 2 ? 0 : Integer.remainderUnsigned((COUNT.getAndIncrement() * SPREAD) >>> Byte.SIZE, parts);
            return some(sequence, 1 + part * (MOST_REQUESTED - 1), MOST_REQUESTED);
        }
    }

    /** Copies the lowest range, and those around a number. */
    SequenceAcknowledgement around(DestinationSequence sequence, long number, int most) {
        synchronized (sequence) {
            return some(sequence, index(ranges(sequence), number) - most / 2, most);
        }
    }

    /** Copies the lowest range, and others from an index on, as far as there are so many. */
    private SequenceAcknowledgement some(DestinationSequence sequence, int from, int wanted) {
        // A number is withheld before it is counted, and until it is safe or was taken back. Each may be a range.
        Set<Long> hidden = withheld.apply(sequence);
        int most = (int) Math.min(Integer.MAX_VALUE, (long) wanted + hidden.size());
        SequenceAcknowledgement copy = withoutRanges(sequence);
        List<AcknowledgementRange> ranges = ranges(sequence);
        if (ranges.size() <= most || copy.isSetFinal()) {
            add(ranges, copy);
        } else {
            int first = Math.max(1, Math.min(from, ranges.size() - most + 1));
            add(ranges.subList(0, 1), copy);
            add(ranges.subList(first, first + most - 1), copy);
        }
        for (long number : hidden) {
            remove(number, copy.getAcknowledgementRange());
        }
        return copy;
    }

    /**
     * Returns whether an acknowledgement that was received has all ranges of its sequence, for certain.
     *
     * @param echoing true if it came with an echo: others leave ranges out only if they have many
     */
    public static boolean isComplete(int ranges, boolean echoing) {
        return ranges < (echoing ? MOST_RANGES : MOST_REQUESTED);
    }

    /** Takes a number out of ascending ranges, if it is in one. */
    public static void remove(long number, List<AcknowledgementRange> ranges) {
        for (int i = 0; i < ranges.size(); i++) {
            AcknowledgementRange range = ranges.get(i);
            if (range.getLower() <= number && number <= range.getUpper()) {
                ranges.remove(i);
                insert(ranges, i, number + 1, range.getUpper());
                insert(ranges, i, range.getLower(), number - 1);
                return;
            }
        }
    }

    private static void insert(List<AcknowledgementRange> ranges, int index, long lower, long upper) {
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

    private static List<AcknowledgementRange> ranges(DestinationSequence sequence) {
        return sequence.getAcknowledgment().getAcknowledgementRange();
    }

    private static SequenceAcknowledgement withoutRanges(DestinationSequence sequence) {
        SequenceAcknowledgement live = sequence.getAcknowledgment();
        SequenceAcknowledgement copy = new SequenceAcknowledgement();
        copy.setIdentifier(sequence.getIdentifier());
        if (live.isSetFinal()) {
            copy.setFinal(live.getFinal());
        }
        copy.getOtherAttributes().putAll(live.getOtherAttributes());
        return copy;
    }

    /** Returns the index of the range with the number, or of the first range above it. */
    private static int index(List<AcknowledgementRange> ranges, long number) {
        int found = Collections.binarySearch(
                ranges, range(number, number), Comparator.comparing(AcknowledgementRange::getUpper));
        return found < 0 ? -found - 1 : found;
    }

    private static void add(List<AcknowledgementRange> ranges, SequenceAcknowledgement to) {
        for (AcknowledgementRange live : ranges) {
            to.getAcknowledgementRange().add(range(live.getLower(), live.getUpper()));
        }
    }
}
