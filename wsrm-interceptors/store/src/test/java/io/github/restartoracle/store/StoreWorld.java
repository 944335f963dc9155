package io.github.restartoracle.store;

import io.github.restartoracle.store.WorldDatabase.Fault;
import io.github.restartoracle.store.WorldDatabase.Way;
import io.github.restartoracle.wsrm.event.MessageId;
import io.github.restartoracle.wsrm.recovery.SequenceTakenException;
import io.github.restartoracle.wsrm.recovery.StoredCall;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.apache.cxf.ws.rm.DestinationSequence;
import org.apache.cxf.ws.rm.SourceSequence;
import org.apache.cxf.ws.rm.persistence.RMMessage;
import org.apache.cxf.ws.rm.persistence.RMStoreException;
import org.jspecify.annotations.Nullable;

/**
 * A world of one seed: nodes with the production code of the store on one database, in virtual time and one thread. Statements fail
 * before or after their effect, or take effect late; nodes die at any statement, are paused for longer than their lease, and are
 * closed in order. Whatever a node has in its memory it may send; the peer acknowledges, or not. Not thread-safe.
 *
 * <p>What must hold: a number of a sequence is one message for ever, and a message has one number; a call that has returned is sent,
 * one that has failed is not, unless its process ended, or lost the sequence, before it could ask the database; numbers have no holes; what was acknowledged to a
 * peer takes effect once, and nothing takes effect twice.
 */
final class StoreWorld {
    private static final Duration LEASE = Duration.ofSeconds(10);
    private static final EndpointKey CLIENT = new EndpointKey(EndpointKey.Role.CLIENT, Sequences.ENDPOINT, "");
    private static final EndpointKey SERVER = new EndpointKey(EndpointKey.Role.SERVER, Sequences.ENDPOINT, "");

    /** What can be done at a moment. */
    enum Act {
        CALL(12),
        CALL_UNNUMBERED(12),
        NUMBER(12),
        SEND(12),
        ACKNOWLEDGE(12),
        RECEIVE(12),
        BEGIN_DELIVERY(12),
        END_DELIVERY(12),
        PASS_TIME(12),
        LATE(3),
        FREEZE(2),
        THAW(3),
        KILL(2),
        START(3),
        PAUSE(2),
        RESUME(3),
        CLOSE(2);

        /** The most that a world has of it among its acts. */
        private final int most;

        Act(int most) {
            this.most = most;
        }
    }

    private final WorldDatabase database;
    private final SplittableRandom random;
    private final List<Fault> faults = new ArrayList<>();
    private final double probability;
    private final boolean serviceFails;
    private final List<Act> acts = new ArrayList<>();
    /** Those of today. */
    private final List<Node> nodes = new ArrayList<>();
    /** All that there ever were. */
    private final List<Node> processes = new ArrayList<>();

    private final List<String> story = new ArrayList<>();
    private long nowNanos;
    private int made;

    /** By content: calls that have returned, and calls that were told of a failure after which their sequence was written again. */
    private final Set<String> returned = new HashSet<>();

    private final Set<String> failed = new HashSet<>();
    /** What was sent, by sequence and number, and the names under which each content was. */
    private final Map<String, TreeMap<Long, String>> sent = new HashMap<>();

    private final Map<String, MessageId> names = new HashMap<>();
    /** The peer's messages, and those that were acknowledged to it. */
    private final Map<String, Long> peers = new LinkedHashMap<>();

    private final Set<String> acknowledged = new HashSet<>();

    /** A process, from its start to its end. */
    private final class Node {
        final String name;
        final Way way;
        final DataSourceStore store;
        final List<VirtualScheduler> schedulers = new ArrayList<>();
        /** What it may send, by its name. */
        final Map<MessageId, String> pending = new LinkedHashMap<>();

        final Map<MessageId, String> parked = new LinkedHashMap<>();
        final Map<String, Set<String>> doubtful = new HashMap<>();
        final Map<String, DestinationSequence> receives = new HashMap<>();
        final Map<String, Set<Long>> accepted = new HashMap<>();
        final List<MessageId> undelivered = new ArrayList<>();

