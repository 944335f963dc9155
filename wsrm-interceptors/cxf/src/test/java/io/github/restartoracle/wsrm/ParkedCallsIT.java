package io.github.restartoracle.wsrm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import jakarta.xml.ws.WebServiceException;
import java.util.List;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.service.model.BindingOperationInfo;
import org.junit.jupiter.api.Test;

/** Calls that wait for a sequence are limited, and none is lost in silence. */
class ParkedCallsIT {
    @Test
    void shouldGiveUpACallWhenItsSequenceCannotBeCreatedInMaxAttempts() {
        Transmissions source = new Transmissions();
        ReliablePair.Setup setup = new ReliablePair.Setup().set("max-attempts", "2");
        setup.sourceListener = source;
        try (ReliablePair pair = new ReliablePair(setup, false)) {
            pair.orders.put("first");
            await().until(() -> source.lost.size() == 1);
            assertThat(source.lost.get(0))
                    .startsWith("{urn:test:orders}OrdersService#OrdersPort to " + pair.address)
                    .contains("no sequence after max-attempts attempts");
            assertThat(pair.oracle().status().parked()).isZero();
            assertThat(pair.oracle().status().lost()).isOne();
            pair.startServer();
            pair.orders.put("second");
            await().until(() -> pair.bean.delivered.size() == 1);
            assertThat(pair.bean.delivered).containsExactly("second");
        }
    }

    @Test
    void shouldGiveUpACallThatHasWaitedForItsSequenceForSoLong() {
        Transmissions source = new Transmissions();
        ReliablePair.Setup setup = new ReliablePair.Setup().set("give-up-after", "1ms");
        setup.sourceListener = source;
        try (ReliablePair pair = new ReliablePair(setup, false)) {
            pair.orders.put("first");
            await().until(() -> source.lost.size() == 1);
            assertThat(source.lost.get(0)).contains("no sequence within give-up-after");
            assertThat(pair.oracle().status().parked()).isZero();
        }
    }

    @Test
    void shouldRefuseACallWhenAsManyWaitAsMay() {
        try (ReliablePair pair = new ReliablePair(new ReliablePair.Setup().set("max-parked", "2"), false)) {
            pair.orders.put("first");
            pair.orders.put("second");
            assertThatThrownBy(() -> pair.orders.put("third")).hasStackTraceContaining("max-parked");
            assertThat(pair.oracle().status().parked()).isEqualTo(2);
            pair.startServer();
            await().until(() -> pair.bean.delivered.size() == 2);
            await().until(() -> pair.oracle().status().parked() == 0);
            pair.orders.put("fourth");
            await().until(() -> pair.bean.delivered.size() == 3);
        }
    }

    /** What waits is in no store, so a call that returned could be lost with its process. */
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

    /** Stands between the gate and the capture; breaks the second and the third call. */
    private static final class Breaking extends AbstractPhaseInterceptor<Message> {
        /** Changed by the thread of the gate only. */
        private int calls;

        Breaking() {
            super(Phase.PRE_STREAM);
            addAfter("io.github.restartoracle.wsrm.sequence.SequenceGate");
            addBefore("org.apache.cxf.ws.rm.RMCaptureOutInterceptor");
        }

        @Override
        public void handleMessage(Message message) {
            BindingOperationInfo operation = message.getExchange().getBindingOperationInfo();
            int call = operation.getName().getLocalPart().equals("put") ? ++calls : 0;
            if (call == 2) {
                throw new Fault(new IllegalStateException("broken by the test"));
            }
            if (call == 3) {
                throw new NoClassDefFoundError("broken by the test");
            }
        }
    }

    @Test
    void shouldTellOfEveryCallThatCannotBeCapturedAndGoOnWithTheNext() {
        Transmissions source = new Transmissions();
        ReliablePair.Setup setup = new ReliablePair.Setup();
        setup.sourceListener = source;
        try (ReliablePair pair = new ReliablePair(setup, false)) {
            pair.sourceBus.getOutInterceptors().add(new Breaking());
            List.of("first", "fault", "error", "last").forEach(pair.orders::put);
            pair.startServer();
            await().until(() -> pair.bean.delivered.size() == 2);
            assertThat(pair.deliveredSorted()).containsExactly("first", "last");
            assertThat(source.lost).hasSize(2).allMatch(line -> line.contains("broken by the test"));
            await().until(() -> pair.oracle().status().parked() == 0);
        }
    }
}
