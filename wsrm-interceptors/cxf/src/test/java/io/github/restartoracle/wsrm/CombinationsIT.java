package io.github.restartoracle.wsrm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.xml.ws.BindingProvider;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.ws.rm.RM11Constants;
import org.apache.cxf.ws.rm.RMConfiguration.DeliveryAssurance;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.RMProperties;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that no message is lost with any WS-RM version, SOAP version, way of acknowledgements and delivery assurance. */
class CombinationsIT {
    private static final int MESSAGES = 6;

    @ParameterizedTest(name = "RM 1.1 {0}, SOAP 1.2 {1}, decoupled {2}, {3}, in order {4}")
    @CsvSource({
        "false, false, false, AT_LEAST_ONCE, false",
        "false, false, false, EXACTLY_ONCE,  true",
        "false, false, true,  AT_LEAST_ONCE, false",
        "false, false, true,  EXACTLY_ONCE,  true",
        "false, true,  false, EXACTLY_ONCE,  false",
        "false, true,  true,  AT_MOST_ONCE,  false",
        "true,  false, false, EXACTLY_ONCE,  false",
        "true,  false, false, AT_MOST_ONCE,  false",
        "true,  false, true,  EXACTLY_ONCE,  true",
        "true,  true,  false, AT_LEAST_ONCE, false",
        "true,  true,  false, EXACTLY_ONCE,  true",
        "true,  true,  true,  EXACTLY_ONCE,  false",
        "true,  true,  true,  AT_LEAST_ONCE, true"
    })
    void shouldDeliverAsPromisedThoughTransmissionsAreLost(
            boolean rm11, boolean soap12, boolean decoupled, DeliveryAssurance assurance, boolean inOrder) {
        NotedTransmissions source = new NotedTransmissions();
        NotedTransmissions destination = new NotedTransmissions();
        ReliablePair.Setup setup = new ReliablePair.Setup();
        setup.rm11 = rm11;
        setup.soap12 = soap12;
        setup.decoupled = decoupled;
        setup.assurance = assurance;
        setup.inOrder = inOrder;
        setup.sourceListener = source;
        setup.destinationListener = destination;
        // The first transmission of every second message, and the second transmission of one message.
        setup.lost = (message, attempt) -> (attempt == 1 && message % 2 == 0) || (attempt == 2 && message == 4);
        try (ReliablePair pair = new ReliablePair(setup)) {
            List<String> sent =
                    IntStream.range(0, MESSAGES).mapToObj(i -> "order " + i).toList();
            sent.forEach(pair.orders::put);
            await().until(() -> source.acknowledged.size() == MESSAGES);
            await().until(() -> pair.oracle().backlog().isEmpty());
            await().untilAsserted(() -> assertThat(pair.bean.delivered).containsAll(sent));
            if (assurance != DeliveryAssurance.AT_LEAST_ONCE) {
                assertThat(pair.bean.delivered).hasSize(MESSAGES);
            }
            if (inOrder) {
                assertThat(pair.bean.delivered).isSorted();
            }
            assertThat(source.dispatched).contains("1#1", "2#1", "2#2", "4#1", "4#2", "4#3");
            assertThat(destination.arrived)
                    .doesNotContain("2#1", "4#1", "4#2", "6#1")
                    .contains("2#2", "4#3", "6#2");
            assertThat(source.acknowledged).containsExactlyInAnyOrder(1L, 2L, 3L, 4L, 5L, 6L);
            assertThat(pair.oracle().paths()).singleElement().satisfies(path -> {
                assertThat(path.address()).isEqualTo(pair.address);
                assertThat(path.unacknowledged()).isZero();
                assertThat(path.restarts()).isGreaterThanOrEqualTo(3);
                assertThat(path.rejectedAcknowledgements()).isZero();
            });
            await().until(() -> pair.oracle().paths().get(0).inFlight() == 0);
        }
    }

    /** Notes the namespace of WS-RM in the headers of application messages. */
    private static final class Namespaces extends AbstractPhaseInterceptor<Message> {
        private final List<String> noted = new CopyOnWriteArrayList<>();

        Namespaces() {
            super(Phase.USER_PROTOCOL);
        }

        @Override
        public void handleMessage(Message message) {
            RMProperties properties = RMContextUtils.retrieveRMProperties(message, false);
            if (properties != null && properties.getSequence() != null) {
                noted.add(properties.getNamespaceURI());
            }
        }
    }

    @ParameterizedTest(name = "first call is two-way {0}")
    @ValueSource(booleans = {false, true})
    void shouldUseTheVersionThatTheCallNames(boolean twoWay) {
        Namespaces namespaces = new Namespaces();
        try (ReliablePair pair = new ReliablePair(new ReliablePair.Setup())) {
            pair.destinationBus.getInInterceptors().add(namespaces);
            ((BindingProvider) pair.orders)
                    .getRequestContext()
                    .put(RMManager.WSRM_VERSION_PROPERTY, RM11Constants.NAMESPACE_URI);
            if (twoWay) {
                assertThat(pair.orders.price("first")).isEqualTo("price of first");
            } else {
                pair.orders.put("first");
            }
            pair.orders.put("second");
            await().until(() -> pair.bean.delivered.size() == 2);
            assertThat(namespaces.noted).hasSizeGreaterThanOrEqualTo(2).containsOnly(RM11Constants.NAMESPACE_URI);
        }
    }
}
