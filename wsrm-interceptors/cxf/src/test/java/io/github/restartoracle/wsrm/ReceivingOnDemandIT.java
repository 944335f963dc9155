package io.github.restartoracle.wsrm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.restartoracle.wsrm.internal.destination.ReceivingSide;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Timer;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMProperties;
import org.apache.cxf.ws.rm.soap.RMSoapOutInterceptor;
import org.apache.cxf.ws.rm.v200702.CreateSequenceResponseType;
import org.apache.cxf.ws.rm.v200702.Identifier;
import org.apache.cxf.ws.rm.v200702.SequenceAcknowledgement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that a bus has the receiving side as soon as it is a destination, and not before. */
class ReceivingOnDemandIT {
    private static boolean receives(ReliablePair pair) {
        return ReceivingSide.of(pair.sourceBus).isPresent();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldNotReceiveAtAClientThatMakesOneWayCalls(boolean featureOnClient) {
        ReliablePair.Setup setup = new ReliablePair.Setup().set("initial-timeout", "60s");
        setup.featureOnClient = featureOnClient;
        try (ReliablePair pair = new ReliablePair(setup)) {
            Timer timer = pair.manager().getTimer();
            pair.orders.put("one");
            pair.orders.put("two");
            await().until(() -> pair.oracle().backlog().isEmpty());
            assertThat(receives(pair)).isFalse();
            assertThat(pair.manager().getTimer()).isSameAs(timer);
            assertThat(pair.oracle().givenUpDeliveries()).isEmpty();
            assertThat(pair.oracle().status().givenUpDeliveries()).isZero();
            assertThat(ReceivingSide.of(pair.destinationBus)).isPresent();
        }
    }

    @Test
    void shouldReceiveTheResponsesOfTwoWayCalls() {
        try (ReliablePair pair = new ReliablePair(new ReliablePair.Setup())) {
            pair.orders.put("one");
            await().until(() -> pair.oracle().backlog().isEmpty());
            assertThat(receives(pair)).isFalse();
            assertThat(pair.orders.price("two")).isEqualTo("price of two");
            assertThat(receives(pair)).isTrue();
            pair.orders.put("three");
            await().until(() -> pair.oracle().backlog().isEmpty());
            assertThat(pair.bean.delivered).containsExactlyInAnyOrder("one", "two", "three");
        }
    }

    @Test
    void shouldReceiveAtTheAddressOfAClient() {
        ReliablePair.Setup setup = new ReliablePair.Setup();
        setup.decoupled = true;
        try (ReliablePair pair = new ReliablePair(setup)) {
            pair.orders.put("one");
            await().until(() -> pair.oracle().backlog().isEmpty());
            assertThat(receives(pair)).isTrue();
        }
    }

    @Test
    void shouldReceiveAtAServerOnTheBusOfAClient() {
        try (ReliablePair pair = new ReliablePair(new ReliablePair.Setup(), false)) {
            assertThat(receives(pair)).isFalse();
            pair.startServer(pair.sourceBus);
            assertThat(receives(pair)).isTrue();
            pair.orders.put("one");
            await().until(() -> pair.oracle().backlog().isEmpty());
            assertThat(pair.bean.delivered).containsExactly("one");
        }
    }

    /** Writes white space around the identifiers of sequences, which XML Schema permits. */
    private static final class Spacious extends AbstractPhaseInterceptor<Message> {
        Spacious() {
            super(Phase.PRE_PROTOCOL);
        }

        @Override
        public void handleMessage(Message message) {
            List<?> content = message.getContent(List.class);
            if (content != null && !content.isEmpty() && content.get(0) instanceof CreateSequenceResponseType created) {
                created.setIdentifier(spacious(created.getIdentifier()));
            }
            RMProperties properties = RMContextUtils.retrieveRMProperties(message, true);
            Collection<SequenceAcknowledgement> acknowledgements = properties == null ? null : properties.getAcks();
            if (acknowledgements != null) {
                acknowledgements.forEach(each -> each.setIdentifier(spacious(each.getIdentifier())));
            }
        }

        private static Identifier spacious(Identifier identifier) {
            Identifier surrounded = new Identifier();
            surrounded.setValue("\n  " + identifier.getValue() + "\n");
            return surrounded;
        }
    }

    @Test
    void shouldReadIdentifiersWithWhiteSpaceAtAClientThatMakesOneWayCalls() {
        ReliablePair.Setup setup = new ReliablePair.Setup().set("initial-timeout", "60s");
        setup.rm11 = true;
        setup.echoingDestination = false;
        try (ReliablePair pair = new ReliablePair(setup)) {
            pair.destinationBus.getOutInterceptors().add(new Spacious());
            pair.orders.put("one");
            await().until(() -> pair.oracle().backlog().isEmpty());
            assertThat(receives(pair)).isFalse();
        }
    }

    /** Has each acknowledgement come behind one of a sequence that the client does not know. */
    private static final class Confused extends AbstractPhaseInterceptor<Message> {
        private final AtomicInteger acknowledgements = new AtomicInteger();

        Confused() {
            super(Phase.PRE_PROTOCOL);
            addBefore(RMSoapOutInterceptor.class.getName());
        }

        @Override
        public void handleMessage(Message message) {
            RMProperties properties = RMContextUtils.retrieveRMProperties(message, true);
            if (properties != null && properties.getAcks() != null) {
                SequenceAcknowledgement other = new SequenceAcknowledgement();
                other.setIdentifier(new Identifier());
                other.getIdentifier().setValue("urn:uuid:other");
                List<SequenceAcknowledgement> all = new ArrayList<>(List.of(other));
                all.addAll(properties.getAcks());
                properties.setAcks(all);
                acknowledgements.incrementAndGet();
            }
        }
    }

    @Test
    void shouldTakeTheAcknowledgementBesideThatOfAnUnknownSequence() {
        ReliablePair.Setup setup = new ReliablePair.Setup().set("initial-timeout", "60s");
        setup.echoingDestination = false;
        try (ReliablePair pair = new ReliablePair(setup)) {
            Confused confused = new Confused();
            pair.destinationBus.getOutInterceptors().add(confused);
            pair.orders.put("one");
            await().until(() -> pair.oracle().backlog().isEmpty());
            assertThat(receives(pair)).isFalse();
            assertThat(confused.acknowledgements).hasPositiveValue();
        }
    }
}