        @Nullable
        SourceSequence current;

        long next;

        @Nullable
        SourceSequence line;

        long nextOfLine;
        /** Calls of the service that have not returned. */
        final Map<MessageId, Delivery> running = new LinkedHashMap<>();

        boolean paused;
        boolean closed;
        long closedNanos;

        Node(String name) {
            this.name = name;
            this.way = database.new Way(random.split(), faults, probability);
            // It dies for the first time when it has begun.
            way.calm = true;
            StoreOptions options = StoreOptions.ofDefaults().withNode(name).withLease(LEASE);
            this.store = new DataSourceStore(
                    new Database(way, Dialect.POSTGRESQL, options), way, options, () -> nowNanos, role -> {
                        VirtualScheduler scheduler = new VirtualScheduler(() -> nowNanos);
                        schedulers.add(scheduler);
                        return scheduler;
                    });
            way.calm = false;
        }

        boolean isActive() {
            return !way.dead && !paused && !closed;
        }

        /** Another process may have what this one has lost; and it gets what others have left. */
        void recover() {
            forgetLost();
            store.flushAcknowledged();
            store.nodes.takeOver(key -> true);
            store.settleDoubts();
            settled();
            long token = store.nodes.token();
            for (SourceTables.Stored stored : store.sourceTables.of(CLIENT, token)) {
                if (!store.sources.holds(stored.identifier())) {
                    recover(stored, token);
                }
            }
            for (StoredDestination stored :
                    store.destinationTables.of(SERVER, token, id -> !store.destinations.holds(id))) {
                DestinationSequence sequence = stored.sequence();
                store.destinations.hold(sequence, token);
                store.recovered(stored);
                receives.put(stored.identifier(), sequence);
                Set<Long> known = accepted.computeIfAbsent(stored.identifier(), key -> new HashSet<>());
                known.clear();
                stored.accepted().stream().forEach(known::add);
                stored.undelivered().stream()
                        .forEach(number -> undelivered.add(new MessageId(stored.identifier(), number)));
            }
        }

        private void recover(SourceTables.Stored stored, long token) {
            SourceSequence sequence = stored.sequence();
            store.recovered(sequence);
            if (stored.messages() == 0) {
                store.sourceTables.remove(stored.identifier(), token);
                return;
            }
            List<RMMessage> messages = store.sourceTables.messages(stored.identifier(), 1, Long.MAX_VALUE);
            store.sources.hold(sequence, token);
            boolean isLine = UnnumberedCalls.isLine(stored.identifier());
            for (RMMessage message : messages) {
                (isLine ? parked : pending)
                        .put(
                                new MessageId(stored.identifier(), message.getMessageNumber()),
                                Sequences.content(message));
            }
            if (!isLine && current == null && random.nextBoolean()) {
                current = sequence;
                next = sequence.getCurrentMessageNr() + 1;
            }
        }

        /** As the recovery of a fenced node does. */
        @SuppressWarnings("ReferenceEquality") // a later object for the same sequence is another one
        void forgetLost() {
            store.sources.dropAllBut(store.nodes.token());
            store.destinations.dropAllBut(store.nodes.token());
            pending.keySet().removeIf(id -> !store.sources.holds(id.sequence()));
            parked.keySet().removeIf(id -> !store.sources.holds(id.sequence()));
            // Whoever has the sequence now sends what it finds.
            doubtful.keySet().removeIf(id -> !store.sources.holds(id));
            receives.keySet().removeIf(id -> !store.destinations.holds(id));
            undelivered.removeIf(id -> !store.destinations.holds(id.sequence()));
            if (current != null && store.sources.get(value(current)) != current) {
                current = null;
            }
            if (line != null && store.sources.get(value(line)) != line) {
                line = null;
            }
        }

        /** The database has been asked what has become of the calls that have failed. */
        void settled() {
            doubtful.entrySet().removeIf(entry -> {
                boolean own = database.owner(entry.getKey()) == store.nodes.token();
                if (own) {
                    story("  %s have failed for good", entry.getValue());
                    failed.addAll(entry.getValue());
                }
                return own;
            });
        }

