package io.github.restartoracle.store;

import io.github.restartoracle.wsrm.event.GivenUpDelivery;
import io.github.restartoracle.wsrm.event.GivenUpMessage;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import org.apache.cxf.ws.rm.RMConfiguration.DeliveryAssurance;
import org.jspecify.annotations.Nullable;

/** Records the calls of a {@link BusWorld} and their effects, and checks the outcome. Thread-safe. */
final class BusRecord {
    /** A call of a caller. */
    static final class Call {
        final String order;
        private final BusProcess in;
        private final boolean twoWay;
        volatile @Nullable Throwable failure;
        volatile boolean returned;
        /** True if its process died or ended before the call had returned. */
        volatile boolean cutShort;

        private Call(String order, BusProcess in, boolean twoWay) {
            this.order = order;
            this.in = in;
            this.twoWay = twoWay;
        }

        @Override
        public String toString() {
            return order + (twoWay ? " two-way" : "") + " of life " + in.life
                    + (returned ? " returned" : failure == null ? "" : " failed with " + failure)
                    + (cutShort ? ", cut short" : "");
        }
    }

    private final BusPlan plan;
    /** The database in which orders take effect; null if the service has none. */
    private final @Nullable SwitchedDatabase database;

    private final ConcurrentLinkedQueue<Call> calls = new ConcurrentLinkedQueue<>();
    /** The orders that took effect in services without a store. */
    private final List<String> effects = new ArrayList<>();
    /** The orders at which the service has failed. */
    private final Set<String> failed = ConcurrentHashMap.newKeySet();

    BusRecord(BusPlan plan, @Nullable SwitchedDatabase database) {
        this.plan = plan;
        this.database = database;
        if (database != null) {
            database.execute(
                    "CREATE TABLE effect (id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, content VARCHAR(100))");
        }
    }

    /** Records that a call is being made. */
    Call call(String order, BusProcess in, boolean twoWay) {
        Call call = new Call(order, in, twoWay);
        calls.add(call);
        return call;
    }

    /** Records that the service has failed at an order. */
    void failed(String order) {
        failed.add(order);
    }

    /** Lets an order take effect, in the transaction of the store if there is one; not in a process that is dead. */
    void take(BusProcess process, String order) {
        if (database == null) {
            synchronized (effects) {
                process.requireAlive();
                effects.add(order);
            }
            return;
        }
        try (Connection connection = process.store().deliveryDataSource().getConnection();
                PreparedStatement insert = connection.prepareStatement("INSERT INTO effect (content) VALUES (?)")) {
            insert.setString(1, order);
            insert.executeUpdate();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Kills a service, in which no order takes effect from now on. */
    void kill(BusProcess service) {
        synchronized (effects) {
            service.kill();
        }
    }

    private List<String> effects() {
        if (database != null) {
            return database.strings("SELECT content FROM effect ORDER BY id");
        }
        synchronized (effects) {
            return List.copyOf(effects);
        }
    }

    /** Returns the calls that returned and did not take effect, though their process had every chance. */
    List<Call> missing() {
        boolean restarts = plan.has(BusPlan.Fault.SERVICE_RESTARTED, BusPlan.Fault.SERVICE_KILLED);
        if (plan.assurance == DeliveryAssurance.AT_MOST_ONCE && (plan.inOrder || restarts)) {
            // A message that comes behind a later one is not delivered, nor one again that a service had begun.
            return List.of();
        }
        if (!plan.destinationStore && plan.has(BusPlan.Fault.SERVICE_KILLED)) {
            // Accepted messages that wait for their delivery die with their process.
            return List.of();
        }
        Set<String> found = new TreeSet<>(effects());
        return calls.stream()
                .filter(call -> call.returned && !call.cutShort && !found.contains(call.order))
                // Without a store, the service is called once; what failed is listed, until the process ends.
                .filter(call -> plan.destinationStore || !failed.contains(call.order))
                .filter(call -> plan.sourceStore || !(call.in.isDead() || call.in.hasEnded()))
                .toList();
    }

    /**
     * Checks the outcome; returns a line for each violation.
     *
     * @param givenUp the messages that the source has given up
     * @param deliveries those that the destination has given up
     * @param lost the number of missing messages that were not reported as given up
     */
    List<String> check(List<GivenUpMessage> givenUp, List<GivenUpDelivery> deliveries, int lost) {
        List<String> broken = new ArrayList<>();
        List<String> found = effects();
        if (lost > 0) {
            broken.add("lost: " + missing() + ", given up: " + givenUp);
        }
        boolean restarts = plan.has(BusPlan.Fault.SERVICE_RESTARTED, BusPlan.Fault.SERVICE_KILLED);
        boolean forgets = plan.inactivityMillis > 0 || (restarts && !plan.destinationStore);
        if (!givenUp.isEmpty() && (plan.assurance == DeliveryAssurance.AT_LEAST_ONCE || !forgets)) {
            broken.add("given up: " + givenUp);
        }
        boolean triesOnce = plan.has(BusPlan.Fault.SERVICE_FAILS) && !plan.destinationStore;
        if (!deliveries.isEmpty() && !triesOnce) {
            broken.add("given up by the destination: " + deliveries);
        }
        Map<String, Long> counts = found.stream().collect(Collectors.groupingBy(order -> order, Collectors.counting()));
        for (Call call : calls) {
            long count = counts.getOrDefault(call.order, 0L);
            if (count > 1 && plan.assurance != DeliveryAssurance.AT_LEAST_ONCE) {
                broken.add("taken " + count + " times: " + call);
            }
            if (count > 0 && call.failure != null && !call.cutShort && !call.twoWay) {
                broken.add("failed, and taken: " + call);
            }
            if (call.failure != null && !call.cutShort) {
                Throwable why = call.failure;
                boolean expected = call.twoWay
                        || plan.properties.containsKey("max-parked")
                        // A server whose service has ended answers so, until it has ended as well.
                        || (plan.has(BusPlan.Fault.SERVICE_RESTARTED)
                                && why.toString().contains("404"))
                        || plan.has(BusPlan.Fault.SOURCE_DATABASE_DOWN);
                if (!expected) {
                    broken.add("failed: " + call + " " + why);
                }
            }
        }
        // The order is that of one sequence. A client that was closed has another one, and so have calls
        // that wait for their number when their process ends.
        if (plan.inOrder
                && plan.assurance == DeliveryAssurance.EXACTLY_ONCE
                && !plan.has(BusPlan.Fault.SOURCE_RESTARTED, BusPlan.Fault.SOURCE_KILLED)
                && !plan.has(BusPlan.Fault.CLIENT_CLOSED)) {
            for (int caller = 0; caller < plan.callers; caller++) {
                String prefix = "c" + caller + "-";
                List<String> own =
                        found.stream().filter(order -> order.startsWith(prefix)).toList();
                List<String> sorted = own.stream()
                        .sorted(Comparator.comparingInt(order -> Integer.parseInt(order.substring(prefix.length()))))
                        .toList();
                if (!own.equals(sorted)) {
                    broken.add("out of order: " + own);
                }
            }
        }
        return broken;
    }
}
