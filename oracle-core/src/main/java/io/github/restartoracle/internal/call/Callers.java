package io.github.restartoracle.internal.call;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.LongPredicate;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The callers that wait for a sequence, the first one first. Not thread-safe.
 *
 * @param <C> a caller
 */
final class Callers<C> {
    private static final class Waiting<C> {
        final C caller;
        final Patience patience;
        final long before;
        boolean tried;
        boolean created;

        Waiting(C caller, Patience patience, long before) {
            this.caller = caller;
            this.patience = patience;
            this.before = before;
        }

        boolean isBrief() {
            return patience == Patience.BRIEF;
        }
    }

    private final Deque<Waiting<C>> all = new ArrayDeque<>();

    boolean isEmpty() {
        return all.isEmpty();
    }

    void add(C caller, Patience patience, long before) {
        all.add(new Waiting<>(caller, patience, before));
    }

    void remove(C caller) {
        all.removeIf(waiting -> waiting.caller.equals(caller));
    }

    /** Returns the step for the first one; null if there is none. */
    <P> SequenceStep.@Nullable Create<P, C> first() {
        Waiting<C> first = all.peek();
        return first == null ? null : new SequenceStep.Create<>(first.caller, first.isBrief());
    }

    /** Returns whether there is one that {@link #next} returns while the destination is down. */
    boolean hasNext() {
        return all.stream().anyMatch(waiting -> !waiting.isBrief() && !waiting.tried);
    }

    /**
     * Returns the step for the next one, once, for which a sequence is created although messages may wait; null if there is none.
     *
     * @param mayTry tells that by the number of messages that were accepted before it
     */
    <P> SequenceStep.@Nullable Create<P, C> next(LongPredicate mayTry) {
        for (Waiting<C> waiting : all) {
            if (!waiting.isBrief() && !waiting.tried && mayTry.test(waiting.before)) {
                waiting.tried = true;
                return new SequenceStep.Create<>(waiting.caller, false);
            }
        }
        return null;
    }

    /** Records that there is a sequence. */
    void created() {
        all.forEach(waiting -> waiting.created = true);
    }

    /**
     * Removes and returns those that go on after a step that was taken.
     *
     * @param isTurn tells whether it is the turn of one, by the number of messages that were accepted before it
     */
    List<C> goOn(LongPredicate isTurn) {
        return remove(waiting -> waiting.isBrief() || isTurn.test(waiting.before));
    }

    /** Removes and returns those that go on after a step that has failed: without a sequence, or before their turns. */
    List<C> goOnAnyhow() {
        return remove(waiting -> waiting.isBrief() || waiting.created);
    }

    /**
     * Removes and returns those that get the failure of a step. A two-way call gets that of its own sequence only.
     *
     * @param everCreated false if there was no sequence yet
     * @param forGood true if no repetition can cure the failure, and no caller was told of another one yet
     */
    List<C> refused(boolean everCreated, boolean forGood) {
        return remove(waiting -> waiting.isBrief()
                ? forGood
                : waiting.tried
                        && !waiting.created
                        && (forGood || !everCreated || waiting.patience == Patience.ONE_FAILURE));
    }

    /** Removes and returns all. */
    List<C> end() {
        return remove(waiting -> true);
    }

    private List<C> remove(Predicate<Waiting<C>> which) {
        List<C> removed = new ArrayList<>(0);
        all.removeIf(waiting -> {
            boolean chosen = which.test(waiting);
            if (chosen) {
                removed.add(waiting.caller);
            }
            return chosen;
        });
        return removed;
    }
}
