package io.github.restartoracle.store;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.InstanceOfAssertFactories.type;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.github.restartoracle.wsrm.recovery.SequenceTakenException;
import java.io.StringReader;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.xml.stream.XMLStreamException;
import org.apache.cxf.staxutils.StaxUtils;
import org.apache.cxf.ws.addressing.EndpointReferenceType;
import org.apache.cxf.ws.addressing.ReferenceParametersType;
import org.apache.cxf.ws.rm.DestinationSequence;
import org.apache.cxf.ws.rm.ProtocolVariation;
import org.apache.cxf.ws.rm.SourceSequence;
import org.apache.cxf.ws.rm.persistence.RMMessage;
import org.apache.cxf.ws.rm.persistence.RMStoreException;
import org.apache.cxf.ws.rm.v200702.SequenceAcknowledgement.AcknowledgementRange;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.w3c.dom.Element;

/** Data that one process stores and the next finds, on each database. */
class DataSourceStoreIT {
    /** A long batch delay: a take-over skips rows that are being written, so there must be no writes in the background. */
    private static final StoreOptions OPTIONS =
            StoreOptions.ofDefaults().withNode("node").withBatchDelay(Duration.ofSeconds(10));

    @TempDir
    Path directory;

    private final List<HikariDataSource> pools = new ArrayList<>();
    private final List<DataSourceStore> stores = new ArrayList<>();

    private DataSourceStore store(String url) {
        HikariDataSource pool = TestDatabase.pool(url);
        pools.add(pool);
        DataSourceStore store = new DataSourceStore(pool, OPTIONS);
        stores.add(store);
        return store;
    }

    @AfterEach
    void close() {
        stores.forEach(DataSourceStore::close);
        pools.forEach(HikariDataSource::close);
    }

    private static List<String> contents(Collection<RMMessage> messages) {
        return messages.stream()
                .map(message -> message.getMessageNumber() + " " + TestSequences.content(message))
                .toList();
    }

    private static List<String> ranges(DestinationSequence sequence) {
        List<String> ranges = new ArrayList<>();
        for (AcknowledgementRange range : sequence.getAcknowledgment().getAcknowledgementRange()) {
            ranges.add(range.getLower() + "-" + range.getUpper());
        }
        return ranges;
    }

