package io.github.restartoracle.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.LongConsumer;

/** Deaths (SIGKILL) and pauses (SIGSTOP, shorter and longer than a lease) of processes that share a database. */
final class Turmoil {
    /** A node, over all its lives. */
    interface Node {
        String name();

        void start();

        void kill();

        void signal(String signal);
    }

    private Turmoil() {}

    /**
     * Kills and starts, stops and continues nodes one after the other, at random.
     *
     * @param running the nodes; one that is dead or paused is not among them meanwhile
     * @param pass lets the given milliseconds pass
     * @return the events
     */
    static <N extends Node> List<String> among(
            List<N> running, int count, int leaseMillis, Random random, LongConsumer pass) {
        List<String> events = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            pass.accept(random.nextInt(300, 2_000));
            N node = running.remove(random.nextInt(running.size()));
            if (random.nextBoolean()) {
                events.add("kill " + node.name());
                node.kill();
                pass.accept(random.nextInt(0, 2 * leaseMillis));
                node.start();
            } else {
                int millis = random.nextInt(leaseMillis / 2, 3 * leaseMillis);
                events.add("pause " + node.name() + " " + millis);
                node.signal("STOP");
                pass.accept(millis);
                node.signal("CONT");
            }
            running.add(node);
        }
        return events;
    }
}
