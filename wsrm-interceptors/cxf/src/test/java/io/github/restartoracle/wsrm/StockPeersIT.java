package io.github.restartoracle.wsrm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.restartoracle.status.SampleUse;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.binding.soap.interceptor.AbstractSoapInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.ws.rm.RMConfiguration.DeliveryAssurance;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests peers that are plain CXF. */
class StockPeersIT {
    /** Notes which headers of ours arrive, and on which messages. */
    private static final class OurHeaders extends AbstractSoapInterceptor {
        private final List<String> seen = new CopyOnWriteArrayList<>();

        OurHeaders() {
            super(Phase.USER_PROTOCOL);
        }

        @Override
        public void handleMessage(SoapMessage message) {
            message.getHeaders().stream()
                    .filter(header -> header.getName().getNamespaceURI().startsWith("urn:io.github.restartoracle"))
                    .forEach(header -> seen.add(header.getName().getLocalPart()));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldLearnByKarnsRuleFromAStockDestination(boolean decoupled) {
        NotedTransmissions source = new NotedTransmissions();
        ReliablePair.Setup setup = new ReliablePair.Setup();
        setup.set("initial-timeout", "3s");
        setup.echoingDestination = false;
        setup.decoupled = decoupled;
        setup.sourceListener = source;
        setup.lost = (message, attempt) -> message == 3 && attempt == 1;
        try (ReliablePair pair = new ReliablePair(setup)) {
            for (int i = 1; i <= 5; i++) {
                pair.orders.put("order " + i);
            }
            await().until(() -> source.acknowledged.size() == 5);
            await().untilAsserted(() ->
                    assertThat(pair.deliveredSorted()).doesNotHaveDuplicates().hasSize(5));
            assertThat(source.uses)
                    .doesNotContain(SampleUse.EXACT, SampleUse.REJECTED)
                    .contains(SampleUse.AMBIGUOUS);
            assertThat(pair.path().samples()).containsKey(SampleUse.UNAMBIGUOUS);
        }
    }

    @Test
    void shouldServeAStockSourceWithoutAnythingExtraOnTheWire() {
        NotedTransmissions destination = new NotedTransmissions();
        ReliablePair.Setup setup = new ReliablePair.Setup();
        setup.oracleAtSource = false;
        setup.destinationListener = destination;
        OurHeaders answers = new OurHeaders();
        try (ReliablePair pair = new ReliablePair(setup)) {
            pair.sourceBus.getInInterceptors().add(answers);
            for (int i = 1; i <= 3; i++) {
                pair.orders.put("order " + i);
            }
            await().until(() -> pair.manager().getRetransmissionQueue().countUnacknowledged() == 0);
            await().untilAsserted(
                            () -> assertThat(pair.deliveredSorted()).containsExactly("order 1", "order 2", "order 3"));
            assertThat(destination.arrived).containsExactlyInAnyOrder("1#0", "2#0", "3#0");
            assertThat(answers.seen).isEmpty();
        }
    }

    @Test
    void shouldMarkApplicationMessagesOnly() {
        ReliablePair.Setup setup = new ReliablePair.Setup().set("initial-timeout", "60s");
        OurHeaders requests = new OurHeaders();
        OurHeaders answers = new OurHeaders();
        try (ReliablePair pair = new ReliablePair(setup)) {
            pair.destinationBus.getInInterceptors().add(requests);
            pair.sourceBus.getInInterceptors().add(answers);
            pair.orders.put("order 1");
            pair.orders.put("order 2");
            await().until(() ->
                    pair.bean.delivered.size() == 2 && pair.oracle().backlog().isEmpty());
            await().untilAsserted(() -> assertThat(answers.seen).containsOnly("Echo"));
        }
        // CreateSequence before, LastMessage and TerminateSequence after: none of them carries a header of ours.
        assertThat(requests.seen).containsExactly("Transmission", "Transmission");
        assertThat(answers.seen).hasSizeLessThanOrEqualTo(2);
    }

    @Test
    void shouldGoOnInANewSequenceWhenAStockDestinationHasForgottenIt() {
        NotedTransmissions source = new NotedTransmissions();
        ReliablePair.Setup setup = new ReliablePair.Setup();
        setup.set("initial-timeout", "2s");
        setup.echoingDestination = false;
        setup.assurance = DeliveryAssurance.AT_LEAST_ONCE;
        setup.sourceListener = source;
        try (ReliablePair pair = new ReliablePair(setup)) {
            pair.orders.put("first");
            await().until(() -> source.acknowledged.size() == 1);
            pair.stopServer();
            pair.startServer();
            pair.orders.put("second");
            await().until(() -> source.moved.size() == 1);
            await().until(() -> source.acknowledged.size() == 2);
            pair.orders.put("third");
            await().until(() -> source.acknowledged.size() == 3);
            await().untilAsserted(() -> assertThat(pair.bean.delivered).containsExactly("first", "second", "third"));
            assertThat(source.gaveUp).isEmpty();
            assertThat(pair.oracle().backlog().isEmpty()).isTrue();
        }
    }
}
