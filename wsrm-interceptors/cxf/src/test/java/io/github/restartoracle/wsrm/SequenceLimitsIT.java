package io.github.restartoracle.wsrm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.restartoracle.internal.inbound.SequenceLimits;
import io.github.restartoracle.wsrm.internal.destination.DestinationLimits;
import io.github.restartoracle.wsrm.internal.destination.ReceivingSide;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import javax.xml.namespace.QName;
import org.apache.cxf.ws.rm.DestinationSequence;
import org.apache.cxf.ws.rm.RMEndpoint;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.SourceSequence;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests sources that create sequences and do not use them. */
class SequenceLimitsIT {
    private static final Duration DAY = Duration.ofDays(1);
    private static final Duration MONTH = Duration.ofDays(30);

    private static ReliablePair pair(int all, int ofSource, Duration unused) {
        return pair(new DestinationLimits(
                Duration.ofSeconds(1), new SequenceLimits(all, ofSource, unused, DAY, MONTH), List.of()));
    }

    private static ReliablePair pair(DestinationLimits limits) {
        return pair(limits, new ReliablePair.Setup());
    }

    private static ReliablePair pair(DestinationLimits limits, ReliablePair.Setup setup) {
        setup.rm11 = true;
        ReliablePair pair = new ReliablePair(setup);
        ReceivingSide.installOn(pair.destinationBus).setLimits(limits);
        return pair;
    }

    private static DestinationLimits times(Duration idle, Duration expires) {
        return new DestinationLimits(
                Duration.ofSeconds(1), new SequenceLimits(1_000, 1_000, DAY, idle, expires), List.of());
    }

    private static RMEndpoint service(ReliablePair pair) {
        RMManager manager = pair.destinationBus.getExtension(RMManager.class);
        return manager.findReliableEndpoint(new QName("urn:test:orders", "OrdersService"));
    }

