package io.github.restartoracle.wsrm.queue;

import java.util.Collection;
import java.util.function.Predicate;

/**
 * What a queue still has to do. Answers that go back on the connection of their request do not count: nobody can restart
 * them. Looks at every message in the queue, so it is for shutting down and the like. Thread-safe.
 */
public final class Backlog {
    private final Collection<OutboundSequence> sequences;

    /** The values of a concurrent map: a live view. */
    Backlog(Collection<OutboundSequence> sequences) {
        this.sequences = sequences;
    }

    /**
     * Messages that are neither acknowledged nor given up.
     *
     * @return how many there are at this moment
     */
    public int unresolved() {
        return count(Outgoing::isUnresolved);
    }

    /**
     * Messages whose first transmission is to leave, or is leaving. A failed one does not count: when its message is
     * restarted is up to the oracle.
     *
     * @return how many there are at this moment
     */
    public int leaving() {
        return count(Outgoing::isLeaving);
    }

    private int count(Predicate<Outgoing> which) {
        int count = 0;
        for (OutboundSequence sequence : sequences) {
            count += sequence.path.locked(
                    () -> (int) sequence.ascending().stream().filter(which).count());
        }
        return count;
    }
}
