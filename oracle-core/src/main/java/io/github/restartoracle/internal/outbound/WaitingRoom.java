package io.github.restartoracle.internal.outbound;

import io.github.restartoracle.internal.sequence.SequenceState;
import io.github.restartoracle.internal.sequence.Unacknowledged;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The messages of a path that wait to be dispatched. Callers take turns, so that a call does not wait for the backlog of another
 * caller; the messages of one caller go by number. An in-order sequence takes turns as a whole, since its destination delivers by
 * number.
 *
 * <p>Not thread-safe; confined to the lock of its path.
 */
final class WaitingRoom<P> {
    /** Those whose messages go by number. */
    private record Party<P>(SequenceState<Message<P>> sequence, long caller) {
        static <P> Party<P> of(Message<P> message) {
            return new Party<>(message.sequence(), message.sequence().inOrder() ? 0 : message.caller());
        }
    }

    /** The parties in the order of their turns. */
    private final Map<Party<P>, NavigableSet<Message<P>>> turns = new LinkedHashMap<>();

    /** The number of parties of each sequence. */
    private final Map<SequenceState<Message<P>>, Integer> sequences = new HashMap<>();

    /** Messages whose probe has failed: they wait until all others have been tried. */
    private final Set<Message<P>> demoted = new LinkedHashSet<>(0);

    private int messages;

    /** Adds a message; its caller takes its turn after those who wait already. */
    void enter(Message<P> message) {
        Party<P> party = Party.of(message);
        NavigableSet<Message<P>> own = turns.get(party);
        if (own == null) {
            own = new TreeSet<>(Unacknowledged.byNumber());
            turns.put(party, own);
            sequences.merge(party.sequence(), 1, Integer::sum);
        }
        messages += own.add(message) ? 1 : 0;
    }

    /** Adds a message behind all that wait already; the order of an in-order sequence stays. */
    void enterBehind(Message<P> message) {
        if (message.sequence().inOrder()) {
            enter(message);
        } else {
            demoted.add(message);
        }
    }

    /** Returns whether all messages were added {@linkplain #enterBehind behind} others. */
    boolean hasOnlyDemoted() {
        return turns.isEmpty();
    }

    /** Lets the messages that were added {@linkplain #enterBehind behind} the others wait like them. */
    void readmit() {
        demoted.forEach(this::enter);
        demoted.clear();
    }

    /** Removes a message; returns false if it did not wait. */
    boolean leave(Message<P> message) {
        boolean waited = demoted.remove(message);
        Party<P> party = Party.of(message);
        NavigableSet<Message<P>> own = turns.get(party);
        if (own != null && own.remove(message)) {
            waited = true;
            messages--;
            if (own.isEmpty()) {
                turns.remove(party);
                sequences.merge(party.sequence(), -1, (parties, left) -> parties == 1 ? null : parties + left);
            }
        }
        return waited;
    }

    /** Removes a message whose turn it was; its caller has the next one after all others. */
    void takeTurn(Message<P> message) {
        Party<P> party = Party.of(message);
        leave(message);
        NavigableSet<Message<P>> rest = turns.remove(party);
        if (rest != null) {
            turns.put(party, rest);
        }
    }

    /** Returns the number of messages. */
    int size() {
        return messages + demoted.size();
    }

    /** Returns the sequences of the messages. */
    Set<SequenceState<Message<P>>> sequences() {
        return Collections.unmodifiableSet(sequences.keySet());
    }

    /** Returns the message whose wait began first; null if none waits. */
    @Nullable
    Message<P> oldest() {
        return Stream.concat(turns.values().stream().map(NavigableSet::first), demoted.stream())
                .reduce((one, other) -> other.sinceNanos() - one.sinceNanos() < 0 ? other : one)
                .orElse(null);
    }

    /** Returns whether a message with a lower number waits in the same in-order sequence. */
    boolean isBehindAnother(Message<P> message) {
        NavigableSet<Message<P>> others = turns.get(Party.of(message));
        return others != null && !others.headSet(message, false).isEmpty();
    }

    /**
     * Returns the messages that may be dispatched as far as their sequences are concerned: the one whose turn it is, then the lowest
     * of each in-order sequence, which may be dispatched where others may not.
     */
    List<Message<P>> candidates(long nowNanos) {
        List<Message<P>> candidates = new ArrayList<>(1);
        for (NavigableSet<Message<P>> own : turns.values()) {
            Message<P> candidate = candidate(own, nowNanos);
            if (candidate != null) {
                candidates.add(candidate);
                break;
            }
        }
        for (SequenceState<Message<P>> sequence : sequences.keySet()) {
            NavigableSet<Message<P>> own = sequence.inOrder() ? turns.get(new Party<>(sequence, 0)) : null;
            Message<P> candidate = own == null ? null : candidate(own, nowNanos);
            if (candidate != null && sequence.messages().isLowest(candidate)) {
                candidates.add(candidate);
            }
        }
        return candidates;
    }

    /** Returns the lowest message of a caller that may be dispatched as far as the sequence is concerned; null if none. */
    private static <P> @Nullable Message<P> candidate(NavigableSet<Message<P>> own, long nowNanos) {
        for (Message<P> message : own) {
            SequenceState<Message<P>> sequence = message.sequence();
            if (sequence.doubtNanos(message, nowNanos) > 0) {
                continue;
            }
            if (sequence.inOrder()) {
                boolean held = sequence.isBehindOneInFlight(message)
                        || !(message.attempts().isEmpty() || mayOverlap(message));
                return held ? null : message;
            }
            if (!message.isOneAtATime() || message.attempts().isEmpty()) {
                return message;
            }
        }
        return null;
    }

    /** Returns whether a copy of a message of an in-order sequence may be dispatched while another is in flight. */
    static <P> boolean mayOverlap(Message<P> message) {
        return message.sequence().messages().isLowest(message)
                || message.sequence().gap() != null;
    }
}
