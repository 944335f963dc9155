package io.github.restartoracle.wsrm.queue;

import io.github.restartoracle.wsrm.attempt.Attempt;
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
    private final Set<Outgoing> waiting = new LinkedHashSet<>();

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

    void remove(Attempt attempt) {
        underWay.remove(attempt);
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

    /** The message waits no longer. */
    void forget(Outgoing message) {
        waiting.remove(message);
    }

    /** The message that has waited longest, if there is one and a place for it; it waits no longer. */
    @Nullable
    Outgoing next() {
        Iterator<Outgoing> longest = waiting.iterator();
        if (underWay.size() >= limit || !longest.hasNext()) {
            return null;
        }
        Outgoing message = longest.next();
        longest.remove();
        return message;
    }
}