        void settled(SourceSequence sequence) {
            Set<String> known = doubtful.remove(value(sequence));
            if (known != null) {
                story("  %s have failed for good", known);
                failed.addAll(known);
            }
        }

        void doubt(SourceSequence sequence, List<String> contents) {
            doubtful.computeIfAbsent(value(sequence), key -> new HashSet<>()).addAll(contents);
        }

        void call(int count) {
            if (current == null) {
                SourceSequence created = NumberedSource.of("urn:sequence:" + ++made);
                store.createSourceSequence(created);
                current = created;
                next = 1;
            }
            SourceSequence sequence = current;
            List<RMMessage> rows = new ArrayList<>();
            List<String> contents = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                String content = "call " + ++made;
                contents.add(content);
                rows.add(Sequences.message(next + i, content));
            }
            story("%s calls %s as %s/%d", name, contents, value(sequence), next);
            boolean stored = false;
            try {
                store.number(sequence, rows);
                stored = true;
            } finally {
                if (stored) {
                    returned.addAll(contents);
                    settled(sequence);
                    for (String content : contents) {
                        pending.put(new MessageId(value(sequence), next++), content);
                    }
                } else if (!way.dead) {
                    doubt(sequence, contents);
                }
            }
        }

        void callUnnumbered() {
            if (line == null) {
                SourceSequence created = NumberedSource.of(MessageId.PARKED + ":" + ++made);
                store.createSourceSequence(created);
                line = created;
                nextOfLine = 1;
            }
            SourceSequence sequence = line;
            String content = "parked " + ++made;
            MessageId id = new MessageId(value(sequence), nextOfLine++);
            story("%s calls %s as %s", name, content, id);
            boolean stored = false;
            try {
                store.persistOutgoing(sequence, Sequences.message(id.number(), content));
                stored = true;
            } finally {
                if (stored) {
                    returned.add(content);
                    settled(sequence);
                    parked.put(id, content);
                } else if (!way.dead) {
                    doubt(sequence, List.of(content));
                }
            }
        }

        void number() {
            if (parked.isEmpty() || current == null) {
                return;
            }
            MessageId former = any(parked.keySet());
            String content = Objects.requireNonNull(parked.get(former));
            StoredCall call = new StoredCall(former);
            call.setContent(Sequences.message(1, content).getContent());
            call.setTo("http://localhost/orders");
            call.setMessageNumber(next);
            SourceSequence sequence = current;
            story("%s numbers %s as %s/%d", name, former, value(sequence), next);
            try {
                store.number(sequence, List.of(call));
                settled(sequence);
                parked.remove(former);
                pending.put(new MessageId(value(sequence), next++), content);
                if (random.nextInt(4) == 0) {
                    numberAgain(former, sequence);
                }
            } catch (SequenceTakenException taken) {
                if (taken.sequence().equals(former.sequence())) {
                    parked.remove(former);
                }
                throw taken;
            }
        }

        /** As an endpoint may that was closed while another of its kind was opened. */
        private void numberAgain(MessageId former, SourceSequence sequence) {
            StoredCall again = new StoredCall(former);
            again.setContent(Sequences.message(1, "again").getContent());
            again.setMessageNumber(next);
            try {
                store.number(sequence, List.of(again));
            } catch (SequenceTakenException taken) {
                return;
            }
            throw broken("%s has got two numbers", former);
        }

        void send() {
            if (!pending.isEmpty()) {
                send(any(pending.keySet()));
            }
        }

        private void send(MessageId id) {
            String content = Objects.requireNonNull(pending.get(id));
            story("%s sends %s, %s", name, id, content);
            String former =
                    sent.computeIfAbsent(id.sequence(), key -> new TreeMap<>()).putIfAbsent(id.number(), content);
            if (former != null && !former.equals(content)) {
                throw broken("%s is %s and %s", id, former, content);
            }
            MessageId name = names.putIfAbsent(content, id);
            if (name != null && !name.equals(id)) {
                throw broken("%s is %s and %s", content, name, id);
            }
            if (failed.contains(content)) {
                throw broken("%s has failed, and is sent as %s", content, id);
            }
        }

