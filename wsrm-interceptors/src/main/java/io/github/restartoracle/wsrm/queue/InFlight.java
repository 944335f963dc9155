package io.github.restartoracle.wsrm.queue;

import io.github.restartoracle.wsrm.attempt.Attempt;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The attempts of a path that are under way, at most so many, and the messages that wait for a place.
 *
 * <p>Not thread-safe; confined to its path's lock.
 */
final class InFlight {
    private final int limit;
    private final Set<Attempt> underWay = new LinkedHashSet<>();
    private final ArrayDeque<Outgoing> waiting = new ArrayDeque<>();

    /**
     * No attempt is under way.
     *
     * @param limit how many may be, 1 or more
     */
    InFlight(int limit) {
        this.limit = limit;
    }

    int size() {
        return underWay.size();
    }

    void add(Attempt attempt) {
        underWay.add(attempt);
    }

    /** Whether the attempt was under way. */
    boolean remove(Attempt attempt) {
        return underWay.remove(attempt);
    }

    /**
     * Makes room for one more attempt if there is none: the oldest attempt that has not connected gives way, since its
     * message cannot have arrived.
     *
     * @return false if all attempts have connected, so that one has to be waited for
     */
    boolean makeRoom() {
        if (underWay.size() < limit) {
            return true;
        }
        Attempt oldest = oldestUnconnected();
        while (oldest != null) {
            underWay.remove(oldest);
            if (oldest.abandonUnlessConnected()) {
                return true;
            }
            // It connected or ended between the look and the grip.
            if (!oldest.phase().ended()) {
                underWay.add(oldest);
            } else if (underWay.size() < limit) {
                return true;
            }
            oldest = oldestUnconnected();
        }
        return underWay.size() < limit;
    }

    private @Nullable Attempt oldestUnconnected() {
        for (Attempt attempt : underWay) {
            if (!attempt.phase().mayHaveArrived()) {
                return attempt;
            }
        }
        return null;
    }

    void await(Outgoing message) {
        waiting.add(message);
    }

    /** The next message that waits, if there is one and a place for it. */
    @Nullable
    Outgoing next() {
        if (underWay.size() >= limit) {
            return null;
        }
        for (Iterator<Outgoing> it = waiting.iterator(); it.hasNext(); ) {
            Outgoing message = it.next();
            it.remove();
            if (message.waiting && !message.settled) {
                return message;
            }
        }
        return null;
    }
}
