package io.github.restartoracle.wsrm.echo;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Transmissions that arrived and are not echoed yet, per sequence. Bounded: of a sequence the latest 64 are kept, and of
 * sequences the 1,024 that were used last; what falls out is not echoed, and the source does without.
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

    /** Takes out what is to be echoed with acknowledgements of some sequences. */
    synchronized List<TransmissionHeaders.Arrived> take(Iterable<String> sequences) {
        List<TransmissionHeaders.Arrived> taken = new ArrayList<>();
        for (Iterator<String> it = sequences.iterator(); it.hasNext(); ) {
            ArrayDeque<TransmissionHeaders.Arrived> arrivals = bySequence.get(it.next());
            while (arrivals != null && !arrivals.isEmpty() && taken.size() < TransmissionHeaders.MAX_ARRIVALS) {
                taken.add(arrivals.removeFirst());
            }
        }
        return taken;
    }
}