        void acknowledge() {
            List<MessageId> known = pending.keySet().stream()
                    .filter(id ->
                            sent.getOrDefault(id.sequence(), new TreeMap<>()).containsKey(id.number()))
                    .toList();
            if (!known.isEmpty()) {
                MessageId id = known.get(random.nextInt(known.size()));
                story("%s is acknowledged to %s", id, name);
                pending.remove(id);
                store.removeMessages(Messages.identifier(id.sequence()), Set.of(id.number()), true);
            }
        }

        /** A peer sends what was not acknowledged, or something again, or creates a sequence. */
        void receive() {
            if (receives.isEmpty() || random.nextInt(10) == 0) {
                String identifier = "urn:peer:" + ++made;
                DestinationSequence created = Sequences.destination(identifier);
                store.createDestinationSequence(created);
                peers.put(identifier, 0L);
                receives.put(identifier, created);
            }
            String identifier = any(receives.keySet());
            long number = random.nextInt(3) == 0 && peers.getOrDefault(identifier, 0L) > 0
                    ? random.nextLong(1, peers.getOrDefault(identifier, 0L) + 1)
                    : peers.merge(identifier, 1L, Long::sum);
            receive(new MessageId(identifier, number));
        }

        private void receive(MessageId id) {
            DestinationSequence sequence = receives.get(id.sequence());
            if (sequence == null) {
                return;
            }
            Set<Long> known = accepted.computeIfAbsent(id.sequence(), key -> new HashSet<>());
            if (!known.contains(id.number())) {
                story("%s receives %s", name, id);
                store.accept(sequence, Sequences.message(id.number(), id.toString()));
                known.add(id.number());
                undelivered.add(id);
            }
            acknowledged.add(id.toString());
        }

        /** The service is called; it returns some time later. */
        void beginDelivery() {
            if (undelivered.isEmpty()) {
                return;
            }
            MessageId id = undelivered.get(random.nextInt(undelivered.size()));
            DestinationSequence sequence = receives.get(id.sequence());
            if (sequence == null) {
                undelivered.remove(id);
                return;
            }
            long token = store.destinations.token(sequence);
            if (running.containsKey(id) || !store.nodes.isOwnAndAlive(token)) {
                return;
            }
            story("%s begins to deliver %s", name, id);
            for (Node other : processes) {
                if (other != this && other.isToFinish(id)) {
                    throw broken("%s and %s deliver %s at a time", other.name, name, id);
                }
            }
            Delivery delivery =
                    new Delivery(store.database, id.sequence(), id.number(), token, false, () -> {}, store.underWay);
            running.put(id, delivery);
            try {
                Connection connection = delivery.join();
                try (PreparedStatement insert =
                        connection.prepareStatement("INSERT INTO effect (content) VALUES (?)")) {
                    insert.setString(1, id.toString());
                    insert.executeUpdate();
                }
            } catch (SQLException e) {
                running.remove(id);
                delivery.end();
                throw new RMStoreException(e);
            }
        }

        /** It has called its service, and nothing but its death or the end of its lease lets another call it. */
        private boolean isToFinish(MessageId id) {
            Delivery delivery = running.get(id);
            boolean hasClosed = closed && nowNanos - closedNanos < LEASE.toNanos();
            return delivery != null && !way.dead && (hasClosed || database.hasNode(delivery.token));
        }

        void endDelivery() {
            if (running.isEmpty()) {
                return;
            }
            MessageId id = any(running.keySet());
            Delivery delivery = Objects.requireNonNull(running.remove(id));
            boolean refused = serviceFails && random.nextInt(3) == 0;
            story("%s has delivered %s%s", name, id, refused ? " in vain" : "");
            try {
                if (!refused) {
                    note(id, delivery);
                }
            } catch (SQLException | IOException e) {
                throw new RMStoreException(e);
            } finally {
                delivery.end();
            }
        }

