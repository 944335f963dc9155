package io.github.restartoracle.store;

import io.github.restartoracle.status.MessageId;
import io.github.restartoracle.store.WorldDatabase.Way;
import io.github.restartoracle.wsrm.recovery.SequenceTakenException;
import io.github.restartoracle.wsrm.recovery.StoredCall;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.apache.cxf.ws.rm.DestinationSequence;
import org.apache.cxf.ws.rm.SourceSequence;
import org.apache.cxf.ws.rm.persistence.RMMessage;
import org.apache.cxf.ws.rm.persistence.RMStoreException;
import org.jspecify.annotations.Nullable;

/** A process of a {@link StoreWorld}, from its start to its end. Not thread-safe. */
final class StoreNode {
    private static final EndpointKey CLIENT = new EndpointKey(EndpointKey.Role.CLIENT, TestSequences.ENDPOINT, "");
    private static final EndpointKey SERVER = new EndpointKey(EndpointKey.Role.SERVER, TestSequences.ENDPOINT, "");

    private final StoreWorld world;
    final String name;
    final Way way;
    final DataSourceStore store;
    final List<VirtualScheduler> schedulers = new ArrayList<>();
    /** The messages that the node may send, by identifier, with their contents. */
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
    /** The calls of the service that have not returned. */
    final Map<MessageId, DeliveryTransaction> running = new LinkedHashMap<>();

    boolean paused;
    boolean closed;

    StoreNode(StoreWorld world, String name) {
        this.world = world;
        this.name = name;
        this.way = world.database.new Way(world.random.split(), world.faults, world.probability);
        // The node must not die before it is complete.
        way.calm = true;
        StoreOptions options = StoreOptions.ofDefaults().withNode(name).withLease(StoreWorld.LEASE);
        this.store = new DataSourceStore(
                new Database(way, Dialect.POSTGRESQL, options), way, options, () -> world.nowNanos, role -> {
                    VirtualScheduler scheduler = new VirtualScheduler(() -> world.nowNanos);
                    schedulers.add(scheduler);
                    return scheduler;
                });
        way.calm = false;
    }

    boolean isActive() {
        return !way.dead && !paused && !closed;
    }

