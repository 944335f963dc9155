package io.github.restartoracle.wsrm.internal.echo;

import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongPredicate;

/**
 * The transmissions that arrived and are not echoed yet, per sequence. Bounded: the latest 64 of a sequence are kept, and
 * the 1,024 sequences that were used last. Other transmissions are not echoed, and the source does without the echo. Only
 * sequences that this destination has created belong in here, under its own name for them, because a peer could invent any
 * number of names of any length.
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

    synchronized void add(TransmissionHeaders.Arrived arrived) {
        ArrayDeque<TransmissionHeaders.Arrived> arrivals =
                bySequence.computeIfAbsent(arrived.sequence(), sequence -> new ArrayDeque<>(4));
        if (arrivals.size() == TransmissionHeaders.MAX_ARRIVALS) {
            arrivals.removeFirst();
        }
        arrivals.addLast(arrived);
    }

    /** Takes out the arrivals to be echoed with an acknowledgement of a sequence: those of the messages that it covers. */
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
