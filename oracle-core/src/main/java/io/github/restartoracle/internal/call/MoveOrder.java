package io.github.restartoracle.internal.call;

import io.github.restartoracle.status.MessageId;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;

/** The order in which calls that a store has under another name get numbers: those of sequences that were left before the others. */
final class MoveOrder {
    private MoveOrder() {}

    /**
     * Inserts the calls of a sequence that is left, or of a line of an earlier process. The calls of other sequences that still wait
     * for a number were behind them; those of a line were made when all sequences had been left, and lines come in the order of
     * their processes. If calls of the same sequence or line wait already, each call takes its place among these. A late call, which
     * had not returned when its sequence was left, goes behind all others.
     *
     * @param waiting the calls that wait, in the order in which they get numbers; it is changed
     * @param left calls of one sequence or line, ascending
     * @param former gives the name of a call
     * @param late true for a late call
     * @param <T> a call
     */
    static <T> void insert(Deque<T> waiting, List<T> left, Function<T, MessageId> former, boolean late) {
        List<T> order = new ArrayList<>(waiting);
        MessageId first = former.apply(left.get(0));
        if (order.stream().noneMatch(call -> former.apply(call).sequence().equals(first.sequence()))) {
            order.addAll(late || first.sequence().startsWith(MessageId.PARKED) ? order.size() : 0, left);
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
