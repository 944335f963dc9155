package io.github.restartoracle.store;

import io.github.restartoracle.store.DestinationTables.Delivered;
import io.github.restartoracle.wsrm.internal.destination.DeliveryScope;
import io.github.restartoracle.wsrm.internal.log.Logs;
import io.github.restartoracle.wsrm.recovery.SequenceTakenException;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.ref.Reference;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.interceptor.OutgoingChainInterceptor;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.phase.PhaseInterceptorChain;
import org.apache.cxf.ws.rm.RMDeliveryInterceptor;
import org.apache.cxf.ws.rm.v200702.SequenceType;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * A message that is being delivered to the service, and the transaction that begins when the service asks for a connection.
 * Not thread-safe; confined to the invocation of the service.
 */
final class DeliveryTransaction implements DeliveryScope {
    private static final Logger LOG = Logs.of(DeliveryTransaction.class);

    private final String sequence;
    private final long number;
    /** The token under which the sequence was owned when the delivery began. */
    final long token;
    /** True if the message is accepted only when it is delivered: CXF's robust one-way. */
    private final boolean accepts;

    final UnnumberedCalls.Joined calls;

    private final Database database;
    /** Runs when the database has failed, and not the service. */
    private final Runnable untried;
    /** The number of deliveries in this process, this one included. */
    private final AtomicInteger underWay;

    private @Nullable Connection connection;
    private @Nullable Thread joined;
    private boolean autoCommit;
    private boolean rolledBack;
    private @Nullable Delivered result;
    private boolean ended;

    DeliveryTransaction(
            DataSourceStore store, String sequence, long number, long token, boolean accepts, Runnable untried) {
        this.database = store.database;
        this.calls = store.calls.new Joined();
        this.sequence = sequence;
        this.number = number;
        this.token = token;
        this.accepts = accepts;
        this.untried = untried;
        this.underWay = store.underWay;
        underWay.incrementAndGet();
    }

    static @Nullable DeliveryTransaction current() {
        Message message = PhaseInterceptorChain.getCurrentMessage();
        return message == null ? null : of(message);
    }

    /** Returns the open transaction of the calling thread, which may be about to send a message; null if it has none. */
    static @Nullable DeliveryTransaction open(Database database) {
        Message message = PhaseInterceptorChain.getCurrentMessage();
        while (message != null) {
            DeliveryTransaction delivery = of(message);
            if (delivery != null) {
                boolean open = delivery.connection != null && delivery.joined == Thread.currentThread();
                return open && delivery.database == database ? delivery : null;
            }
            message = message.get(PhaseInterceptorChain.PREVIOUS_MESSAGE) instanceof Reference<?> former
                            && former.get() instanceof Message outer
                    ? outer
                    : null;
        }
        return null;
    }

    static @Nullable DeliveryTransaction of(Message message) {
        return (DeliveryTransaction) DeliveryScope.of(message);
    }

    boolean isDone() {
        return result != null && result.isSo();
    }

    boolean isOf(String ofSequence, long ofNumber) {
        return sequence.equals(ofSequence) && number == ofNumber;
    }