    /** Forgets the sequences that another process may have, and takes over those that others have left. */
    void recover() {
        forgetLost();
        store.outgoing.flush();
        store.nodes.takeOver(key -> true);
        store.outgoing.writes.settle();
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
            store.received.recovered(stored);
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
        store.outgoing.writes.recovered(sequence.getIdentifier().getValue());
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
                            TestSequences.content(message));
        }
        if (!isLine && current == null && world.random.nextBoolean()) {
            current = sequence;
            next = sequence.getCurrentMessageNr() + 1;
        }
    }

    /** Forgets lost sequences, as the recovery of a fenced node does. */
    @SuppressWarnings("ReferenceEquality") // a later object for the same sequence is another one
    void forgetLost() {
        store.sources.dropAllBut(store.nodes.token());
        store.destinations.dropAllBut(store.nodes.token());
        pending.keySet().removeIf(id -> !store.sources.holds(id.sequence()));
        parked.keySet().removeIf(id -> !store.sources.holds(id.sequence()));
        // The process that has the sequence now, or has had it since, sends the messages that it finds.
        doubtful.keySet().removeIf(id -> !store.sources.holds(id) || !isOwn(id));
        receives.keySet().removeIf(id -> !store.destinations.holds(id));
        undelivered.removeIf(id -> !store.destinations.holds(id.sequence()));
        if (current != null && store.sources.get(value(current)) != current) {
            current = null;
        }
        if (line != null && store.sources.get(value(line)) != line) {
            line = null;
        }
    }

    /** Records calls as failed for good once the database has told their outcome. */
    void settled() {
        doubtful.entrySet().removeIf(entry -> {
            boolean own = isOwn(entry.getKey());
            if (own) {
                world.story("  %s have failed for good", entry.getValue());
                world.failed.addAll(entry.getValue());
            }
            return own;
        });
    }

    private boolean isOwn(String sequence) {
        return world.database.owner(sequence) == store.nodes.token();
    }

    void settled(SourceSequence sequence) {
        Set<String> known = doubtful.remove(value(sequence));
        if (known != null) {
            world.story("  %s have failed for good", known);
            world.failed.addAll(known);
        }
    }

    void doubt(SourceSequence sequence, List<String> contents) {
        doubtful.computeIfAbsent(value(sequence), key -> new HashSet<>()).addAll(contents);
    }

    void call(int count) {
        if (current == null) {
            SourceSequence created = NumberedSource.of("urn:sequence:" + ++world.made);
            store.createSourceSequence(created);
            current = created;
            next = 1;
        }
        SourceSequence sequence = current;
        List<RMMessage> rows = new ArrayList<>();
        List<String> contents = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String content = "call " + ++world.made;
            contents.add(content);
            rows.add(TestSequences.message(next + i, content));
        }
        world.story("%s calls %s as %s/%d", name, contents, value(sequence), next);
        boolean stored = false;
        try {
            store.number(sequence, rows);
            stored = true;
        } finally {
            if (stored) {
                world.returned.addAll(contents);
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
            SourceSequence created = NumberedSource.of(MessageId.PARKED + ":" + ++world.made);
            store.createSourceSequence(created);
            line = created;
            nextOfLine = 1;
        }
        SourceSequence sequence = line;
        String content = "parked " + ++world.made;
        MessageId id = new MessageId(value(sequence), nextOfLine++);
        world.story("%s calls %s as %s", name, content, id);
        boolean stored = false;
        try {
            store.persistOutgoing(sequence, TestSequences.message(id.number(), content));
            stored = true;
        } finally {
            if (stored) {
                world.returned.add(content);
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
        MessageId former = world.any(parked.keySet());
        String content = Objects.requireNonNull(parked.get(former));
        StoredCall call = new StoredCall(former);
        call.setContent(TestSequences.message(1, content).getContent());
        call.setTo("http://localhost/orders");
        call.setMessageNumber(next);
        SourceSequence sequence = current;
        world.story("%s numbers %s as %s/%d", name, former, value(sequence), next);
        try {
            store.number(sequence, List.of(call));
            settled(sequence);
            parked.remove(former);
            pending.put(new MessageId(value(sequence), next++), content);
            if (world.random.nextInt(4) == 0) {
                numberAgain(former, sequence);
            }
        } catch (SequenceTakenException taken) {
            if (taken.sequence().equals(former.sequence())) {
                parked.remove(former);
            }
            throw taken;
        }
    }

    /** Numbers a call a second time, as an endpoint may that was closed while another of its kind was opened. */
    private void numberAgain(MessageId former, SourceSequence sequence) {
        StoredCall again = new StoredCall(former);
        again.setContent(TestSequences.message(1, "again").getContent());
        again.setMessageNumber(next);
        try {
            store.number(sequence, List.of(again));
        } catch (SequenceTakenException taken) {
            return;
        }
        throw StoreWorld.broken("%s has got two numbers", former);
    }

    void send() {
        if (!pending.isEmpty()) {
            send(world.any(pending.keySet()));
        }
    }

    void send(MessageId id) {
        String content = Objects.requireNonNull(pending.get(id));
        world.story("%s sends %s, %s", name, id, content);
        String former = world.sent
                .computeIfAbsent(id.sequence(), key -> new TreeMap<>())
                .putIfAbsent(id.number(), content);
        if (former != null && !former.equals(content)) {
            throw StoreWorld.broken("%s is %s and %s", id, former, content);
        }
        MessageId name = world.names.putIfAbsent(content, id);
        if (name != null && !name.equals(id)) {
            throw StoreWorld.broken("%s is %s and %s", content, name, id);
        }
        if (world.failed.contains(content)) {
            throw StoreWorld.broken("%s has failed, and is sent as %s", content, id);
        }
    }

    void acknowledge() {
        List<MessageId> known = pending.keySet().stream()
                .filter(id ->
                        world.sent.getOrDefault(id.sequence(), new TreeMap<>()).containsKey(id.number()))
                .toList();
        if (!known.isEmpty()) {
            MessageId id = known.get(world.random.nextInt(known.size()));
            world.story("%s is acknowledged to %s", id, name);
            pending.remove(id);
            store.removeMessages(Messages.identifier(id.sequence()), Set.of(id.number()), true);
        }
    }

    /** Receives a new message, a copy of an earlier one, or the first message of a new sequence. */
    void receive() {
        if (receives.isEmpty() || world.random.nextInt(10) == 0) {
            String identifier = "urn:peer:" + ++world.made;
            DestinationSequence created = TestSequences.destination(identifier);
            store.createDestinationSequence(created);
            world.peers.put(identifier, 0L);
            receives.put(identifier, created);
        }
        String identifier = world.any(receives.keySet());
        long number = world.random.nextInt(3) == 0 && world.peers.getOrDefault(identifier, 0L) > 0
                ? world.random.nextLong(1, world.peers.getOrDefault(identifier, 0L) + 1)
                : world.peers.merge(identifier, 1L, Long::sum);
        receive(new MessageId(identifier, number));
    }

    private void receive(MessageId id) {
        DestinationSequence sequence = receives.get(id.sequence());
        if (sequence == null) {
            return;
        }
        Set<Long> known = accepted.computeIfAbsent(id.sequence(), key -> new HashSet<>());
        if (!known.contains(id.number())) {
            world.story("%s receives %s", name, id);
            store.accept(sequence, TestSequences.message(id.number(), id.toString()));
            known.add(id.number());
            undelivered.add(id);
        }
        world.acknowledged.add(id.toString());
    }

    /** Calls the service, which returns some time later. */
    void beginDelivery() {
        if (undelivered.isEmpty()) {
            return;
        }
        MessageId id = undelivered.get(world.random.nextInt(undelivered.size()));
        DestinationSequence sequence = receives.get(id.sequence());
        if (sequence == null) {
            undelivered.remove(id);
            return;
        }
        long token = store.destinations.token(sequence);
        if (running.containsKey(id) || !store.nodes.isOwnAndAlive(token)) {
            return;
        }
        world.story("%s begins to deliver %s", name, id);
        for (StoreNode other : world.processes) {
            if (other != this && other.isToFinish(id)) {
                throw StoreWorld.broken("%s and %s deliver %s at a time", other.name, name, id);
            }
        }
        DeliveryTransaction delivery =
                new DeliveryTransaction(store, id.sequence(), id.number(), token, false, () -> {});
        running.put(id, delivery);
        try {
            Connection connection = delivery.join();
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO effect (content) VALUES (?)")) {
                insert.setString(1, id.toString());
                insert.executeUpdate();
            }
        } catch (SQLException e) {
            running.remove(id);
            delivery.end();
            throw new RMStoreException(e);
        }
    }

    /** Returns whether the node has called its service, so that only its death or the end of its lease permits another call. */
    private boolean isToFinish(MessageId id) {
        DeliveryTransaction delivery = running.get(id);
        return delivery != null && !way.dead && world.database.hasNode(delivery.token);
    }

    /**
     * Closes the store. The lease must go on while another process could otherwise call services concurrently with this one.
     */
    void close() {
        List<MessageId> toFinish =
                running.keySet().stream().filter(this::isToFinish).toList();
        store.close();
        closed = true;
        for (MessageId id : toFinish) {
            if (!way.dead && !isToFinish(id)) {
                throw StoreWorld.broken("%s is closed while it delivers %s, and leaves it to others", name, id);
            }
        }
    }

    void endDelivery() {
        if (running.isEmpty()) {
            return;
        }
        MessageId id = world.any(running.keySet());
        DeliveryTransaction delivery = Objects.requireNonNull(running.remove(id));
        boolean refused = world.serviceFails && world.random.nextInt(3) == 0;
        world.story("%s has delivered %s%s", name, id, refused ? " in vain" : "");
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

    private void note(MessageId id, DeliveryTransaction delivery) throws SQLException, IOException {
        DestinationTables.Delivered result = delivery.note(store.destinationTables);
        if (result.isSo()) {
            undelivered.remove(id);
            store.received.delivered(id.sequence(), id.number());
        } else if (result == DestinationTables.Delivered.NOT_OWNED) {
            throw store.taken(Messages.identifier(id.sequence()));
        }
    }

    void pass() {
        if (isActive()) {
            schedulers.forEach(VirtualScheduler::runDue);
        }
    }

    private static String value(SourceSequence sequence) {
        return sequence.getIdentifier().getValue();
    }
}
