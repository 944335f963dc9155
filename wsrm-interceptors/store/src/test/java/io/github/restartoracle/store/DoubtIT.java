package io.github.restartoracle.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.github.restartoracle.status.MessageId;
import io.github.restartoracle.wsrm.recovery.SequenceTakenException;
import io.github.restartoracle.wsrm.recovery.StoredCall;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.apache.cxf.ws.rm.SourceSequence;
import org.apache.cxf.ws.rm.persistence.RMMessage;
import org.apache.cxf.ws.rm.persistence.RMStoreException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Calls whose outcome the database does not report: their messages are never sent, those of other calls are. */
@SuppressWarnings("NullAway.Init") // set up by each test
class DoubtIT {
    @TempDir
    Path directory;

    private final SourceSequence sequence = NumberedSource.of("urn:uuid:a");
    private HikariDataSource pool;
    private LateDataSource database;
    private DataSourceStore store;
    private long created;

    @BeforeEach
    void firstNumber() {
        sequence.nextMessageNumber(null, 0, false);
    }

    private void open(TestDatabase kind) {
        pool = TestDatabase.pool(kind.url(directory));
        database = new LateDataSource(pool);
        store = new DataSourceStore(database, pool, StoreOptions.ofDefaults());
        store.createSourceSequence(sequence);
        persist(1, "first");
        sequence.nextMessageNumber(null, 0, false);
    }

    @AfterEach
    void close() {
        store.close();
        pool.close();
    }

    static Stream<Arguments> cases() {
        return Stream.of(TestDatabase.values())
                .flatMap(kind -> Stream.of(LateDataSource.Effect.values()).map(effect -> Arguments.of(kind, effect)));
    }

    private void persist(long number, String content) {
        RMMessage message = TestSequences.message(number, content);
        message.setCreatedTime(++created);
        store.persistOutgoing(sequence, message);
    }

    private void fail(long number, String content) {
        assertThatThrownBy(() -> persist(number, content)).isInstanceOf(RMStoreException.class);
    }

    private List<String> stored() {
        return store.getMessages(sequence.getIdentifier(), true).stream()
                .map(message -> message.getMessageNumber() + " " + TestSequences.content(message))
                .toList();
    }

    /** Whichever statements were executed, the second number is that of the call that has returned. */
    @ParameterizedTest(name = "{0}, executed {1}")
    @MethodSource("cases")
    void shouldKeepTheCallThatReturnedAfterOthersOfItsNumberHaveFailed(TestDatabase kind, LateDataSource.Effect effect)
            throws Exception {
        open(kind);
        database.silent = effect;
        database.answers = false;
        fail(2, "second");
        fail(2, "third");
        database.executeLate();
        database.answers = true;
        persist(2, "fourth");
        assertThat(stored()).containsExactly("1 first", "2 fourth");
    }

    /** A server that resumes may read earlier data of another connection only later. */
    @ParameterizedTest(name = "{0}, executed {1}")
    @MethodSource("cases")
    void shouldStoreNothingLateOnceAnotherCallHasReturned(TestDatabase kind, LateDataSource.Effect effect)
            throws Exception {
        open(kind);
        database.silent = effect;
        database.answers = false;
        fail(2, "second");
        fail(3, "third");
        database.answers = true;
        persist(2, "fourth");
        database.executeLate();
        assertThat(stored()).containsExactly("1 first", "2 fourth");
    }

    /** A client was destroyed while its call was being stored, and another client of the process recovers its sequence. */
    @ParameterizedTest(name = "{0}, executed {1}")
    @MethodSource("cases")
    void shouldTakeBackACallThatFailsWhileItsSequenceIsRecovered(TestDatabase kind, LateDataSource.Effect effect)
            throws Exception {
        open(kind);
        database.silent = effect;
        database.answers = false;
        database.gate = new CountDownLatch(1);
        CompletableFuture<Void> call = CompletableFuture.runAsync(() -> fail(2, "second"));
        await().until(() -> database.waiting.get() == 1);
        database.answers = true;
        CompletableFuture<Void> recovery = CompletableFuture.runAsync(() -> {
            store.outgoing.writes.settle();
            store.outgoing.writes.recovered(sequence.getIdentifier().getValue());
        });
        await().pollDelay(Duration.ofMillis(200)).until(() -> true);
        database.gate.countDown();
        call.join();
        recovery.join();
        persist(2, "third");
        database.executeLate();
        assertThat(stored()).containsExactly("1 first", "2 third");
    }

    /**
     * A call that is about to get a number has another name. A failure does not remove that name, and the message of another
     * call that has the number keeps it.
     */
    @ParameterizedTest(name = "{0}, executed {1}")
    @MethodSource("cases")
    void shouldKeepACallWhoseNumberIsInDoubt(TestDatabase kind, LateDataSource.Effect effect) throws Exception {
        open(kind);
        SourceSequence line = NumberedSource.of(MessageId.PARKED + ":x");
        store.createSourceSequence(line);
        store.persistOutgoing(line, TestSequences.message(7, "parked"));
        database.silent = effect;
        database.answers = false;
        assertThatThrownBy(() -> number(2, line)).isInstanceOf(RMStoreException.class);
        database.executeLate();
        database.answers = true;
        persist(2, "second");
        assertThat(stored()).containsExactly("1 first", "2 second");
        assertThat(store.getMessages(line.getIdentifier(), true))
                .extracting(TestSequences::content)
                .containsExactly("parked");
        number(3, line);
        assertThat(stored()).containsExactly("1 first", "2 second", "3 parked");
        assertThat(store.getMessages(line.getIdentifier(), true)).isEmpty();
        assertThatThrownBy(() -> number(4, line)).as("it has a number").isInstanceOf(SequenceTakenException.class);
        persist(4, "fourth");
        assertThat(stored()).hasSize(4);
    }

    private void number(long number, SourceSequence line) {
        StoredCall call = new StoredCall(new MessageId(line.getIdentifier().getValue(), 7));
        call.setMessageNumber(number);
        store.number(sequence, List.of(call));
    }

    /** There is no later call that would trigger it. */
    @ParameterizedTest(name = "{0}, executed {1}")
    @MethodSource("cases")
    void shouldTakeBackACallThatHasFailedByItself(TestDatabase kind, LateDataSource.Effect effect) throws Exception {
        open(kind);
        database.silent = effect;
        database.answers = false;
        fail(2, "second");
        database.executeLate();
        database.answers = true;
        await().untilAsserted(() -> assertThat(stored()).containsExactly("1 first"));
    }
}
