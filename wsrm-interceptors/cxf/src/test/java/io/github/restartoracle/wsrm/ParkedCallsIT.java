package io.github.restartoracle.wsrm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.restartoracle.status.MessageId;
import io.github.restartoracle.wsrm.event.GivenUpMessage;
import jakarta.xml.ws.WebServiceException;
import java.util.concurrent.atomic.AtomicInteger;
import javax.xml.namespace.QName;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.service.model.BindingOperationInfo;
import org.apache.cxf.ws.rm.RMEndpoint;
import org.apache.cxf.ws.rm.RMManager;
import org.junit.jupiter.api.Test;

/** Tests that calls that wait for a sequence are limited, and that none is lost without a report. */
class ParkedCallsIT {
    @Test
    void shouldGiveUpACallWhenItsSequenceCannotBeCreatedInMaxAttempts() {
        NotedTransmissions source = new NotedTransmissions();
        ReliablePair.Setup setup = new ReliablePair.Setup().set("max-attempts", "2");
        setup.sourceListener = source;
        try (ReliablePair pair = new ReliablePair(setup, false)) {
            pair.orders.put("first");
            await().until(() -> source.gaveUp.size() == 1);
            assertThat(source.gaveUp.get(0)).contains("no sequence after max-attempts attempts");
            assertThat(pair.oracle().status().parked()).isZero();
            assertThat(source.lost).isEmpty();
            pair.startServer();
            pair.orders.put("second");
            await().until(() -> pair.bean.delivered.size() == 1);
            assertThat(pair.bean.delivered).containsExactly("second");

            GivenUpMessage first = pair.oracle().givenUp().get(0);
            assertThat(first.address()).isEqualTo(pair.address);
            assertThat(pair.oracle().retry(first.id())).isTrue();
            await().until(() -> pair.oracle().backlog().isEmpty());
            await().untilAsserted(() -> assertThat(pair.bean.delivered).containsExactly("second", "first"));
        }
    }

    @Test
    void shouldGiveUpACallThatHasWaitedForItsSequenceForSoLong() {
        NotedTransmissions source = new NotedTransmissions();
        ReliablePair.Setup setup = new ReliablePair.Setup().set("give-up-after", "1ms");
        setup.sourceListener = source;
        try (ReliablePair pair = new ReliablePair(setup, false)) {
            pair.orders.put("first");
            await().until(() -> source.gaveUp.size() == 1);
            assertThat(source.gaveUp.get(0)).contains("no sequence within give-up-after");
            assertThat(pair.oracle().status().parked()).isZero();
            MessageId first = pair.oracle().givenUp().get(0).id();
            assertThat(pair.oracle().discard(first)).isTrue();
            assertThat(pair.oracle().backlog().isEmpty()).isTrue();
        }
    }

    @Test
    void shouldRefuseACallWhenAsManyWaitAsMay() {
        try (ReliablePair pair = new ReliablePair(new ReliablePair.Setup().set("max-parked", "2"), false)) {
            pair.orders.put("first");
            pair.orders.put("second");
            assertThatThrownBy(() -> pair.orders.put("third")).hasStackTraceContaining("max-parked");
            assertThat(pair.oracle().status().parked()).isEqualTo(2);
            await().untilAsserted(() -> assertThat(pair.oracle().whyWaiting(new MessageId(MessageId.PARKED, 2)))
                    .hasValueSatisfying(reason -> assertThat(reason)
                            .startsWith("Message parked/2 has waited for ")
                            .contains("it has no sequence; the last attempt to create one: ")));
            pair.startServer();
            await().until(() -> pair.bean.delivered.size() == 2);
            await().until(() -> pair.oracle().status().parked() == 0);
            pair.orders.put("fourth");
            await().until(() -> pair.bean.delivered.size() == 3);
        }
    }

    @Test
    void shouldKeepATwoWayCallBehindTheCallsThatWaitForASequence() {
        ReliablePair.Setup setup = new ReliablePair.Setup();
        setup.inOrder = true;
        AtomicInteger attempts = new AtomicInteger();
        try (ReliablePair pair = new ReliablePair(setup, false)) {
            pair.sourceBus.getOutInterceptors().add(new AbstractPhaseInterceptor<Message>(Phase.PREPARE_SEND) {
                @Override
                public void handleMessage(Message message) {
                    attempts.incrementAndGet();
                }
            });
            pair.orders.put("first");
            pair.orders.put("second");
            // The pause before the next is longer than the start of the destination.
            await().until(() -> attempts.get() == 5);
            pair.startServer();
            assertThat(pair.orders.price("third")).isEqualTo("price of third");
            assertThat(pair.bean.delivered).containsExactly("first", "second", "third");
        }
    }

