package io.github.restartoracle.wsrm.echo;

import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongPredicate;

/**
 * Transmissions that arrived and are not echoed yet, per sequence. Bounded: of a sequence the latest 64 are kept, and of
 * sequences the 1,024 that were used last; what falls out is not echoed, and the source does without. Only sequences that
 * this destination has created belong in here, under its own name for them: a peer could invent any number of any length.
 *
 * <p>Thread-safe.
 */
public final class ArrivalLog {
    private static final int MAX_SEQUENCES = 1024;

    private final Map<String, ArrayDeque<TransmissionHeaders.Arrived>> bySequence =
            new LinkedHashMap<>(16, 0.75f, true) {
                @Override
                protected boolean removeEldestEntry(Map.Entry<String, ArrayDeque<TransmissionHeaders.Arrived>> eldest) {
                    return size() > MAX_SEQUENCES;
                }
            };

    /** An empty log. */
    public ArrivalLog() {
        // nothing has arrived
    }

    synchronized void add(TransmissionHeaders.Arrived arrived) {
        ArrayDeque<TransmissionHeaders.Arrived> arrivals =
                bySequence.computeIfAbsent(arrived.sequence(), sequence -> new ArrayDeque<>(4));
        if (arrivals.size() == TransmissionHeaders.MAX_ARRIVALS) {
            arrivals.removeFirst();
        }
        arrivals.addLast(arrived);
    }

    /** Takes out what is to be echoed with an acknowledgement of a sequence: the messages it covers. */
    synchronized void take(String sequence, LongPredicate covered, List<TransmissionHeaders.Arrived> into) {
        ArrayDeque<TransmissionHeaders.Arrived> arrivals = bySequence.get(sequence);
        if (arrivals == null) {
            return;
        }
        for (Iterator<TransmissionHeaders.Arrived> it = arrivals.iterator(); it.hasNext(); ) {
            TransmissionHeaders.Arrived arrived = it.next();
            if (into.size() < TransmissionHeaders.MAX_ARRIVALS && covered.test(arrived.number())) {
                into.add(arrived);
                it.remove();
            }
        }
    }
}
