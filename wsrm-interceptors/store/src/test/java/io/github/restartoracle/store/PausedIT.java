package io.github.restartoracle.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.sql.DataSource;
import org.apache.cxf.ws.rm.DestinationSequence;
import org.apache.cxf.ws.rm.SourceSequence;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A process that stops (SIGSTOP, or a machine that is gone) before a commit keeps its sequences for a bounded time only. */
class PausedIT {
    private static final StoreOptions OPTIONS = StoreOptions.ofDefaults()
            .withNode("node")
            .withLease(Duration.ofSeconds(6))
            .withBatchDelay(Duration.ZERO);

    @TempDir
    Path directory;

    private final CountDownLatch goesOn = new CountDownLatch(1);
    private final CountDownLatch paused = new CountDownLatch(1);
    private final ExecutorService work = Executors.newCachedThreadPool();
    private final SourceSequence source = NumberedSource.of("urn:uuid:s");
    private final DestinationSequence destination = TestSequences.destination("urn:uuid:d");
    private volatile boolean pauses;

    @AfterEach
    void end() {
        goesOn.countDown();
        work.shutdownNow();
    }

    /** An action of a process that takes several statements. */
    enum Moment {
        ACKNOWLEDGED,
        DOUBTED,
        DELIVERED,
        DELIVERING,
        RECOVERED
    }

    private void act(Moment moment, DataSourceStore store) {
        if (moment == Moment.ACKNOWLEDGED || moment == Moment.DOUBTED) {
            store.createSourceSequence(source);
            store.persistOutgoing(source, TestSequences.message(1, "a"));
        } else {
            store.createDestinationSequence(destination);
            store.persistIncoming(destination, TestSequences.message(1, "a"));
        }
        pauses = true;
        switch (moment) {
            case ACKNOWLEDGED -> store.removeMessages(source.getIdentifier(), List.of(1L), true);
            case DOUBTED ->
                store.sourceTables.fence("urn:uuid:s", Numbers.of(List.of(1L)), Map.of(), store.nodes.token());
            case DELIVERED -> store.removeMessages(destination.getIdentifier(), List.of(1L), false);
            case DELIVERING -> deliver(store);
            case RECOVERED -> store.getDestinationSequence(destination.getIdentifier());
        }
    }

    private static void deliver(DataSourceStore store) {
        DeliveryTransaction delivery =
                new DeliveryTransaction(store, "urn:uuid:d", 1, store.nodes.token(), false, () -> {});
        try (Connection joined = delivery.join()) {
            assertThat(joined.isClosed()).isFalse();
            assertThat(delivery.note(store.destinationTables)).isEqualTo(DestinationTables.Delivered.NOW);
        } catch (SQLException | IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private DataSource pausing(DataSource real) {
        return (DataSource) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {DataSource.class}, (proxy, method, arguments) -> {
                    Object result = method.invoke(real, arguments);
                    return result instanceof Connection connection ? pausing(connection) : result;
                });
    }

    private Connection pausing(Connection real) {
        return (Connection) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("commit") && pauses) {
                        paused.countDown();
                        goesOn.await();
                    }
                    try {
                        return method.invoke(real, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @ParameterizedTest
    @EnumSource
    void shouldLeaveItsSequencesToOthersWhenItStopsBeforeACommit(Moment moment) throws Exception {
        String url = TestDatabase.POSTGRESQL.url(directory);
        try (HikariDataSource formerPool = TestDatabase.pool(url);
                HikariDataSource pool = TestDatabase.pool(url);
                DataSourceStore former = new DataSourceStore(pausing(formerPool), formerPool, OPTIONS)) {
            Future<?> stopping = work.submit(() -> act(moment, former));
            await().until(() -> paused.getCount() == 0);
            try (DataSourceStore store = new DataSourceStore(pool, OPTIONS)) {
                await().until(() -> store.nodes.takeOver(any -> true) == 1);
                goesOn.countDown();
                await().until(stopping::isDone);
            }
        }
    }
}
