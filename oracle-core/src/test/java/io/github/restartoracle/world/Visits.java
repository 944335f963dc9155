package io.github.restartoracle.world;

import java.util.IdentityHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Counts the transitions that messages make from one event to the next. Not thread-safe. */
final class Visits {
    /** A message is accepted after another one of its caller, which it names. */
    static final String FOLLOWED = "Arrival FOLLOWED";

    /** A message, with its state after the last event. */
    private static final class Seen {
        final Supplier<? extends Enum<?>> state;

        @Nullable
        Enum<?> last;

        Seen(Supplier<? extends Enum<?>> state) {
            this.state = state;
        }
    }

    private final IdentityHashMap<Object, Seen> seen = new IdentityHashMap<>();
    private final Map<String, Integer> counts = new TreeMap<>();

    /** Follows a message from now on, even after its owner has forgotten it. */
    void follow(Object message, Supplier<? extends Enum<?>> state) {
        seen.computeIfAbsent(message, absent -> new Seen(state));
    }

    /** Notes the transitions of all messages, after each event. */
    void look() {
        for (Seen one : seen.values()) {
            Enum<?> now = one.state.get();
            if (one.last != null && one.last != now) {
                note(transition(one.last, now));
            }
            one.last = now;
        }
    }

    void note(String visited) {
        counts.merge(visited, 1, Integer::sum);
    }

    static String transition(Enum<?> from, Enum<?> to) {
        return from.getDeclaringClass().getSimpleName() + " " + from + " -> " + to;
    }

    /** {@return the number of times that each transition was made} */
    Map<String, Integer> counts() {
        return counts;
    }
}
