package io.github.restartoracle.wsrm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.restartoracle.wsrm.event.GivenUpMessage;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.xml.datatype.DatatypeFactory;
import org.apache.cxf.ws.rm.RMConfiguration.DeliveryAssurance;
import org.apache.cxf.ws.rm.RMManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests destinations that have forgotten or ended the sequences of their sources. */
class UnknownSequenceIT {
    private final NotedTransmissions source = new NotedTransmissions();
    private final ReliablePair.Setup setup = setup();

    private ReliablePair.Setup setup() {
        ReliablePair.Setup fresh = new ReliablePair.Setup().set("initial-timeout", "1s");
        fresh.assurance = DeliveryAssurance.AT_LEAST_ONCE;
        fresh.sourceListener = source;
        return fresh;
    }

    @ParameterizedTest(name = "SOAP 1.2 {0}, RM 1.1 {1}, our destination {2}")
    @CsvSource({"false, false, true", "true, true, true", "false, false, false", "true, true, false"})
    void shouldDeliverInANewSequenceWhatADestinationMissedDuringItsRestart(boolean soap12, boolean rm11, boolean ours) {
        setup.soap12 = soap12;
        setup.rm11 = rm11;
        setup.echoingDestination = ours;
        try (ReliablePair pair = new ReliablePair(setup)) {
            pair.orders.put("first");
            await().until(() -> source.acknowledged.size() == 1);
            pair.stopServer();
            pair.orders.put("second");
            pair.orders.put("third");
            await().until(() -> source.dispatched.contains("2#2"));
            pair.startServer();
            pair.orders.put("fourth");
            await().until(() -> pair.oracle().backlog().isEmpty());
            await().until(() -> pair.bean.delivered.size() == 4);
            // Destinations deliver one-way messages in several threads; the order is that of the numbers.
            assertThat(pair.bean.delivered).containsExactlyInAnyOrder("first", "second", "third", "fourth");
            assertThat(source.gaveUp).isEmpty();
            assertThat(source.moved).startsWith("2 to 1", "3 to 2");
            assertThat(pair.path().moves()).isEqualTo(source.moved.size());
            assertThat(Set.copyOf(source.sequences)).hasSize(2);
            assertThat(pair.manager()
                            .findReliableEndpoint(pair.serviceName())
                            .getSource()
                            .getAllSequences())
                    .as("the former sequence is forgotten here, too")
                    .hasSize(1);
        }
    }

