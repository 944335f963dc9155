package io.github.restartoracle.wsrm.queue;

import io.github.restartoracle.wsrm.attempt.Attempt;
import io.github.restartoracle.wsrm.attempt.Phase;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The attempts of a path that are under way, at most so many, and the messages that wait for a place.
 *
 * <p>Not thread-safe; confined to its path's lock.
 */
final class InFlight {
    private final int limit;
    private final Places places;
    private final Map<Attempt, Outgoing> underWay = new LinkedHashMap<>();
    private final Set<Outgoing> waiting = new LinkedHashSet<>();

    /**
     * No attempt is under way.
     *
     * @param limit how many may be, 1 or more
     * @param places what all paths share
     */
    InFlight(int limit, Places places) {
        this.limit = limit;
        this.places = places;
    }

    int size() {
        return underWay.size();
    }

    void add(Outgoing message, Attempt attempt) {
        underWay.put(attempt, message);
        places.take();
    }

    void remove(Attempt attempt) {
        if (underWay.remove(attempt) != null) {
            places.release();
        }
    }

    private boolean hasRoom() {
        return underWay.isEmpty() || (underWay.size() < limit && places.areLeft());
    }

    /**
     * Makes room for one more attempt of a message if there is none.
     *
     * <p>An attempt that has not connected gives way, since its message cannot have arrived, but only if the message does
     * not lose by it: to a restart of the same message, or if a later attempt of its message is under way. Otherwise, of
     * many messages that are due together, each would take the place of one before it, and only the last would leave. One
     * that has connected and hangs gives way when its message was acknowledged or written once more.
     *
     * <p>An in-order destination parks what has overtaken the lowest message of its sequence. That message must not wait
     * for the places of these: it has one beyond the limit, and its restarts take its own place over once it is written.
     *
     * @return false if one has to be waited for
     */
    boolean makeRoom(Outgoing message) {
        if (hasRoom() || abandonOne(List.copyOf(message.attempts), Attempt::abandonUnlessConnected)) {
            return true;
        }
        List<Attempt> superseded = superseded();
        return abandonOne(superseded, Attempt::abandonUnlessConnected)
                || abandonOne(superseded, attempt -> isReplaced(attempt) && attempt.abandonIfStoppable())
                || (message.sequence.isLowest(message) && makeRoomForLowest(message));
    }

    private boolean makeRoomForLowest(Outgoing message) {
        return message.attempts.isEmpty()
                ? message.sequence.isOvertaken(message)
                : abandonOne(written(message), Attempt::abandonIfStoppable);
    }

    /** One that is still being written is to be let finish, however long that takes. */
    private static List<Attempt> written(Outgoing message) {
        return message.attempts.stream()
                .filter(attempt -> attempt.phase() == Phase.WRITTEN)
                .toList();
    }

    private boolean abandonOne(Iterable<Attempt> candidates, Predicate<Attempt> abandon) {
        for (Attempt attempt : candidates) {
            if (abandon.test(attempt)) {
                remove(attempt);
                return true;
            }
        }
        return false;
    }

    private List<Attempt> superseded() {
        return underWay.entrySet().stream()
                .filter(entry -> isSuperseded(entry.getValue(), entry.getKey()))
                .map(Map.Entry::getKey)
                .toList();
    }

    private static boolean isSuperseded(Outgoing message, Attempt attempt) {
        return message.settled || message.attempts.indexOf(attempt) < message.attempts.size() - 1;
    }

    /**
     * Whether, of a superseded attempt, a later one has written the message, or there is no need for any; an answer may
     * still be awaited.
     */
    private boolean isReplaced(Attempt attempt) {
        Outgoing message = underWay.get(attempt);
        if (message == null || message.inPlace) {
            return false;
        }
        return message.settled
                || message.attempts.stream()
                        .skip(message.attempts.indexOf(attempt) + 1L)
                        .anyMatch(later -> later.phase() == Phase.WRITTEN);
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
        if (!longest.hasNext() || !hasRoom()) {
            return null;
        }
        Outgoing message = longest.next();
        longest.remove();
        return message;
    }
}
