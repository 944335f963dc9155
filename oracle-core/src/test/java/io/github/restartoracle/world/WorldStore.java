package io.github.restartoracle.world;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The database of a source, which outlives the process: a row for each call without an acknowledgement, in a sequence or in a line
 * of calls without numbers. A source without a database fills one that no process reads. Not thread-safe.
 */
final class WorldStore {
    /** The reason of a call that was discarded, and that is kept until its sequence has ended. */
    static final String DISCARDED = "it was discarded";

    /** A sequence. */
    static final class Kept {
        long lastNumber;
        boolean forsaken;
    }

    private final TreeMap<Integer, Kept> sequences = new TreeMap<>();
    private final NavigableMap<Long, WorldCall> numbered = new TreeMap<>();
    /** The calls that have no number, by their turns. */
    private final NavigableMap<Long, WorldCall> lines = new TreeMap<>();

    private final Map<WorldCall, String> givenUp = new HashMap<>();
    private int created;

    /** Returns the number of sequences that were created so far. */
    int created() {
        return created;
    }

    /** Returns a sequence, which is created if there is none. */
    Kept sequence(int sequence) {
        created = Math.max(created, sequence + 1);
        return sequences.computeIfAbsent(sequence, absent -> new Kept());
    }

    /** Removes the sequences without calls, and returns the others, ascending. */
    List<Integer> left() {
        sequences.keySet().removeIf(sequence -> calls(sequence).isEmpty());
        return List.copyOf(sequences.keySet());
    }

    /** Returns the calls of a sequence, ascending. */
    List<WorldCall> calls(int sequence) {
        SortedMap<Long, WorldCall> all = numbered.subMap((long) sequence << 32, (long) (sequence + 1) << 32);
        return new ArrayList<>(all.values());
    }

    /** Returns the calls without a number, in the order in which they were made. */
    List<WorldCall> waiting() {
        return new ArrayList<>(lines.values());
    }

    /** Stores a call that has no number. */
    void add(WorldCall call) {
        lines.put(call.turn, call);
    }

    /** Gives a call its number, which is the next one, in one transaction with the removal of the row that it has. */
    void number(WorldCall call, int sequence, long number) {
        remove(call);
        Kept kept = sequence(sequence);
        if (number != kept.lastNumber + 1) {
            throw new World.BrokenException(call + " gets number " + number + " behind " + kept.lastNumber);
        }
        kept.lastNumber = number;
        call.sequence = sequence;
        call.number = number;
        numbered.put(call.position(), call);
    }

    /** Notes that a call is given up; null if it is sent again. */
    void giveUp(WorldCall call, String reason) {
        givenUp.put(call, reason);
    }

    void retried(WorldCall call) {
        givenUp.remove(call);
    }

    /** Returns the reason why a call is given up; empty if it is not. */
    String givenUp(WorldCall call) {
        return givenUp.getOrDefault(call, "");
    }

    void forsake(int sequence) {
        Kept kept = sequences.get(sequence);
        if (kept != null) {
            kept.forsaken = true;
        }
    }

    void remove(WorldCall call) {
        numbered.remove(call.position(), call);
        lines.remove(call.turn, call);
        givenUp.remove(call);
    }

    /** Removes all sequences and calls. */
    void clear() {
        sequences.clear();
        numbered.clear();
        lines.clear();
        givenUp.clear();
    }

    /** Returns the calls that were not given up, and those that were discarded. */
    List<WorldCall> unresolved() {
        List<WorldCall> all = new ArrayList<>(numbered.values());
        all.addAll(lines.values());
        all.removeIf(call -> givenUp.containsKey(call) && !givenUp(call).equals(DISCARDED));
        return all;
    }
}
