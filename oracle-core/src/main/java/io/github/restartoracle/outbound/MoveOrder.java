package io.github.restartoracle.outbound;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;

/** The order in which the calls of sequences that were left get new numbers. */
public final class MoveOrder {
    private MoveOrder() {}

    /**
     * Inserts the calls of a sequence that is left. The calls of other sequences that still wait for a number were behind them. If
     * calls of the same sequence wait already, each call takes its place among these.
     *
     * @param waiting the calls that wait, in the order in which they get numbers; it is changed
     * @param left calls of one sequence, ascending
     * @param former gives the number that a call had
     * @param <T> a call
     */
    public static <T> void insert(Deque<T> waiting, List<T> left, Function<T, MessageId> former) {
        List<T> behind = List.of();
        if (waiting.stream().noneMatch(call -> areOfOneSequence(former.apply(call), former.apply(left.get(0))))) {
            behind = List.copyOf(waiting);
            waiting.clear();
        }
        for (T call : left) {
            insert(waiting, call, former);
        }
        waiting.addAll(behind);
    }

    private static <T> void insert(Deque<T> waiting, T call, Function<T, MessageId> former) {
        MessageId own = former.apply(call);
        Deque<T> behind = new ArrayDeque<>(0);
        while (!waiting.isEmpty() && precedes(own, former.apply(waiting.getLast()))) {
            behind.push(waiting.removeLast());
        }
        waiting.add(call);
        waiting.addAll(behind);
    }

    private static boolean precedes(MessageId one, MessageId other) {
        return areOfOneSequence(one, other) && one.number() < other.number();
    }

    private static boolean areOfOneSequence(MessageId one, MessageId other) {
        return one.sequence().equals(other.sequence());
    }
}