    /** Covers parked calls, which are in no store: a call that returned could be lost with its process. */
    @Test
    void shouldLetNoCallWaitWhenThereIsAStore() {
        ReliablePair.Setup setup = new ReliablePair.Setup();
        setup.store = new NotingStore();
        try (ReliablePair pair = new ReliablePair(setup, false)) {
            assertThatThrownBy(() -> pair.orders.put("first")).isInstanceOf(WebServiceException.class);
            assertThat(pair.oracle().status().parked()).isZero();
            pair.startServer();
            pair.orders.put("second");
            await().until(() -> pair.bean.delivered.size() == 1);
        }
    }

    @Test
    void shouldLetCallsWaitInSpiteOfAStoreWhenAskedTo() {
        ReliablePair.Setup setup = new ReliablePair.Setup().set("max-parked", "2");
        setup.store = new NotingStore();
        try (ReliablePair pair = new ReliablePair(setup, false)) {
            pair.orders.put("first");
            assertThat(pair.oracle().status().parked()).isOne();
            pair.startServer();
            await().until(() -> pair.bean.delivered.size() == 1);
        }
    }

    @Test
    void shouldHaveAcknowledgementsSentToTheDecoupledEndpoint() {
        ReliablePair.Setup setup = new ReliablePair.Setup();
        setup.decoupled = true;
        try (ReliablePair pair = new ReliablePair(setup, false)) {
            pair.orders.put("first");
            assertThat(pair.oracle().status().parked()).isOne();
            pair.startServer();
            await().until(() -> pair.oracle().backlog().isEmpty());
            RMEndpoint destination = pair.destinationBus
                    .getExtension(RMManager.class)
                    .findReliableEndpoint(new QName("urn:test:orders", "OrdersService"));
            assertThat(destination.getDestination().getAllSequences())
                    .allMatch(sequence ->
                            sequence.getAcksTo().getAddress().getValue().endsWith("/acks"));
        }
    }

    /** Breaks the second call before it is written, and the third while it is. */
    private static final class Breaking extends AbstractPhaseInterceptor<Message> {
        private final AtomicInteger calls = new AtomicInteger();

        Breaking() {
            super(Phase.PRE_LOGICAL);
        }

        @Override
        public void handleMessage(Message message) {
            BindingOperationInfo operation = message.getExchange().getBindingOperationInfo();
            int call = operation.getName().getLocalPart().equals("put") ? calls.incrementAndGet() : 0;
            if (call == 2) {
                throw new Fault(new IllegalStateException("broken by the test"));
            }
            if (call == 3) {
                message.getInterceptorChain().add(new BreakingLate());
            }
        }
    }

    private static final class BreakingLate extends AbstractPhaseInterceptor<Message> {
        BreakingLate() {
            super(Phase.MARSHAL);
        }

        @Override
        public void handleMessage(Message message) {
            throw new Fault(new IllegalStateException("broken while it was written"));
        }
    }

    @Test
    void shouldTellTheCallerWhenACallCannotBeCapturedAndGoOnWithTheNext() {
        try (ReliablePair pair = new ReliablePair(new ReliablePair.Setup(), false)) {
            pair.sourceBus.getOutInterceptors().add(new Breaking());
            pair.orders.put("first");
            assertThatThrownBy(() -> pair.orders.put("second")).hasStackTraceContaining("broken by the test");
            assertThatThrownBy(() -> pair.orders.put("third")).hasStackTraceContaining("broken while it was written");
            pair.orders.put("last");
            assertThat(pair.oracle().status().parked()).isEqualTo(2);
            pair.startServer();
            await().until(() -> pair.bean.delivered.size() == 2);
            assertThat(pair.deliveredSorted()).containsExactly("first", "last");
            await().until(() -> pair.oracle().status().parked() == 0);
        }
    }
}
