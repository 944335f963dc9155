package io.github.restartoracle.outbound;

import java.util.ArrayList;
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
        List<T> order = new ArrayList<>(waiting);
        String sequence = former.apply(left.get(0)).sequence();
        if (order.stream().noneMatch(call -> former.apply(call).sequence().equals(sequence))) {
            order.addAll(0, left);
        } else {
            left.forEach(call -> order.add(place(order, former.apply(call), former), call));
        }
        waiting.clear();
        waiting.addAll(order);
    }

    /** Returns the place behind the lower numbers of the sequence; before the others of it if there are none. */
    private static <T> int place(List<T> order, MessageId own, Function<T, MessageId> former) {
        int place = 0;
        boolean behind = false;
        for (int i = 0; i < order.size(); i++) {
            MessageId other = former.apply(order.get(i));
            if (other.sequence().equals(own.sequence()) && other.number() < own.number()) {
                place = i + 1;
                behind = true;
            } else if (other.sequence().equals(own.sequence()) && !behind) {
                return i;
            }
        }
        return place;
    }
}
