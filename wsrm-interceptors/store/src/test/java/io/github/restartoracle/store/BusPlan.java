package io.github.restartoracle.store;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.apache.cxf.ws.rm.RM10Constants;
import org.apache.cxf.ws.rm.RM11Constants;
import org.apache.cxf.ws.rm.RMConfiguration.DeliveryAssurance;

/** The settings and the faults of one {@link BusWorld}, drawn from its seed. */
final class BusPlan {
    /** The things that happen to services and their clients in everyday life. */
    enum Fault {
        /** Connections are broken, and further ones refused, for a time. */
        LINK_CUT,
        /** Connections are broken. */
        LINK_RESET,
        /** The present connections carry nothing any more. */
        CONNECTIONS_SILENT,
        /** Answers do not come for a time. */
        ANSWERS_HELD,
        SERVICE_RESTARTED,
        SERVICE_KILLED,
        SOURCE_RESTARTED,
        SOURCE_KILLED,
        /** A caller closes its client after its next call, and uses a new one. */
        CLIENT_CLOSED,
        /** An operator retries all messages that were given up. */
        GIVEN_UP_RETRIED,
        /** An operator discards all messages that were given up. */
        GIVEN_UP_DISCARDED,
        SOURCE_DATABASE_DOWN,
        DESTINATION_DATABASE_DOWN,
        /** The service throws exceptions for a time. */
        SERVICE_FAILS,
        /** The service is slow for a time. */
        SERVICE_SLOW,
        /** No calls are made for a time; sequences may end. */
        IDLE,
        /** The service creates no sequence for a time, after a restart: it may have forgotten those that it had. */
        NO_SEQUENCE
    }

    /**
     * A fault.
     *
     * @param beginMillis the time at which it begins
     * @param millis the time for which it lasts
     */
    record Event(Fault fault, int beginMillis, int millis) {}

    final long seed;
    final boolean rm11;
    final DeliveryAssurance assurance;
    final boolean inOrder;
    final boolean sourceStore;
    final boolean destinationStore;
    final int callers;
    /** The number of calls of each caller. */
    final int calls;
    /** Each call of this many is a two-way call; 0 for none. */
    final int twoWayEach;

    final int pauseMillis;
    /** The time after which the destination ends a sequence without messages; 0 for never. */
    final int inactivityMillis;

    final boolean oneClient;
    final Map<String, String> properties = new TreeMap<>();
    final List<Event> events;
    /** The number of services, which share one database. */
    final int nodes;
    /** True if the clients have an address of their own for acknowledgements and answers. */
    final boolean decoupled;

    BusPlan(long seed) {
        this.seed = seed;
        SplittableRandom random = new SplittableRandom(seed);
        rm11 = random.nextBoolean();
        assurance = List.of(
                        DeliveryAssurance.EXACTLY_ONCE,
                        DeliveryAssurance.EXACTLY_ONCE,
                        DeliveryAssurance.AT_LEAST_ONCE,
                        DeliveryAssurance.AT_MOST_ONCE)
                .get(random.nextInt(4));
        inOrder = random.nextBoolean();
        sourceStore = random.nextBoolean();
        destinationStore = random.nextBoolean();
        callers = 1 + random.nextInt(3);
        calls = 5 + random.nextInt(25);
        twoWayEach = random.nextInt(3) == 0 ? 2 + random.nextInt(3) : 0;
        pauseMillis = random.nextInt(100);
        int inactivity = random.nextInt(4) == 0 ? 200 + random.nextInt(400) : 0;
        oneClient = random.nextBoolean();
        properties.put(
                "oracle",
                List.of("canary", "canary", "fixed", "exponential-backoff", "jacobson-karn", "qest")
                        .get(random.nextInt(6)));
        properties.put("initial-timeout", (100 + random.nextInt(400)) + "ms");
        properties.put("max-timeout", "2s");
        if (random.nextInt(4) == 0) {
            properties.put("max-in-flight", "1");
        }
        if (random.nextInt(4) == 0) {
            properties.put("max-parked", "" + (random.nextBoolean() ? 0 : 3));
        }
        if (random.nextInt(4) == 0) {
            properties.put("first-call-wait", random.nextBoolean() ? "0s" : "50ms");
        }
        events = new ArrayList<>();
        int many = 1 + random.nextInt(4);
        for (int i = 0; i < many; i++) {
            // The last one is drawn below, with the restarts that make it matter.
            Fault fault = Fault.values()[random.nextInt(Fault.values().length - 1)];
            events.add(new Event(fault, random.nextInt(2_000), 50 + random.nextInt(700)));
        }
        nodes = destinationStore && random.nextInt(4) == 0 ? 2 : 1;
        // A message takes longer while it looks for the process that has its sequence.
        inactivityMillis = nodes > 1 ? 10 * inactivity : inactivity;
        decoupled = random.nextInt(4) == 0 || Boolean.getBoolean("decoupled");
        if (random.nextInt(4) == 0) {
            int begin = random.nextInt(1_500);
            events.add(new Event(Fault.NO_SEQUENCE, begin, 500 + random.nextInt(700)));
            events.add(new Event(Fault.SERVICE_RESTARTED, begin + 1, random.nextInt(100)));
            if (random.nextBoolean()) {
                events.add(new Event(Fault.SOURCE_RESTARTED, begin + 200 + random.nextInt(300), 0));
            }
        }
        events.sort(Comparator.comparingInt(Event::beginMillis));
    }

    boolean has(Fault... any) {
        return List.of(any).stream().anyMatch(fault -> events.stream().anyMatch(event -> event.fault() == fault));
    }

    String namespace() {
        return rm11 ? RM11Constants.NAMESPACE_URI : RM10Constants.NAMESPACE_URI;
    }

    @Override
    public String toString() {
        return "seed " + seed + ": " + (rm11 ? "WS-RM 1.1" : "WS-RM 1.0") + ", " + assurance
                + (inOrder ? " in order" : "")
                + ", source " + (sourceStore ? "with" : "without") + " store, destination "
                + (destinationStore ? "with" : "without") + " store"
                + (nodes > 1 ? " and " + nodes + " nodes" : "") + ", " + callers + " callers"
                + (oneClient ? " with one client" : "") + (decoupled ? ", decoupled" : "") + ", " + calls
                + " calls each, two-way "
                + twoWayEach + ", pause " + pauseMillis + " ms, inactivity " + inactivityMillis + " ms, " + properties
                + ", " + events;
    }
}
