package io.github.restartoracle.wsrm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.restartoracle.status.MessageId;
import io.github.restartoracle.wsrm.event.TransmissionListener;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.cxf.ws.rm.manager.RetryPolicyType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StoreIT {
    @Test
    void shouldPersistAMessageBeforeItsFirstTransmissionAndRemoveItWhenAcknowledged() {
        NotingStore store = new NotingStore();
        List<String> early = new CopyOnWriteArrayList<>();
        ReliablePair.Setup setup = new ReliablePair.Setup();
        setup.store = store;
        setup.sourceListener = new TransmissionListener() {
            @Override
            public void dispatched(MessageId message, int attempt, long dueNanos, long dispatchedNanos) {
                if (!store.persisted.contains(message.number())) {
                    early.add(message + "#" + attempt);
                }
            }
        };
        setup.lost = (message, attempt) -> message == 2 && attempt == 1;
        try (ReliablePair pair = new ReliablePair(setup)) {
            for (int i = 0; i < 20; i++) {
                pair.orders.put("order " + i);
            }
            await().until(() -> store.removed.size() == 20);
            assertThat(early).isEmpty();
            assertThat(store.persisted).hasSize(20);
        }
    }

    /**
     * Covers a store that fails: the caller would believe that the message is safe. Its number goes to the next call, or no
     * later message could be delivered in order.
     */
    @Test
    void shouldRefuseACallWhenTheStoreFails() {
        NotingStore store = new NotingStore();
        ReliablePair.Setup setup = new ReliablePair.Setup();
        setup.store = store;
        setup.inOrder = true;
        try (ReliablePair pair = new ReliablePair(setup)) {
            pair.orders.put("first");
            await().until(() -> store.removed.size() == 1);
            store.failing = true;
            assertThatThrownBy(() -> pair.orders.put("second")).hasMessageContaining("the disk is full");
            assertThatThrownBy(() -> pair.orders.price("answered")).hasMessageContaining("the disk is full");
            assertThat(pair.oracle().status().unacknowledged()).isZero();
            store.failing = false;
            pair.orders.put("third");
            await().until(() -> pair.bean.delivered.size() == 2);
            assertThat(pair.bean.delivered).containsExactly("first", "third");
            await().until(() -> pair.oracle().backlog().isEmpty());
        }
    }

    /**
     * Covers the setting that CXF's own queue must not restart, for which its interceptors tell the caller of every
     * failure.
     */
    @ParameterizedTest(name = "CXF''s retries {0}")
    @ValueSource(ints = {-1, 0})
    void shouldSendTheMessageAndTellTheCallerOfNoFailureWhenAskedToAndTheStoreFails(int retries) {
        NotingStore store = new NotingStore();
        NotedTransmissions source = new NotedTransmissions();
        ReliablePair.Setup setup = new ReliablePair.Setup().set("store-failure", "send");
        setup.store = store;
        setup.sourceListener = source;
        setup.inOrder = true;
        try (ReliablePair pair = new ReliablePair(setup)) {
            RetryPolicyType policy = new RetryPolicyType();
            policy.setMaxRetries(retries);
            pair.manager().getSourcePolicy().setRetryPolicy(policy);
            pair.orders.put("first");
            await().until(() -> source.acknowledged.size() == 1);
            store.failing = true;
            assertThatCode(() -> pair.orders.put("second")).doesNotThrowAnyException();
            await().until(() -> source.acknowledged.size() == 2);
            assertThat(pair.orders.price("answered")).isEqualTo("price of answered");
            await().until(() -> source.acknowledged.size() == 3);
            store.failing = false;
            pair.orders.put("third");
            // Its number was given: in order, no later message could follow if it had not been sent.
            await().until(() -> pair.bean.delivered.size() == 4);
            assertThat(pair.bean.delivered).containsExactly("first", "second", "answered", "third");
            await().until(() -> pair.oracle().backlog().isEmpty());
            assertThat(store.persisted).doesNotContain(2L);
        }
    }

    /** Covers a sequence with which another process goes on, so this process must not assign its numbers. */
    @Test
    void shouldTellTheCallerAndSendNothingWhenTheSequenceWasTaken() {
        NotingStore store = new NotingStore();
        ReliablePair.Setup setup = new ReliablePair.Setup();
        setup.store = store;
        try (ReliablePair pair = new ReliablePair(setup)) {
            pair.orders.put("first");
            await().until(() -> store.removed.size() == 1);
            store.taken = true;
            assertThatThrownBy(() -> pair.orders.put("second"))
                    .hasRootCauseMessage(
                            "sequence taken belongs to another process, which took it over because this one had not renewed its"
                                    + " lease");
            assertThatThrownBy(() -> pair.orders.price("third")).hasStackTraceContaining("belongs to another process");
            assertThat(pair.oracle().status().unacknowledged()).isZero();
            store.taken = false;
            pair.orders.put("fourth");
            await().until(() -> pair.bean.delivered.contains("fourth"));
            assertThat(pair.bean.delivered).containsExactly("first", "fourth");
        }
    }
}