    private static long received(ReliablePair pair) {
        return service(pair).getDestination().getAllSequences().size();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldRefuseWhatIsTooMuchAndServeWhoHasASequence(boolean ofSource) throws Exception {
        try (ReliablePair pair = pair(ofSource ? 1_000 : 10, ofSource ? 10 : 1_000, Duration.ofDays(1))) {
            pair.orders.put("first");
            await().until(() -> pair.bean.delivered.size() == 1);
            RawSource source = new RawSource(pair.serverAddress);
            int refused = 0;
            for (int i = 0; i < 200; i++) {
                refused += source.createFor("PT1H").contains("CreateSequenceRefused") ? 1 : 0;
            }
            assertThat(refused).isEqualTo(192);
            assertThat(received(pair)).isEqualTo(10);
            pair.orders.put("second");
            assertThat(source.send(1, "put", "third")).contains("SequenceAcknowledgement");
            await().until(() -> pair.bean.delivered.size() == 3);
        }
    }

    @Test
    void shouldLetTheFirstCallOfANewcomerWaitUntilThereIsRoom() throws Exception {
        try (ReliablePair pair = pair(1_000, 5, Duration.ofSeconds(10))) {
            RawSource source = new RawSource(pair.serverAddress);
            for (int i = 0; i < 4; i++) {
                source.createFor("PT1H");
            }
            assertThat(source.createFor("PT1H")).contains("CreateSequenceRefused");
            pair.orders.put("newcomer");
            await().until(() -> pair.bean.delivered.contains("newcomer"));
        }
    }

    @Test
    void shouldEndTheOldestUnusedSequenceWhenThereIsNoRoom() throws Exception {
        try (ReliablePair pair = pair(1_000, 10, Duration.ofSeconds(1))) {
            pair.orders.put("first");
            await().until(() -> pair.bean.delivered.size() == 1);
            RawSource source = new RawSource(pair.serverAddress);
            source.send(1, "put", "second");
            for (int i = 0; i < 8; i++) {
                assertThat(source.createFor("PT1H")).contains("CreateSequenceResponse");
            }
            await().untilAsserted(() -> assertThat(source.createFor("PT1H")).contains("CreateSequenceResponse"));
            await().untilAsserted(() -> assertThat(received(pair)).isEqualTo(10));
            source.send(2, "put", "third");
            pair.orders.put("fourth");
            await().until(() -> pair.bean.delivered.size() == 4);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT0S", "-P1D", "P1000Y", "P999999999Y"})
    void shouldCutAnAbsurdLifetimeToOurs(String asked) throws Exception {
        try (ReliablePair pair = pair(100, 100, Duration.ofDays(1))) {
            RawSource source = new RawSource(pair.serverAddress);
            assertThat(source.createFor(asked)).contains(">PT720H<").doesNotContain(">" + asked + "<");
            assertThat(source.createFor("PT2H")).contains(">PT2H<");
        }
    }

    @Test
    void shouldEndUnusedSequencesAndWhatTheyOfferedInTime() throws Exception {
        try (ReliablePair pair = pair(times(Duration.ofSeconds(8), MONTH))) {
            pair.orders.put("first");
            await().until(() -> pair.bean.delivered.size() == 1);
            RawSource source = new RawSource(pair.serverAddress);
            source.send(1, "put", "second");
            source.createFor("PT1H");
            source.createFor("PT1H");
            assertThat(received(pair)).isEqualTo(4);
            await().until(() -> received(pair) == 2);
            await().until(() -> service(pair).getSource().getAllSequences().size() == 2);
            assertThat(source.send(2, "put", "third")).contains("SequenceAcknowledgement");
            pair.orders.put("fourth");
            await().until(() -> pair.bean.delivered.size() == 4);
        }
    }

    private static ReliablePair.Setup holding(CountDownLatch held) {
        ReliablePair.Setup setup = new ReliablePair.Setup();
        setup.onDelivery = order -> {
            if (order.equals("held")) {
                try {
                    held.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        };
        return setup;
    }

    /** Covers a source that would send the message in another sequence, and have it delivered twice. */
    @Test
    void shouldNotEndASequenceWhoseMessageIsAcknowledgedAfterItsDelivery() throws Exception {
        CountDownLatch held = new CountDownLatch(1);
        ReliablePair.Setup setup = holding(held).set("oracle", "none");
        try (ReliablePair pair = pair(times(Duration.ofSeconds(3), Duration.ofSeconds(3)), setup)) {
            pair.orders.put("held");
            await().until(() -> received(pair) == 1);
            RawSource unused = new RawSource(pair.serverAddress);
            assertThat(unused.createFor("PT1S")).contains("CreateSequenceResponse");
            await().until(() -> received(pair) == 1);
            assertThat(service(pair).getDestination().getAllSequences()).noneMatch(DestinationSequence::isTerminated);
            held.countDown();
            await().until(() -> pair.manager().getRetransmissionQueue().isEmpty());
            assertThat(pair.deliveredSorted()).containsExactly("held");
        } finally {
            held.countDown();
        }
    }

    @Test
    void shouldDeliverWhatWasAcceptedOfASequenceThatHasOutlivedItsLifetime() throws Exception {
        CountDownLatch held = new CountDownLatch(1);
        try (ReliablePair pair = pair(times(Duration.ofSeconds(5), Duration.ofSeconds(5)), holding(held))) {
            RawSource source = new RawSource(pair.serverAddress);
            assertThat(source.send(1, "put", "held")).contains("SequenceAcknowledgement");
            source.send(2, "put", "second");
            await().until(() -> service(pair).getDestination().getAllSequences().stream()
                    .allMatch(DestinationSequence::isTerminated));
            assertThat(received(pair)).as("kept for what was accepted").isOne();
            held.countDown();
            await().until(() -> received(pair) == 0);
            assertThat(pair.deliveredSorted()).containsExactly("held", "second");
            assertThat(source.send(3, "put", "too late")).contains("UnknownSequence");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldGoOnInANewSequenceWhenTheLifetimeHasPassed(boolean oracleAtSource) throws Exception {
        ReliablePair.Setup setup = new ReliablePair.Setup();
        setup.oracleAtSource = oracleAtSource;
        setup.lost = (message, attempt) -> attempt == 1 && message % 3 == 0;
        try (ReliablePair pair = pair(times(Duration.ofSeconds(8), Duration.ofSeconds(2)), setup)) {
            pair.manager().getConfiguration().setBaseRetransmissionInterval(300L);
            List<String> sent = new ArrayList<>();
            Set<String> sequences = new HashSet<>();
            for (int i = 100; i < 150; i++) {
                pair.orders.put("order " + i);
                sent.add("order " + i);
                service(pair)
                        .getDestination()
                        .getAllSequences()
                        .forEach(sequence ->
                                sequences.add(sequence.getIdentifier().getValue()));
                Thread.sleep(100);
            }
            await().until(() -> pair.bean.delivered.size() >= sent.size());
            assertThat(pair.deliveredSorted()).containsExactlyElementsOf(sent);
            assertThat(sequences).hasSizeGreaterThan(1);
            await().until(() -> received(pair) == 0);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT0S", "-P1D", "P1000Y", "P999999999Y"})
    void shouldEndAnOfferedSequenceWithTheOneThatItWasOfferedWith(String asked) throws Exception {
        try (ReliablePair pair = pair(100, 100, DAY)) {
            new RawSource(pair.serverAddress).offerFor(asked);
            assertThat(service(pair).getSource().getAllSequences())
                    .extracting(SourceSequence::getExpires)
                    .containsOnlyNulls();
            new RawSource(pair.serverAddress).offerFor("PT2H");
            assertThat(service(pair).getSource().getAllSequences())
                    .extracting(SourceSequence::getExpires)
                    .anySatisfy(expires -> assertThat(expires).isInTheFuture());
        }
    }
}