        private void note(MessageId id, Delivery delivery) throws SQLException, IOException {
            DestinationTables.Delivered result = delivery.note(store.destinationTables);
            if (result.isSo()) {
                undelivered.remove(id);
                store.delivered(id.sequence(), id.number());
            } else if (result == DestinationTables.Delivered.NOT_OWNED) {
                throw store.taken(Messages.identifier(id.sequence()));
            }
        }

        void pass() {
            if (isActive()) {
                schedulers.forEach(VirtualScheduler::runDue);
            }
        }
    }

    private static String value(SourceSequence sequence) {
        return sequence.getIdentifier().getValue();
    }

    private <T> T any(Set<T> of) {
        return of.stream().skip(random.nextInt(of.size())).findFirst().orElseThrow();
    }

    private StoreWorld(WorldDatabase database, long seed) {
        this.database = database;
        this.random = new SplittableRandom(seed).split();
        for (Fault fault : Fault.values()) {
            if (random.nextInt(3) == 0) {
                faults.add(fault);
            }
        }
        probability = random.nextInt(2) == 0 ? 0.03 : 0.2;
        serviceFails = random.nextBoolean();
        for (Act act : Act.values()) {
            int weight = random.nextInt(3) == 0 ? 0 : random.nextInt(act.most);
            for (int i = 0; i < weight; i++) {
                acts.add(act);
            }
        }
        // Something happens in every world.
        acts.addAll(List.of(Act.CALL, Act.RECEIVE, Act.PASS_TIME, Act.START, Act.RESUME, Act.THAW));
    }

    /** What a run has seen. */
    record End(Map<Act, Integer> acts, Map<Fault, Integer> faults, int calls, int effects) {}

    /**
     * Runs a world.
     *
     * @throws IllegalStateException with the story if something does not hold
     */
    static End run(WorldDatabase database, long seed) {
        database.clear();
        StoreWorld world = new StoreWorld(database, seed);
        try {
            return world.run();
        } catch (RuntimeException e) {
            throw new IllegalStateException("seed " + seed + ": " + e + "\n  " + String.join("\n  ", world.story), e);
        }
    }

    private End run() {
        Map<Act, Integer> done = new EnumMap<>(Act.class);
        int count = random.nextInt(1, 4);
        for (int i = 0; i < count; i++) {
            nodes.add(start("node" + i));
        }
        int steps = random.nextInt(20, 250);
        for (int i = 0; i < steps; i++) {
            Act act = acts.get(random.nextInt(acts.size()));
            done.merge(act, 1, Integer::sum);
            take(act);
        }
        settle();
        check();
        return new End(done, Map.copyOf(database.visited()), returned.size(), acknowledged.size());
    }

    private Node start(String name) {
        story("%s starts", name);
        Node node = new Node(name);
        processes.add(node);
        tried(node, node::recover);
        return node;
    }

    private void take(Act act) {
        int index = random.nextInt(nodes.size());
        Node node = nodes.get(index);
        switch (act) {
            case PASS_TIME -> pass(random.nextLong(1, LEASE.toNanos() / 2));
            case LATE -> database.executeLate(random);
            case START -> {
                if (node.way.dead || (node.closed && node.running.isEmpty())) {
                    nodes.set(index, start(node.name));
                }
            }
            case RESUME -> {
                if (node.paused) {
                    story("%s goes on", node.name);
                    node.paused = false;
                }
            }
            case THAW -> node.way.frozen = false;
            case END_DELIVERY -> {
                // Its service may return after the store was closed.
                if (!node.way.dead && !node.paused) {
                    tried(node, node::endDelivery);
                }
            }
            default -> {
                if (node.isActive()) {
                    take(act, node);
                }
            }
        }
    }

    private void take(Act act, Node node) {
        switch (act) {
            case CALL -> tried(node, () -> node.call(random.nextInt(1, 4)));
            case CALL_UNNUMBERED -> tried(node, node::callUnnumbered);
            case NUMBER -> tried(node, node::number);
            case SEND -> node.send();
            case ACKNOWLEDGE -> tried(node, node::acknowledge);
            case RECEIVE -> tried(node, node::receive);
            case BEGIN_DELIVERY -> tried(node, node::beginDelivery);
            case FREEZE -> node.way.frozen = true;
            case KILL -> {
                story("%s is killed", node.name);
                node.way.dead = true;
            }
            case PAUSE -> {
                story("%s is paused", node.name);
                node.paused = true;
            }
            case CLOSE -> {
                story("%s is closed", node.name);
                node.store.close();
                node.closed = true;
                node.closedNanos = nowNanos;
            }
            default -> throw new IllegalArgumentException(act.name());
        }
    }

    /** What fails is told to the caller, who goes on. */
    private void tried(Node node, Runnable action) {
        try {
            action.run();
        } catch (SequenceTakenException taken) {
            story("  %s has lost %s", node.name, taken.sequence());
            node.forgetLost();
            if (node.current != null && value(node.current).equals(taken.sequence())) {
                node.current = null;
            }
        } catch (RMStoreException | WorldDatabase.Dead e) {
            story("  it fails: %s", String.valueOf(e.getCause()));
        } catch (IllegalStateException e) {
            if (!(e.getCause() instanceof WorldDatabase.Dead)) {
                throw e;
            }
        }
        if (node.way.dead) {
            story("  %s is dead", node.name);
        }
    }

    private void pass(long nanos) {
        nowNanos += nanos;
        for (Node node : nodes) {
            tried(node, node::pass);
            if (node.isActive()) {
                tried(node, node::recover);
            }
        }
    }

    /** The faults are over. */
    private void settle() {
        story("The faults are over");
        faults.clear();
        for (int i = 0; i < nodes.size(); i++) {
            Node node = nodes.get(i);
            node.paused = false;
            node.way.frozen = false;
            while (!node.way.dead && !node.running.isEmpty()) {
                tried(node, node::endDelivery);
            }
            if (node.way.dead || node.closed) {
                nodes.set(i, start(node.name));
            }
        }
        for (int i = 0; i < 12; i++) {
            if (random.nextInt(3) == 0) {
                database.executeLate(random);
            }
            pass(LEASE.toNanos() / 4);
        }
        while (database.hasLate()) {
            database.executeLate(random);
        }
        pass(LEASE.toNanos() / 4);
        for (Node node : nodes) {
            until(() -> node.parked.isEmpty(), () -> {
                if (node.current == null) {
                    node.call(1);
                }
                node.number();
            });
            node.pending.keySet().stream().toList().forEach(node::send);
            until(() -> node.undelivered.isEmpty(), () -> {
                node.beginDelivery();
                node.endDelivery();
            });
        }
    }

    private void until(Supplier<Boolean> done, Runnable step) {
        for (int i = 0; i < 1_000 && !done.get(); i++) {
            step.run();
        }
        if (!done.get()) {
            throw broken("it does not end");
        }
    }

    private void check() {
        for (String content : returned) {
            if (!names.containsKey(content)) {
                throw broken("%s has returned and is lost", content);
            }
        }
        sent.forEach((sequence, numbers) -> {
            if (numbers.lastKey() != numbers.size()) {
                throw broken("%s has holes: %s", sequence, numbers.keySet());
            }
        });
        List<String> effects = database.effects();
        if (Set.copyOf(effects).size() != effects.size()) {
            throw broken("something has taken effect twice: %s", effects);
        }
        if (!Set.copyOf(effects).containsAll(acknowledged)) {
            List<String> lost =
                    acknowledged.stream().filter(id -> !effects.contains(id)).toList();
            throw broken("%s were acknowledged and are not delivered", lost);
        }
    }

    @SuppressWarnings("AnnotateFormatMethod")
    private void story(String what, Object... arguments) {
        story.add(String.format("%.3f ", nowNanos / 1e9) + String.format(what, arguments));
    }

    @SuppressWarnings("AnnotateFormatMethod")
    private static IllegalStateException broken(String what, Object... arguments) {
        return new IllegalStateException(String.format(what, arguments));
    }
}
