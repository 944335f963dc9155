package io.github.restartoracle.store;

import io.github.restartoracle.status.MessageId;
import io.github.restartoracle.store.EndpointKey.Role;
import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.internal.destination.AcceptedMessage;
import io.github.restartoracle.wsrm.internal.destination.ReceivingSide;
import io.github.restartoracle.wsrm.internal.destination.ReceivingStore;
import io.github.restartoracle.wsrm.internal.rm.CxfInternals;
import io.github.restartoracle.wsrm.internal.runtime.Daemons;
import io.github.restartoracle.wsrm.recovery.CallStore;
import io.github.restartoracle.wsrm.recovery.GivenUpStore;
import io.github.restartoracle.wsrm.recovery.PagedStore;
import io.github.restartoracle.wsrm.recovery.SequenceTakenException;
import io.github.restartoracle.wsrm.recovery.StoreFailedException;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import javax.sql.DataSource;
import org.apache.cxf.Bus;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.ws.rm.Destination;
import org.apache.cxf.ws.rm.DestinationSequence;
import org.apache.cxf.ws.rm.RMEndpoint;
import org.apache.cxf.ws.rm.SourceSequence;
import org.apache.cxf.ws.rm.persistence.RMMessage;
import org.apache.cxf.ws.rm.persistence.RMStore;
import org.apache.cxf.ws.rm.persistence.RMStoreException;
import org.apache.cxf.ws.rm.v200702.Identifier;
import org.jspecify.annotations.Nullable;

/**
 * A store for CXF's WS-ReliableMessaging on H2 or PostgreSQL. It creates its tables, {@code restart_oracle_*},
 * itself.
 *
 * <p>A message is in the database when the call that sends it returns, and before it is acknowledged to its source; that takes
 * one transaction, and one round trip to PostgreSQL. Deletions follow for many messages at a time. H2 is told to write
 * committed data at once ({@code WRITE_DELAY 0}).
 *
 * <p>On PostgreSQL several processes may use one database. Each sequence belongs to one of them. Another process takes it over
 * when its owner has not renewed its {@linkplain StoreOptions#lease lease} in time. On H2 the process that opens the
 * database last owns everything.
 *
 * <p>A failure to read or to write is an {@link RMStoreException}; no message is deleted because of one. On PostgreSQL it is
 * thrown after at most the {@linkplain StoreOptions#timeout timeout} plus the time that the data source takes to give a
 * connection. A call that waits until another message of its sequence is stored, or until a message in doubt is taken back, may
 * take that time once more for each. Thread-safe.
 */