    private static void send(DataSourceStore store, SourceSequence sequence, int count) {
        for (int i = 0; i < count; i++) {
            long number = sequence.nextMessageNumber(null, 0, false);
            store.persistOutgoing(sequence, TestSequences.message(number, "order " + number));
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldGiveBackWhatWasNotAcknowledged(TestDatabase database) {
        String url = database.url(directory);
        DataSourceStore former = store(url);
        SourceSequence sequence = NumberedSource.of("urn:uuid:a");
        former.createSourceSequence(sequence);
        send(former, sequence, 5);
        former.removeMessages(sequence.getIdentifier(), List.of(5L, 1L, 2L), true);
        former.close();

        DataSourceStore store = store(url);
        List<SourceSequence> found = TestSequences.sources(store);
        assertThat(found).singleElement().satisfies(recovered -> {
            assertThat(recovered.getIdentifier().getValue()).isEqualTo("urn:uuid:a");
            assertThat(recovered.getProtocol()).isEqualTo(ProtocolVariation.RM11WSA200508);
            assertThat(recovered.getCurrentMessageNr())
                    .as("5 was given to a message, though it is gone")
                    .isEqualTo(5);
            assertThat(recovered.isLastMessage()).isFalse();
            assertThat(recovered.getExpires()).isNull();
        });
        assertThat(store.getMessages(sequence.getIdentifier(), true)).first().satisfies(message -> {
            assertThat(message.getTo()).isEqualTo("http://localhost/orders");
            assertThat(message.getContentType()).isEqualTo("text/xml");
            assertThat(message.getCreatedTime()).isEqualTo(1234567890123L);
        });
        assertThat(contents(store.getMessages(sequence.getIdentifier(), true)))
                .containsExactly("3 order 3", "4 order 4");
        store.removeSourceSequence(sequence.getIdentifier());
        await().untilAsserted(() ->
                assertThat(store.getMessages(sequence.getIdentifier(), true)).isEmpty());
        store.close();
        assertThat(TestSequences.sources(store(url))).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void shouldStoreSeveralMessagesAtOnceOrNone(TestDatabase database) {
        DataSourceStore store = store(database.url(directory));
        SourceSequence sequence = NumberedSource.of("urn:uuid:a");
        store.createSourceSequence(sequence);
        send(store, sequence, 1);
        store.number(
                sequence,
                List.of(
                        TestSequences.message(2, "b"),
                        TestSequences.message(3, new byte[200_000]),
                        TestSequences.message(4, "d")));
        assertThatThrownBy(() -> store.number(
                        sequence, List.of(TestSequences.message(5, "e"), TestSequences.message(3, "another"))))
                .isInstanceOf(RMStoreException.class);
        assertThat(store.getMessages(sequence.getIdentifier(), true))
                .extracting(RMMessage::getMessageNumber)
                .containsExactly(1L, 2L, 3L, 4L);
        store.number(sequence, List.of(TestSequences.message(5, "e"), TestSequences.message(6, "f")));
        List<RMMessage> messages = List.copyOf(store.getMessages(sequence.getIdentifier(), true));
        assertThat(contents(messages)).hasSize(6).startsWith("1 order 1", "2 b").endsWith("5 e", "6 f");
        assertThat(messages.get(2).getContent().size()).isEqualTo(200_000);
    }

    @ParameterizedTest
    @EnumSource
    void shouldGiveBackTheEndOfASequence(TestDatabase database) {
        String url = database.url(directory);
        DataSourceStore former = store(url);
        SourceSequence sequence = NumberedSource.of("urn:uuid:a");
        former.createSourceSequence(sequence);
        send(former, sequence, 1);
        sequence.nextMessageNumber(null, 0, true);
        former.persistOutgoing(sequence, TestSequences.message(2, "last"));
        former.close();
        DataSourceStore store = store(url);
        assertThat(TestSequences.sources(store))
                .singleElement()
                .satisfies(found -> assertThat(found.isLastMessage()).isTrue());
    }

    @ParameterizedTest
    @EnumSource
    void shouldRememberWhatWasAcceptedAndDeliverOnlyWhatWasNot(TestDatabase database) {
        String url = database.url(directory);
        DataSourceStore former = store(url);
        DestinationSequence sequence = TestSequences.created(former, "urn:uuid:d");
        for (long number : new long[] {1, 2, 3, 5, 7}) {
            former.persistIncoming(sequence, TestSequences.message(number, "order " + number));
        }
        former.removeMessages(sequence.getIdentifier(), List.of(1L), false);
        former.removeMessages(sequence.getIdentifier(), List.of(2L, 5L), false);
        // The state after the death of a process: the deliveries are not folded into ranges.
        DataSourceStore store = store(url);
        List<DestinationSequence> found = TestSequences.destinations(store);
        assertThat(found).singleElement().satisfies(recovered -> {
            assertThat(ranges(recovered)).containsExactly("1-3", "5-5", "7-7");
            assertThat(recovered.getProtocol()).isEqualTo(ProtocolVariation.RM10WSA200408);
            assertThat(recovered.getAcksTo().getAddress().getValue()).contains("anonymous");
        });
        assertThat(contents(store.getMessages(sequence.getIdentifier(), false)))
                .containsExactly("3 order 3", "7 order 7");

        store.removeMessages(sequence.getIdentifier(), List.of(3L, 7L), false);
        store.close();
        assertThat(rows(url, "restart_oracle_inbound")).isZero();
        DataSourceStore next = store(url);
        assertThat(TestSequences.destinations(next))
                .singleElement()
                .satisfies(recovered -> assertThat(ranges(recovered)).containsExactly("1-3", "5-5", "7-7"));
        assertThat(next.getMessages(sequence.getIdentifier(), false)).isEmpty();
    }

    private static ReferenceParametersType route(String route) throws XMLStreamException {
        ReferenceParametersType parameters = new ReferenceParametersType();
        parameters
                .getAny()
                .add(StaxUtils.read(new StringReader("<t:route xmlns:t='urn:test'>" + route + "</t:route>"))
                        .getDocumentElement());
        return parameters;
    }

    /** They are sent as headers with acknowledgements, also by the next process. */
    @ParameterizedTest
    @EnumSource
    void shouldKeepTheReferenceParametersOfAcksTo(TestDatabase database) throws XMLStreamException {
        String url = database.url(directory);
        DataSourceStore former = store(url);
        DestinationSequence sequence = TestSequences.destination("urn:uuid:d");
        sequence.getAcksTo().setReferenceParameters(route("a &amp; b"));
        former.createDestinationSequence(sequence);
        DestinationSequence tooLong = TestSequences.destination("urn:uuid:e");
        tooLong.getAcksTo().setReferenceParameters(route("a".repeat(16_000)));
        assertThatThrownBy(() -> former.createDestinationSequence(tooLong))
                .hasMessageContaining("AcksTo has more than");

        EndpointReferenceType acksTo =
                TestSequences.destinations(store(url)).get(0).getAcksTo();
        assertThat(acksTo.getAddress().getValue()).contains("anonymous");
        assertThat(acksTo.getReferenceParameters().getAny())
                .singleElement(as(type(Element.class)))
                .satisfies(route -> {
                    assertThat(route.getNamespaceURI()).isEqualTo("urn:test");
                    assertThat(route.getTextContent()).isEqualTo("a & b");
                });
    }

    /** A database may execute a write that it has reported as failed, long after a copy was delivered. */
    @ParameterizedTest
    @EnumSource
    void shouldNotDeliverAgainWhatWasStoredLate(TestDatabase database) {
        String url = database.url(directory);
        DataSourceStore former = store(url);
        DestinationSequence sequence = TestSequences.created(former, "urn:uuid:d");
        former.accept(sequence, TestSequences.message(1, "order"));
        former.removeMessages(sequence.getIdentifier(), List.of(1L), false);
        former.close();
        DataSourceStore late = store(url);
        late.accept(TestSequences.destinations(late).get(0), TestSequences.message(1, "order"));
        late.close();
        assertThat(rows(url, "restart_oracle_inbound")).isOne();
        DataSourceStore next = store(url);
        next.nodes.takeOver(key -> true);
        StoredDestination found =
                next.destinationTables.named("urn:uuid:d", next.nodes.token()).get(0);
        assertThat(found.undelivered().isEmpty()).isTrue();
        next.received.recovered(found);
        next.close();
        assertThat(rows(url, "restart_oracle_inbound")).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void shouldKeepASequenceThatHasEndedUntilWhatWasAcceptedIsDelivered(TestDatabase database) {
        String url = database.url(directory);
        DataSourceStore former = store(url);
        DestinationSequence sequence = TestSequences.created(former, "urn:uuid:d");
        former.persistIncoming(sequence, TestSequences.message(1, "order 1"));
        former.persistIncoming(sequence, TestSequences.message(2, "order 2"));
        former.removeMessages(sequence.getIdentifier(), List.of(1L), false);
        former.removeDestinationSequence(sequence.getIdentifier());
        assertThat(former.destinations.holds("urn:uuid:d"))
                .as("a message is still to be delivered here")
                .isTrue();

        DataSourceStore store = store(url);
        assertThat(TestSequences.destinations(store)).hasSize(1);
        assertThat(contents(store.getMessages(sequence.getIdentifier(), false))).containsExactly("2 order 2");
        store.removeDestinationSequence(sequence.getIdentifier());
        store.removeMessages(sequence.getIdentifier(), List.of(2L), false);
        store.close();
        assertThat(store.destinations.holds("urn:uuid:d")).isFalse();
        assertThat(rows(url, "restart_oracle_destination")).isZero();
    }

    private long rows(String url, String table) {
        try (HikariDataSource pool = TestDatabase.pool(url);
                Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                var count = statement.executeQuery("SELECT COUNT(*) FROM " + table)) {
            count.next();
            return count.getLong(1);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldKeepBytesAsTheyAre(TestDatabase database) throws Exception {
        String url = database.url(directory);
        DataSourceStore store = store(url);
        SourceSequence sequence = NumberedSource.of("urn:uuid:a");
        store.createSourceSequence(sequence);
        byte[] large = new byte[3_000_000];
        new Random(1).nextBytes(large);
        store.persistOutgoing(sequence, TestSequences.message(1, large));
        store.persistOutgoing(sequence, TestSequences.message(2, new byte[0]));
        List<RMMessage> messages = List.copyOf(store.getMessages(sequence.getIdentifier(), true));
        assertThat(messages.get(0).getContent().getBytes()).isEqualTo(large);
        assertThat(messages.get(1).getContent().getBytes()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void shouldFenceWhoeverOpenedTheDatabaseBefore(TestDatabase database) {
        String url = database.url(directory);
        DataSourceStore former = store(url);
        SourceSequence source = NumberedSource.of("urn:uuid:a");
        DestinationSequence destination = TestSequences.destination("urn:uuid:d", 1);
        former.createSourceSequence(source);
        former.createDestinationSequence(destination);
        send(former, source, 1);

        DataSourceStore store = store(url);
        store.nodes.takeOver(any -> true);
        assertThat(catchThrowable(() -> former.createSourceSequence(NumberedSource.of("urn:uuid:b"))))
                .as("a process that shares the database begins anew")
                .matches(failure -> database == TestDatabase.POSTGRESQL
                        ? failure == null
                        : failure instanceof SequenceTakenException);
        assertThatThrownBy(() -> send(former, source, 1)).isInstanceOf(SequenceTakenException.class);
        assertThatThrownBy(() -> former.persistIncoming(destination, TestSequences.message(1, "order")))
                .isInstanceOf(SequenceTakenException.class);
        assertThatThrownBy(() -> former.removeMessages(destination.getIdentifier(), List.of(1L), false))
                .isInstanceOf(SequenceTakenException.class);
        former.removeMessages(source.getIdentifier(), List.of(1L), true);
        former.removeSourceSequence(source.getIdentifier());
        former.removeDestinationSequence(destination.getIdentifier());
        former.close();

        assertThat(TestSequences.sources(store))
                .extracting(sequence -> sequence.getIdentifier().getValue())
                .startsWith("urn:uuid:a")
                .hasSize(database == TestDatabase.POSTGRESQL ? 2 : 1);
        assertThat(TestSequences.destinations(store)).hasSize(1);
        assertThat(contents(store.getMessages(source.getIdentifier(), true))).containsExactly("1 order 1");
    }

    @Test
    void shouldLetSeveralProcessesCreateTheTablesAtOnce() throws Exception {
        ExecutorService processes = Executors.newFixedThreadPool(4);
        try {
            for (int i = 0; i < 8; i++) {
                String url = TestDatabase.POSTGRESQL.url(directory);
                List<Callable<DataSourceStore>> starts = new ArrayList<>();
                for (int process = 0; process < 4; process++) {
                    HikariDataSource pool = TestDatabase.pool(url);
                    pools.add(pool);
                    starts.add(() -> new DataSourceStore(pool, StoreOptions.ofDefaults()));
                }
                for (Future<DataSourceStore> started : processes.invokeAll(starts)) {
                    stores.add(started.get());
                }
                close();
                stores.clear();
                pools.clear();
            }
        } finally {
            processes.shutdownNow();
        }
    }

    /** The lock is that of a process that is paused between a write and its commit. */
    @Test
    void shouldNotWaitForALockOfTheDeadWhenItTakesOver() throws Exception {
        String url = TestDatabase.POSTGRESQL.url(directory);
        DataSourceStore former = store(url);
        former.createDestinationSequence(TestSequences.destination("urn:uuid:d"));
        former.createDestinationSequence(TestSequences.destination("urn:uuid:e"));
        try (Connection paused = pools.get(0).getConnection();
                Statement statement = paused.createStatement()) {
            paused.setAutoCommit(false);
            statement.execute("SELECT 1 FROM restart_oracle_destination WHERE identifier = 'urn:uuid:d' FOR SHARE");
            DataSourceStore store = store(url);
            assertThat(TestSequences.destinations(store))
                    .extracting(sequence -> sequence.getIdentifier().getValue())
                    .containsExactly("urn:uuid:e");
            paused.commit();
            assertThat(store.nodes.takeOver(any -> true)).isEqualTo(1);
            assertThat(TestSequences.destinations(store))
                    .extracting(sequence -> sequence.getIdentifier().getValue())
                    .containsExactly("urn:uuid:d");
            assertThat(store.nodes.takeOver(any -> true)).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldRefuseAnObjectOfAFormerLife(TestDatabase database) {
        String url = database.url(directory);
        DataSourceStore store = store(url);
        SourceSequence sequence = NumberedSource.of("urn:uuid:a");
        store.createSourceSequence(sequence);
        DataSourceStore next = store(url);
        SourceSequence recovered = TestSequences.sources(next).get(0);
        next.persistOutgoing(recovered, TestSequences.message(1, "order"));
        assertThatThrownBy(() -> next.persistOutgoing(sequence, TestSequences.message(2, "order")))
                .isInstanceOf(SequenceTakenException.class);
    }

    /** A client and an endpoint of one service and port, and two clients with different addresses. */
    @ParameterizedTest
    @EnumSource
    void shouldGiveASequenceToNothingButItsRoleEndpointAndAddress(TestDatabase database) {
        DataSourceStore store = store(database.url(directory));
        long token = store.nodes.token();
        EndpointKey other = new EndpointKey(EndpointKey.Role.CLIENT, TestSequences.ENDPOINT, "http://other/orders");
        EndpointKey server = new EndpointKey(EndpointKey.Role.SERVER, TestSequences.ENDPOINT, "http:/orders");
        assertThat(store.sourceTables.create(NumberedSource.of("urn:uuid:a"), TestSequences.CLIENT, token))
                .isTrue();
        assertThat(store.sourceTables.create(NumberedSource.of("urn:uuid:b"), other, token))
                .isTrue();
        assertThat(store.sourceTables.create(NumberedSource.of("urn:uuid:c"), server, token))
                .isTrue();
        assertThat(named(store, TestSequences.CLIENT)).containsExactly("urn:uuid:a");
        assertThat(named(store, other)).containsExactly("urn:uuid:b");
        assertThat(named(store, server)).containsExactly("urn:uuid:c");
        assertThat(named(store, new EndpointKey(EndpointKey.Role.SERVER, TestSequences.ENDPOINT, "http:/others")))
                .isEmpty();
        assertThat(named(store, new EndpointKey(EndpointKey.Role.CLIENT, "another", "http://other/orders")))
                .isEmpty();
    }

    private static List<String> named(DataSourceStore store, EndpointKey key) {
        return store.sourceTables.of(key, store.nodes.token()).stream()
                .map(SourceTables.Stored::identifier)
                .toList();
    }

    @ParameterizedTest
    @EnumSource
    void shouldFailLoudlyAndDeleteNothingWhenTheDatabaseDoesNotAnswer(TestDatabase database) {
        String url = database.url(directory);
        DataSourceStore store = store(url);
        SourceSequence sequence = NumberedSource.of("urn:uuid:a");
        store.createSourceSequence(sequence);
        send(store, sequence, 1);
        pools.get(0).close();
        assertThatThrownBy(() -> TestSequences.sources(store)).isInstanceOf(RMStoreException.class);
        assertThatThrownBy(() -> store.getMessages(sequence.getIdentifier(), true))
                .isInstanceOf(RMStoreException.class);
        assertThatThrownBy(() -> send(store, sequence, 1))
                .isInstanceOf(RMStoreException.class)
                .hasMessageStartingWith("the message store cannot be read or written: ")
                .hasMessageContaining("closed");
        assertThat(contents(store(url).getMessages(sequence.getIdentifier(), true)))
                .containsExactly("1 order 1");
    }
}
