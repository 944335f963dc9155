package io.github.restartoracle.store;

import io.github.restartoracle.wsrm.recovery.LearntStates;
import io.github.restartoracle.wsrm.recovery.SequenceTakenException;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.LongPredicate;
import javax.sql.DataSource;
import org.apache.cxf.Bus;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.phase.PhaseInterceptorChain;
import org.apache.cxf.ws.rm.AbstractSequence;
import org.apache.cxf.ws.rm.DestinationSequence;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.SourceSequence;
import org.apache.cxf.ws.rm.persistence.RMMessage;
import org.apache.cxf.ws.rm.persistence.RMStore;
import org.apache.cxf.ws.rm.persistence.RMStoreException;
import org.apache.cxf.ws.rm.v200702.Identifier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A store for CXF's WS-ReliableMessaging on H2, Apache Derby or PostgreSQL. It creates its tables, {@code
 * restart_oracle_*}, itself.
 *
 * <p>A message is in the database when the call that sends it returns, and when it is acknowledged to whoever sent it; that
 * takes one transaction, and one round trip to PostgreSQL. Deletions follow for many messages at a time. H2 is told
 * to write what is committed at once ({@code WRITE_DELAY 0}).
 *
 * <p>On PostgreSQL several processes may use one database: each sequence belongs to one of them, and is taken over by
 * another when its owner has not been heard of for the time of its {@linkplain StoreOptions#lease lease}. On H2 and Derby
 * whichever process opens the database last owns everything.
 *
 * <p>A failure to read or to write is an {@link RMStoreException}; no message is deleted because of one. Thread-safe.
 */
public final class DataSourceStore implements RMStore, LearntStates, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DataSourceStore.class);

    final Database database;
    final Ownership ownership;
    final Held<SourceSequence> sources = new Held<>();
    final Held<DestinationSequence> destinations = new Held<>();
    final SourceTables sourceTables;
    final DestinationTables destinationTables;
    private final LearntTable learnt;
    final AcceptedMessages accepted = new AcceptedMessages();
    /** Sequences that are received no more, and have messages that are still to be delivered. */
    private final Set<String> ended = ConcurrentHashMap.newKeySet();

    private final ScheduledExecutorService background = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "restart-oracle-store");
        thread.setDaemon(true);
        return thread;
    });
    private final Batch acknowledged;
    private final Batch delivered;
    private final Lease lease;

    /**
     * A store that is ready.
     *
     * @param dataSource where connections come from; a pool, such as HikariCP, because every message takes one
     * @param options how this process uses the database
     * @throws IllegalArgumentException if there is no support for the database
     * @throws RMStoreException if the database cannot be used
     * @throws org.flywaydb.core.api.FlywayException if its tables cannot be created or migrated
     */
    public DataSourceStore(DataSource dataSource, StoreOptions options) {
        try {
            this.database = new Database(dataSource, Dialect.of(dataSource));
        } catch (SQLException e) {
            throw new RMStoreException(e);
        }
        Schema.migrate(dataSource, database.dialect);
        database.makeDurable();
        this.sourceTables = new SourceTables(database);
        this.destinationTables = new DestinationTables(database);
        this.learnt = new LearntTable(database, LearntTable.MANY);
        this.ownership = new Ownership(database, options);
        long delayMillis = options.batchDelay().toMillis();
        this.acknowledged = new Batch("Deleting acknowledged messages", background, delayMillis, this::delete);
        this.delivered = new Batch("Deleting delivered messages", background, delayMillis, this::fold);
        this.lease = new Lease(this, options);
    }

    /**
     * Makes the store that of a bus. To be called before the first client or endpoint of the bus is created, which is when
     * CXF recovers what an earlier life has left.
     *
     * <p>Beyond {@link RMManager#setStore} this acknowledges nothing before it is stored, delivers what was accepted but
     * not delivered (redelivery is switched on unless the bus has a policy for it), notes deliveries in the {@linkplain
     * #deliveryDataSource transaction of the service}, and on PostgreSQL takes over what other processes leave.
     *
     * @param bus the bus
     * @throws IllegalStateException if the bus has another store
     */
    public void installOn(Bus bus) {
        Installation installation = new Installation(this, bus);
        installation.install();
        lease.add(installation);
    }

    /**
     * Connections for the service: while a reliable message is being delivered, they belong to one transaction, which also
     * notes that the message was delivered and commits when the service has returned. What the service writes with them
     * takes effect exactly once, whenever processes die; if it throws, nothing of it does, and the message is delivered
     * again. Committing and closing such a connection has no effect of its own; after a rollback the message is delivered
     * again. At any other time these are ordinary connections of the data source.
     *
     * @return a data source for the service, on the database of the store
     */
    public DataSource deliveryDataSource() {
        return new JoiningDataSource(database.dataSource);
    }

    @Override
    public void createSourceSequence(SourceSequence sequence) {
        String endpoint = sequence.getEndpointIdentifier();
        begin(sequence, token -> sources.begin(sequence, endpoint, token, sourceTables::create));
    }

    @Override
    public void createDestinationSequence(DestinationSequence sequence) {
        accepted.begin(sequence.getIdentifier().getValue(), new Numbers());
        String endpoint = sequence.getEndpointIdentifier();
        begin(sequence, token -> destinations.begin(sequence, endpoint, token, destinationTables::create));
    }

    /** A process that was fenced can have new sequences with its new token. */
    private void begin(AbstractSequence sequence, LongPredicate under) {
        if (!under.test(ownership.token())) {
            lease.checkNow();
            owned(under.test(ownership.token()), sequence.getIdentifier());
        }
    }

    @Override
    public @Nullable SourceSequence getSourceSequence(Identifier identifier) {
        List<SourceSequence> named = sourceTables.named(identifier.getValue(), ownership.token());
        return named.isEmpty() ? null : named.get(0);
    }

    @Override
    public @Nullable DestinationSequence getDestinationSequence(Identifier identifier) {
        List<StoredDestination> named = destinationTables.named(identifier.getValue(), ownership.token());
        return named.isEmpty() ? null : named.get(0).sequence();
    }

    @Override
    public void removeSourceSequence(Identifier identifier) {
        String id = identifier.getValue();
        // One that was given up is for whoever has taken it over or will.
        sources.tokenOf(id).ifPresent(token -> {
            acknowledged.forget(id);
            sourceTables.remove(id, token);
            sources.drop(id);
        });
    }

    @Override
    public void removeDestinationSequence(Identifier identifier) {
        String id = identifier.getValue();
        if (destinations.holds(id)) {
            accepted.end(id);
            ended.add(id);
            removeIfDelivered(id);
        }
    }

    /** A sequence can end before what was accepted of it is delivered. */
    private void removeIfDelivered(String id) {
        if (ended.contains(id) && destinationTables.remove(id, destinations.tokenOr(id, ownership.token()))) {
            ended.remove(id);
            delivered.forget(id);
            destinations.drop(id);
        }
    }

    /** The sequences of an endpoint that no process owns, or this one without working with them; from now on it does both. */
    @Override
    public Collection<SourceSequence> getSourceSequences(String endpoint) {
        ownership.takeOver(endpoint::equals);
        return unheldSources(endpoint);
    }

    /** Those that this process owns. */
    synchronized Collection<SourceSequence> unheldSources(String endpoint) {
        long token = ownership.token();
        acknowledged.flush();
        List<SourceSequence> found = new ArrayList<>();
        for (SourceSequence stored : sourceTables.ofEndpoint(endpoint, token)) {
            SourceSequence held = sources.get(stored.getIdentifier().getValue());
            if (held == null) {
                sources.hold(stored, endpoint, token);
                found.add(stored);
            } else if (held.getSource() == null) {
                // CXF asks twice before it gives them to an endpoint.
                found.add(held);
            }
        }
        return found;
    }

    /** The sequences of an endpoint that no process owns, or this one without working with them; from now on it does both. */
    @Override
    public Collection<DestinationSequence> getDestinationSequences(String endpoint) {
        ownership.takeOver(endpoint::equals);
        return unheldDestinations(endpoint);
    }

    /** Those that this process owns. */
    synchronized Collection<DestinationSequence> unheldDestinations(String endpoint) {
        long token = ownership.token();
        return destinationTables.ofEndpoint(endpoint, token, id -> !destinations.holds(id)).stream()
                .map(stored -> {
                    DestinationSequence sequence = stored.sequence();
                    accepted.begin(stored.identifier(), stored.accepted());
                    destinations.hold(sequence, endpoint, token);
                    if (!stored.unfolded().isEmpty()) {
                        delivered.add(stored.identifier(), stored.unfolded());
                    }
                    return sequence;
                })
                .toList();
    }

    @Override
    public Collection<RMMessage> getMessages(Identifier identifier, boolean outbound) {
        if (!outbound) {
            return destinationTables.undelivered(identifier.getValue());
        }
        acknowledged.flush();
        return sourceTables.messages(identifier.getValue());
    }

    /**
     * Stores a message that is about to be sent.
     *
     * @throws SequenceTakenException if another process has taken the sequence over; the message must not be sent
     */
    @Override
    public void persistOutgoing(SourceSequence sequence, @Nullable RMMessage message) {
        long token = token(sequence);
        try {
            owned(sourceTables.add(sequence, message, token), sequence.getIdentifier());
        } catch (RMStoreException e) {
            if (!SourceTables.isDuplicate(e)) {
                throw e;
            }
            LOG.warn("Sequence {} has two messages of one number; only the first is stored", sequence);
        } finally {
            if (message != null) {
                // A copy that was made for the store.
                release(message);
            }
        }
    }

    private long token(SourceSequence sequence) {
        try {
            return sources.token(sequence);
        } catch (SequenceTakenException given) {
            // Should it have become the current one after it was given up: the next message is to begin another.
            if (sequence.getSource() != null) {
                sequence.getSource().setCurrent(null);
            }
            throw given;
        }
    }

    private static void release(RMMessage message) {
        try {
            if (message.getContent() != null) {
                message.getContent().close();
            }
        } catch (IOException e) {
            LOG.debug("Closing the content of a stored message failed", e);
        }
    }

    /**
     * Stores a message that was received; it may be acknowledged when this has returned. If it fails, the message counts
     * as not received.
     *
     * @throws SequenceTakenException if another process has taken the sequence over
     */
    @Override
    public void persistIncoming(DestinationSequence sequence, @Nullable RMMessage message) {
        if (message == null) {
            owned(destinationTables.update(sequence, destinations.token(sequence)), sequence.getIdentifier());
            return;
        }
        String id = sequence.getIdentifier().getValue();
        try {
            owned(destinationTables.accept(id, message, destinations.token(sequence)), sequence.getIdentifier());
        } catch (RMStoreException e) {
            if (!SourceTables.isDuplicate(e)) {
                Position.takeBack(sequence, message.getMessageNumber());
                Redeliveries.refuse(PhaseInterceptorChain.getCurrentMessage());
                throw e;
            }
            LOG.debug("Message {} of sequence {} was accepted before", message.getMessageNumber(), id);
        }
        accepted.add(id, message.getMessageNumber());
    }

    /** Messages were acknowledged, or delivered. */
    @Override
    public void removeMessages(Identifier identifier, Collection<Long> numbers, boolean outbound) {
        if (numbers.isEmpty()) {
            return;
        }
        if (outbound) {
            acknowledged.add(identifier.getValue(), Numbers.of(numbers));
        } else {
            deliver(identifier, numbers);
        }
    }

    private void deliver(Identifier identifier, Collection<Long> numbers) {
        String id = identifier.getValue();
        long token = destinations.tokenOr(id, ownership.token());
        Message message = PhaseInterceptorChain.getCurrentMessage();
        boolean robust = message != null && MessageUtils.getContextualBoolean(message, Message.ROBUST_ONEWAY);
        for (long number : numbers) {
            Delivery delivery = Delivery.current();
            if (delivery == null || !delivery.isDone(id, number)) {
                DestinationTables.Delivered result = database.statement(
                        connection -> destinationTables.deliver(connection, id, number, token, robust));
                owned(result != DestinationTables.Delivered.NOT_OWNED, identifier);
                if (result.isSo()) {
                    delivered(id, number);
                }
            }
        }
    }

    private void delete(String sequence, Numbers numbers) {
        if (!sourceTables.delete(sequence, numbers, sources.tokenOr(sequence, ownership.token()))) {
            LOG.debug("Sequence {} is not this process's any more, so its messages are not deleted", sequence);
        }
    }

    /** A message was delivered in a transaction that has committed. */
    void delivered(String sequence, long number) {
        accepted.add(sequence, number);
        delivered.add(sequence, Numbers.of(List.of(number)));
    }

    private void fold(String sequence, Numbers numbers) {
        if (!destinationTables.fold(sequence, numbers, destinations.tokenOr(sequence, ownership.token()))) {
            LOG.debug("Sequence {} is not this process's any more, so its messages are not deleted", sequence);
        }
        removeIfDelivered(sequence);
    }

    private void owned(boolean owned, Identifier sequence) {
        if (!owned) {
            lease.check();
            Redeliveries.refuse(PhaseInterceptorChain.getCurrentMessage());
            throw new SequenceTakenException(sequence.getValue());
        }
    }

    @Override
    public Optional<byte[]> load(String endpoint, String address, String oracle) {
        return learnt.load(endpoint, address, oracle);
    }

    /** Keeps what an oracle has learnt; of {@value LearntTable#MANY} paths at most, those that were saved last. */
    @Override
    public void save(String endpoint, String address, String oracle, byte[] state) {
        learnt.save(endpoint, address, oracle, state);
    }

    /** Deletes what is still to be deleted, and leaves the sequences to whoever comes next. */
    @Override
    public void close() {
        lease.close();
        background.shutdownNow();
        acknowledged.flush();
        delivered.flush();
        try {
            ownership.release();
        } catch (RMStoreException e) {
            LOG.warn("The store is closed, but its sequences are free only when its lease has ended", e);
        }
    }
}