    /** Returns a connection for the service. Closing and committing it has no effect; the end of the delivery does both. */
    Connection join() throws SQLException {
        Connection real = connection == null ? begin() : connection;
        return (Connection) Proxy.newProxyInstance(
                DeliveryTransaction.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "close", "commit", "setAutoCommit" -> null;
                    default -> {
                        rolledBack |= method.getName().equals("rollback") && method.getParameterCount() == 0;
                        try {
                            yield method.invoke(real, arguments);
                        } catch (InvocationTargetException e) {
                            throw e.getCause();
                        }
                    }
                });
    }

    private Connection begin() throws SQLException {
        try {
            Connection real = database.connections.forDelivery();
            connection = real;
            joined = Thread.currentThread();
            autoCommit = real.getAutoCommit();
            real.setAutoCommit(false);
            return real;
        } catch (SQLException e) {
            untried.run();
            throw e;
        }
    }

    /** Notes the delivery in the transaction of the service, and commits it, or in a transaction of its own. */
    Delivered note(DestinationTables tables) throws SQLException, IOException {
        Connection real = connection;
        try {
            Delivered noted = real == null
                    ? database.statement(own -> note(tables, own))
                    : database.inTime(real, own -> database.besideMaintenance(own, any -> commit(tables, any)));
            result = noted;
            return noted;
        } catch (SQLException | IOException | RuntimeException e) {
            if (!Database.isRefusedForGood(e)) {
                untried.run();
            }
            throw e;
        }
    }

    private Delivered commit(DestinationTables tables, Connection joined) throws SQLException, IOException {
        Delivered noted = note(tables, joined);
        if (noted == Delivered.NOW) {
            calls.write(joined);
            joined.commit();
        } else {
            // The message is a copy, or another process owns it: the writes of the service must not take effect twice.
            joined.rollback();
        }
        return noted;
    }

    private Delivered note(DestinationTables tables, Connection on) throws SQLException, IOException {
        return tables.deliver(on, sequence, number, token, accepts);
    }

    /**
     * Rolls back unless the delivery is noted, and gives the connection back. The connection is closed in every case. If its
     * transaction could not be ended, the pool cannot use it any more.
     */
    @Override
    public void end() {
        Connection real = connection;
        connection = null;
        if (real != null) {
            end(real);
            database.connections.deliveryEnded();
            calls.end(result == Delivered.NOW);
        }
        if (!ended) {
            ended = true;
            underWay.decrementAndGet();
        }
    }

    private void end(Connection real) {
        try {
            if (!isDone()) {
                database.inTime(real, own -> {
                    own.rollback();
                    return own;
                });
            }
            real.setAutoCommit(autoCommit);
        } catch (SQLException | IOException | RuntimeException | Error e) {
            LOG.debug("The transaction of a delivery could not be ended; its connection is discarded", e);
            untried.run();
            abort(real);
        } finally {
            Connections.close(real);
        }
    }

    private static void abort(Connection broken) {
        try {
            broken.abort(Runnable::run);
        } catch (SQLException | RuntimeException e) {
            LOG.debug("A broken connection could not be aborted", e);
        }
    }

    /** Begins a delivery before the invocation. The receiving side ends it in every case. */
    static final class Begin extends AbstractPhaseInterceptor<Message> {
        private final DataSourceStore store;

        Begin(DataSourceStore store) {
            super(Phase.PRE_INVOKE);
            this.store = store;
        }

        @Override
        public void handleMessage(Message message) {
            SequenceType sequence = OthersSequences.sequence(message);
            if (sequence == null || DeliveryScope.of(message) != null) {
                return;
            }
            String identifier = sequence.getIdentifier().getValue();
            OptionalLong token = store.destinations.tokenOf(identifier);
            if (token.isEmpty()) {
                // This process lost the sequence after it had accepted the message; the new owner delivers the message.
                DeliveryScope.refused(message);
                throw new Fault(new SequenceTakenException(identifier));
            }
            if (!store.nodes.isOwnAndAlive(token.getAsLong())) {
                // The message is delivered soon: here if the lease can be renewed, otherwise by another process.
                DeliveryScope.untried(message);
                throw new Fault(new SequenceTakenException(identifier));
            }
            boolean robust = MessageUtils.getContextualBoolean(message, Message.ROBUST_ONEWAY);
            Runnable untried = () -> DeliveryScope.untried(message);
            DeliveryTransaction delivery = new DeliveryTransaction(
                    store, identifier, sequence.getMessageNumber(), token.getAsLong(), robust, untried);
            DeliveryScope.attach(delivery, message);
        }
    }

    /**
     * Notes a delivery after the invocation, before CXF counts the message as processed and admits the next one. If the service
     * has joined the transaction, the note is part of it, so that both take effect or neither; otherwise the note is a
     * transaction of its own.
     */
    static final class End extends AbstractPhaseInterceptor<Message> {
        private final DataSourceStore store;

        End(DataSourceStore store) {
            super(Phase.POST_INVOKE);
            this.store = store;
            addBefore(RMDeliveryInterceptor.class.getName());
            addBefore(DeliveryScope.PROCESSED);
            addBefore(OutgoingChainInterceptor.class.getName());
        }

        @Override
        public void handleMessage(Message message) {
            DeliveryTransaction delivery = of(message);
            if (delivery != null) {
                try {
                    note(delivery, message);
                } catch (SQLException | IOException e) {
                    throw new Fault(e);
                }
            }
        }

        private void note(DeliveryTransaction delivery, Message message) throws SQLException, IOException {
            String name = "message " + delivery.number + " of sequence " + delivery.sequence;
            if (delivery.rolledBack) {
                throw new SQLException("the service has rolled back the transaction of " + name);
            }
            if (delivery.connection == null && !delivery.accepts) {
                // The work of the service cannot be undone, so only the note is tried again.
                DeliveryScope.invoked(message);
            }
            Delivered result = delivery.note(store.destinationTables);
            delivery.end();
            if (result == Delivered.NOT_OWNED) {
                store.lease.check();
                DeliveryScope.refused(message);
                throw new SequenceTakenException(delivery.sequence);
            }
            if (!result.isSo()) {
                throw new SQLException(name + " was not accepted, so it is not delivered");
            }
            store.received.delivered(delivery.sequence, delivery.number);
        }
    }

    /** A data source whose connections belong to the transaction of the current delivery, if there is one. Thread-safe. */
    static final class Joining implements DataSource {
        private final DataSource dataSource;

        Joining(DataSource dataSource) {
            this.dataSource = dataSource;
        }

        @Override
        public Connection getConnection() throws SQLException {
            DeliveryTransaction delivery = current();
            return delivery == null || delivery.isDone() ? dataSource.getConnection() : delivery.join();
        }

        @Override
        public Connection getConnection(String user, String password) throws SQLException {
            throw new SQLException("connections of other users cannot join the transaction of a delivery");
        }

        @Override
        public PrintWriter getLogWriter() throws SQLException {
            return dataSource.getLogWriter();
        }

        @Override
        public void setLogWriter(PrintWriter out) throws SQLException {
            dataSource.setLogWriter(out);
        }

        @Override
        public void setLoginTimeout(int seconds) throws SQLException {
            dataSource.setLoginTimeout(seconds);
        }

        @Override
        public int getLoginTimeout() throws SQLException {
            return dataSource.getLoginTimeout();
        }

        @Override
        public java.util.logging.Logger getParentLogger() {
            return java.util.logging.Logger.getLogger(Joining.class.getPackageName());
        }

        @Override
        public <T> T unwrap(Class<T> type) throws SQLException {
            return type.isInstance(this) ? type.cast(this) : dataSource.unwrap(type);
        }

        @Override
        public boolean isWrapperFor(Class<?> type) throws SQLException {
            return type.isInstance(this) || dataSource.isWrapperFor(type);
        }
    }
}
