package io.github.restartoracle.store;

import java.lang.reflect.Field;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.cxf.continuations.Continuation;
import org.apache.cxf.ws.rm.DestinationSequence;
import org.apache.cxf.ws.rm.v200702.SequenceAcknowledgement.AcknowledgementRange;

/**
 * Where a destination that delivers in order stands. CXF neither stores nor restores it: after a restart it waits for
 * message 1 for ever. Nor does it take anything back when its store refuses a message: it goes on to acknowledge the
 * message, and to wait for its end. Both are in private fields.
 */
final class Position {
    private static final Field HIGHEST_COMPLETED = field("highNumberCompleted");
    private static final Field IN_PROCESS = field("inProcessNumber");
    private static final Field DELIVERING = field("deliveringMessageNumbers");
    private static final Field WAITING = field("continuations");

    private Position() {}

    private static Field field(String name) {
        try {
            Field field = DestinationSequence.class.getDeclaredField(name);
            field.setAccessible(true);
            return field;
        } catch (NoSuchFieldException | RuntimeException e) {
            throw new IllegalStateException(
                    "this version of CXF does not let its in-order position be restored: DestinationSequence." + name,
                    e);
        }
    }

    /** Fails now, and not with some message, if this version of CXF has not what this class needs. */
    static void require() {
        // Loading the class has found the fields.
    }

    private static void set(Field field, DestinationSequence sequence, long value) {
        try {
            field.setLong(sequence, value);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    /** In order, at most one message is accepted and not delivered; whatever follows waits until it is redelivered. */
    static void restore(DestinationSequence sequence, Numbers accepted, Numbers undelivered) {
        List<Numbers.Range> waiting = undelivered.ranges();
        if (waiting.isEmpty()) {
            set(HIGHEST_COMPLETED, sequence, accepted.contiguous());
        } else {
            long next = waiting.get(0).lower();
            set(HIGHEST_COMPLETED, sequence, next - 1);
            set(IN_PROCESS, sequence, next);
        }
    }

    /** A message is still to be delivered, so its sequence must not be forgotten when it is terminated. */
    @SuppressWarnings("unchecked") // CXF's field has no other type
    static void delivering(DestinationSequence sequence, long number) {
        try {
            Set<Long> numbers = (Set<Long>) DELIVERING.get(sequence);
            synchronized (numbers) {
                numbers.add(number);
            }
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A message was not accepted, as if it had never come: its next copy is the first. */
    static void takeBack(DestinationSequence sequence, long number) {
        synchronized (sequence) {
            List<AcknowledgementRange> ranges = sequence.getAcknowledgment().getAcknowledgementRange();
            for (int i = 0; i < ranges.size(); i++) {
                AcknowledgementRange range = ranges.get(i);
                if (range.getLower() <= number && number <= range.getUpper()) {
                    ranges.remove(i);
                    add(ranges, i, number + 1, range.getUpper());
                    add(ranges, i, range.getLower(), number - 1);
                    break;
                }
            }
            try {
                if (IN_PROCESS.getLong(sequence) == number) {
                    set(IN_PROCESS, sequence, 0);
                    sequence.notifyAll();
                }
            } catch (IllegalAccessException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Requests that wait for an earlier message go on, to be refused: their sequence is not worked with here any more. */
    @SuppressWarnings("unchecked") // CXF's field has no other type
    static void letGo(DestinationSequence sequence) {
        List<Continuation> waiting;
        synchronized (sequence) {
            try {
                Map<Long, Continuation> continuations = (Map<Long, Continuation>) WAITING.get(sequence);
                waiting = List.copyOf(continuations.values());
                continuations.clear();
            } catch (IllegalAccessException e) {
                throw new IllegalStateException(e);
            }
        }
        waiting.forEach(Continuation::resume);
    }

    private static void add(List<AcknowledgementRange> ranges, int index, long lower, long upper) {
        if (lower <= upper) {
            AcknowledgementRange range = new AcknowledgementRange();
            range.setLower(lower);
            range.setUpper(upper);
            ranges.add(index, range);
        }
    }
}