public final class DataSourceStore
        implements RMStore, CallStore, GivenUpStore, ReceivingStore, PagedStore, AutoCloseable {
    final Database database;
    final Nodes nodes;
    final Lease lease;
    final OwnedSequences<SourceSequence> sources = new OwnedSequences<>();
    final OwnedSequences<DestinationSequence> destinations = new OwnedSequences<>();
    final SourceTables sourceTables;
    final DestinationTables destinationTables;
    final StoredBacklogs backlogs;
    final UnnumberedCalls calls;
    final Recovery recovery;
    final SourceMessages outgoing;
    final ReceivedMessages received;
    /** The number of invocations of services whose deliveries are not noted yet. */
    final AtomicInteger underWay = new AtomicInteger();

    private final Background background;

    /**
     * Creates a store that is ready for use.
     *
     * @param dataSource where connections come from; a pool, such as HikariCP, because every message takes one. On PostgreSQL
     *     one of its connections is kept for the lease
     * @param options how this process uses the database
     * @throws IllegalArgumentException if there is no support for the database, or if the connections of the data source belong
     *     to the transaction of the caller, as those of Spring's {@code TransactionAwareDataSourceProxy}
     * @throws RMStoreException if the database cannot be used
     * @throws org.flywaydb.core.api.FlywayException if its tables cannot be created or migrated
     */
    public DataSourceStore(DataSource dataSource, StoreOptions options) {
        this(dataSource, dataSource, options);
    }

    /**
     * Creates a store whose lease does not depend on the pool. If the lease uses the pool and loses its connection, it waits
     * for another one while deliveries use all of them.
     *
     * @param dataSource where connections come from; a pool, such as HikariCP, because every message takes one
     * @param leases the same database; where the one connection of the lease comes from, such as a data source without a pool
     * @param options how this process uses the database
     * @throws IllegalArgumentException if there is no support for the database, or if the connections of the data source belong
     *     to the transaction of the caller, as those of Spring's {@code TransactionAwareDataSourceProxy}
     * @throws RMStoreException if the database cannot be used
     * @throws org.flywaydb.core.api.FlywayException if its tables cannot be created or migrated
     */
    public DataSourceStore(DataSource dataSource, DataSource leases, StoreOptions options) {
        this(Database.open(dataSource, options), leases, options, NanoClock.system(), Daemons::scheduler);
    }

    /** Creates a store with the given clock and threads, on a database whose tables exist. */
    DataSourceStore(
            Database database,
            DataSource leases,
            StoreOptions options,
            NanoClock clock,
            Function<String, ? extends ScheduledExecutorService> schedulers) {
        this.database = database;
        try {
            database.connections.makeDurable(database.dialect);
            this.background = new Background(schedulers);
            this.calls = new UnnumberedCalls(this, background.deletions);
            this.sourceTables = new SourceTables(database);
            this.destinationTables = new DestinationTables(database);
            this.nodes = new Nodes(database, options, clock);
            this.backlogs = new StoredBacklogs(sourceTables, sources, background.recovery);
            this.recovery = new Recovery(this, background.recovery);
            this.lease = new Lease(leases, this, options, schedulers.apply("restart-oracle-lease"));
            this.outgoing = new SourceMessages(this, background.deletions, options);
            this.received = new ReceivedMessages(this, background.deletions, options);
            lease.start();
            recovery.start();
        } catch (SQLException | IOException e) {
            throw new StoreFailedException("the message store cannot be opened", e);
        }
    }

    /**
     * Makes this the store of a bus. Must be called before the first client or endpoint of the bus is created, because that
     * recovers the messages of an earlier process.
     *
     * <p>Beyond {@link org.apache.cxf.ws.rm.RMManager#setStore} this method
     * <ul>
     *   <li>installs the {@linkplain ReceivingSide receiving side},
     *   <li>delivers messages that were accepted but not delivered (it switches redelivery on unless the bus has a policy
     *       for it),
     *   <li>notes deliveries in the {@linkplain #deliveryDataSource transaction of the service},
     *   <li>takes over, on PostgreSQL, the sequences that other processes leave.
     * </ul>
     *
     * @param bus the bus
     * @throws IllegalStateException if the bus has another store
     */
    public void installOn(Bus bus) {
        new Installation(this, bus).install();
    }

    /**
     * Returns a data source for the service. While a reliable message is being delivered, its connections belong to one
     * transaction. That transaction also notes that the message was delivered, and commits when the service has returned. The
     * writes of the service therefore take effect exactly once, even if processes or connections die. If the service throws or
     * rolls back, its writes are undone and the message is delivered again. Committing and closing such a connection has no
     * effect of its own. At any other time these are ordinary connections of the data source.
     *
     * <p>One-way calls that the service makes once it has such a connection, with clients of a bus of this store, belong to the
     * transaction too: they are sent when it has committed, and are not made if it has not. A two-way call takes
     * another connection of the data source meanwhile, of which the deliveries of this store leave one free: as many of them
     * have a connection at a time as the pool has, less one (two on PostgreSQL, one being for the lease), and the others wait
     * for their turn, up to 30 s. If the pool is not HikariCP, Commons DBCP 2, Tomcat JDBC or Agroal, its size is unknown, and
     * nothing is left free.
     *
     * @return a data source for the service, on the database of the store
     */
    public DataSource deliveryDataSource() {
        return new DeliveryTransaction.Joining(database.connections.dataSource);
    }

    @Override
    public void createSourceSequence(SourceSequence sequence) {
        RMEndpoint reliable =
                sequence.getSource() == null ? null : sequence.getSource().getReliableEndpoint();
        outgoing.create(sequence, recovery.key(reliable, Role.CLIENT, sequence::getEndpointIdentifier));
    }

    @Override
    public void createDestinationSequence(DestinationSequence sequence) {
        Destination destination = CxfInternals.destination(sequence);
        RMEndpoint reliable = destination == null ? null : destination.getReliableEndpoint();
        received.create(sequence, recovery.key(reliable, Role.SERVER, sequence::getEndpointIdentifier));
    }

    /** Throws if a write was refused, because another process owns the sequence. */
    void requireOwned(boolean owned, Identifier sequence) {
        if (!owned) {
            throw taken(sequence);
        }
    }

    SequenceTakenException taken(Identifier sequence) {
        lease.check();
        return new SequenceTakenException(sequence.getValue());
    }

    @Override
    public @Nullable SourceSequence getSourceSequence(Identifier identifier) {
        List<SourceTables.Stored> named = sourceTables.named(identifier.getValue(), nodes.token());
        return named.isEmpty() ? null : named.get(0).sequence();
    }

    @Override
    public @Nullable DestinationSequence getDestinationSequence(Identifier identifier) {
        List<StoredDestination> named = destinationTables.named(identifier.getValue(), nodes.token());
        return named.isEmpty() ? null : named.get(0).sequence();
    }

    @Override
    public void removeSourceSequence(Identifier identifier) {
        outgoing.end(identifier.getValue());
    }

    @Override
    public void removeDestinationSequence(Identifier identifier) {
        received.end(identifier.getValue());
    }

    /**
     * Returns no sequence: CXF names an endpoint by its service and port only, which several endpoints may share. The store
     * gives sequences to their endpoints itself.
     */
    @Override
    public Collection<SourceSequence> getSourceSequences(String endpoint) {
        return List.of();
    }

    /** Returns no sequence, as {@link #getSourceSequences}. */
    @Override
    public Collection<DestinationSequence> getDestinationSequences(String endpoint) {
        return List.of();
    }

    /** Reads all messages of a sequence, with their content. */
    @Override
    public Collection<RMMessage> getMessages(Identifier identifier, boolean outbound) {
        return outbound
                ? unacknowledged(identifier, 1, Long.MAX_VALUE)
                : List.copyOf(destinationTables.undelivered(identifier.getValue(), 1, Long.MAX_VALUE));
    }

    @Override
    public List<RMMessage> unacknowledged(Identifier sequence, long from, long to) {
        outgoing.flush();
        return sourceTables.messages(sequence.getValue(), from, to);
    }

    @Override
    public long waiting() {
        return backlogs.waiting();
    }

    @Override
    public long waiting(RMEndpoint endpoint) {
        return backlogs.waiting(endpoint);
    }

    /**
     * Stores a message that is about to be sent.
     *
     * @throws SequenceTakenException if another process has taken the sequence over; the message must not be sent
     * @throws RMStoreException if it could not be stored, or if the outcome is unknown. In the latter case it is removed again
     *     as soon as the database answers, and before any other message of the sequence is stored. It is sent all the same if
     *     it was stored and the process ends, or loses the sequence to another, before the removal
     */
    @Override
    public void persistOutgoing(SourceSequence sequence, @Nullable RMMessage message) {
        outgoing.add(sequence, message);
    }

    @Override
    public MessageId call(RMEndpoint endpoint, RMMessage call) {
        return calls.add(endpoint, call);
    }

    @Override
    public boolean joins() {
        return DeliveryTransaction.open(database) != null;
    }

    @Override
    public MessageId join(RMEndpoint endpoint, RMMessage call, Consumer<Boolean> ended) {
        DeliveryTransaction delivery = DeliveryTransaction.open(database);
        if (delivery == null) {
            throw new IllegalStateException("the thread has no open transaction");
        }
        return delivery.calls.add(endpoint, call, ended);
    }

    /**
     * Stores messages as {@link #persistOutgoing(SourceSequence, RMMessage)}, in one transaction. All contents are in memory at
     * once, unless there is one message only.
     */
    @Override
    public void number(SourceSequence sequence, List<RMMessage> messages) {
        outgoing.add(sequence, messages);
    }

    /**
     * Stores a message that CXF has received.
     *
     * @throws SequenceTakenException if another process has taken the sequence over
     */
    @Override
    public void persistIncoming(DestinationSequence sequence, @Nullable RMMessage message) {
        if (message == null) {
            received.update(sequence);
        } else {
            received.accept(sequence, message);
        }
    }

    @Override
    public void accept(DestinationSequence sequence, AcceptedMessage message) {
        received.accept(sequence, message);
    }

    @Override
    public void closed(DestinationSequence sequence) {
        received.close(sequence.getIdentifier());
    }

    @Override
    public @Nullable AcceptedMessage undelivered(Identifier sequence, long number) {
        return destinationTables.undelivered(sequence.getValue(), number);
    }

    /**
     * Notes that a message was given up, or is to be delivered again.
     *
     * @throws SequenceTakenException if another process has the sequence, or the message was delivered
     */
    @Override
    public void giveUp(Identifier sequence, long number, @Nullable String reason) {
        received.giveUp(sequence, number, reason);
    }

    /** Removes messages that were acknowledged, or delivered. */
    @Override
    public void removeMessages(Identifier identifier, Collection<Long> numbers, boolean outbound) {
        if (numbers.isEmpty()) {
            return;
        }
        if (outbound) {
            outgoing.acknowledged(identifier.getValue(), numbers);
        } else {
            received.deliver(identifier, numbers);
        }
    }

    @Override
    public void givenUp(Identifier sequence, long number, @Nullable String reason) {
        outgoing.giveUp(sequence.getValue(), number, reason);
    }

    @Override
    public void forsaken(Identifier sequence) {
        outgoing.forsake(sequence.getValue());
    }

    @Override
    public void ended(Endpoint client) {
        // No call waits in its lines any more.
        calls.closed(client).forEach(outgoing::end);
        recovery.ended(client);
    }

    /**
     * Executes the pending deletions and frees the sequences for the next process. They are free at once, unless a service is
     * still running because it took longer than the shutdown of its bus waits: then they are free when the lease has ended. No
     * statement is interrupted. Returns after 10 s at the latest if the database does not answer; the sequences are then free
     * when the lease has ended.
     */
    @Override
    public void close() {
        background.close(this);
    }
}