    /** Covers a destination without a store that has died with a message that it held behind a missing one. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldDeliverWhatWasMissingInOrderAtADestinationThatHasForgottenTheRest(boolean rm11) {
        AtomicBoolean losing = new AtomicBoolean(true);
        setup.rm11 = rm11;
        setup.inOrder = true;
        setup.lost = (message, attempt) -> message == 2 && losing.get();
        try (ReliablePair pair = new ReliablePair(setup)) {
            pair.orders.put("first");
            await().until(() -> source.acknowledged.size() == 1);
            pair.orders.put("second");
            pair.orders.put("third");
            await().until(() -> source.acknowledged.size() == 2);
            pair.stopServer();
            pair.startServer();
            losing.set(false);
            await().until(() -> pair.oracle().backlog().isEmpty());
            await().until(() -> pair.bean.delivered.size() == 2);
            assertThat(pair.bean.delivered).containsExactly("first", "second");
            assertThat(source.moved).containsExactly("2 to 1");
            assertThat(source.gaveUp).isEmpty();
        }
    }

    @Test
    void shouldNotDeliverTwiceWhatMayHaveArrivedIfExactlyOnceIsPromised() {
        setup.assurance = DeliveryAssurance.EXACTLY_ONCE;
        setup.set("oracle", "canary");
        try (ReliablePair pair = new ReliablePair(setup)) {
            Orders direct = pair.client(pair.sourceBus, pair.serverAddress);
            direct.put("first");
            await().until(() -> source.acknowledged.size() == 1);
            pair.destinationBus.getOutInterceptors().add(new Silence());
            direct.put("second");
            await().until(() -> pair.bean.delivered.contains("second"));
            pair.stopServer();
            direct.put("third");
            await().until(() -> pair.path().reach().down());
            pair.destinationBus.getOutInterceptors().removeIf(Silence.class::isInstance);
            pair.startServer();
            await().until(() -> pair.bean.delivered.contains("third"));
            await().until(() -> source.gaveUp.size() == 1);
            assertThat(source.gaveUp).allMatch(line -> line.endsWith("the message may have arrived"));
            assertThat(source.moved).containsExactly("3 to 1");
            GivenUpMessage second = pair.oracle().givenUp().get(0);
            assertThat(pair.oracle().retry(second.id())).isTrue();
            assertThat(pair.oracle().retry(second.id())).as("while it is sent").isFalse();
            await().until(() -> pair.oracle().backlog().isEmpty());
            assertThat(pair.bean.delivered)
                    .as("an operator has retried it")
                    .containsExactly("first", "second", "third", "second");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldAnswerACallThatWaitedDuringTheRestart(boolean ours) {
        setup.echoingDestination = ours;
        try (ReliablePair pair = new ReliablePair(setup)) {
            assertThat(pair.orders.price("first")).isEqualTo("price of first");
            await().until(() -> source.acknowledged.size() == 1);
            pair.stopServer();
            CompletableFuture<String> answer = CompletableFuture.supplyAsync(() -> pair.orders.price("second"));
            await().until(() -> source.dispatched.contains("2#2"));
            pair.startServer();
            assertThat(answer).succeedsWithin(Duration.ofSeconds(30)).isEqualTo("price of second");
            assertThat(pair.orders.price("third")).isEqualTo("price of third");
            await().until(() -> pair.oracle().backlog().isEmpty());
            assertThat(pair.bean.delivered).containsExactly("first", "second", "third");
            assertThat(source.moved).containsExactly("2 to 1");
        }
    }

    /** Covers a client that is idle for so long that its sequence ends, and a service that is away when it goes on. */
    @Test
    void shouldAnswerACallThatWaitsForAnotherSequenceDuringTheRestart() throws Exception {
        try (ReliablePair pair = new ReliablePair(setup)) {
            pair.manager()
                    .getSourcePolicy()
                    .setSequenceExpiration(DatatypeFactory.newInstance().newDuration(1_000));
            assertThat(pair.orders.price("first")).isEqualTo("price of first");
            pair.stopServer();
            TimeUnit.MILLISECONDS.sleep(1_100);
            CompletableFuture<String> answer = CompletableFuture.supplyAsync(() -> pair.orders.price("second"));
            TimeUnit.MILLISECONDS.sleep(500);
            pair.startServer();
            assertThat(answer).succeedsWithin(Duration.ofSeconds(30)).isEqualTo("price of second");
        }
    }

    @ParameterizedTest
    @CsvSource({"true, true", "true, false", "false, true", "false, false"})
    void shouldDeliverTheFirstCallAfterTheDestinationHasEndedAnIdleSequence(boolean ours, boolean oneWay) {
        setup.echoingDestination = ours;
        try (ReliablePair pair = new ReliablePair(setup)) {
            pair.destinationBus.getExtension(RMManager.class).getConfiguration().setInactivityTimeout(100L);
            pair.orders.put("first");
            await().until(() -> source.acknowledged.size() == 1);
            await().until(pair::hasNoSequenceAtTheDestination);
            if (oneWay) {
                pair.orders.put("second");
            } else {
                assertThat(pair.orders.price("second")).isEqualTo("price of second");
            }
            await().until(() -> pair.oracle().backlog().isEmpty());
            await().untilAsserted(() -> assertThat(pair.bean.delivered).containsExactly("first", "second"));
            assertThat(source.moved).containsExactly("2 to 1");
            assertThat(source.gaveUp).isEmpty();
        }
    }

    @ParameterizedTest(name = "RM 1.1 {0}")
    @ValueSource(booleans = {false, true})
    void shouldEndAnIdleSequenceAfterTheAnswerToACallThatTakesLonger(boolean rm11) throws Exception {
        setup.rm11 = rm11;
        try (ReliablePair pair = new ReliablePair(setup)) {
            pair.destinationBus.getExtension(RMManager.class).getConfiguration().setInactivityTimeout(100L);
            pair.bean.hold();
            CompletableFuture<String> answer = CompletableFuture.supplyAsync(() -> pair.orders.price("slow"));
            await().until(() -> pair.bean.delivered.contains("slow"));
            TimeUnit.MILLISECONDS.sleep(500);
            pair.bean.release();
            assertThat(answer).succeedsWithin(Duration.ofSeconds(30)).isEqualTo("price of slow");
            await().until(() -> pair.oracle().backlog().isEmpty());
            await().until(pair::hasNoSequenceAtTheDestination);
        }
    }
}
