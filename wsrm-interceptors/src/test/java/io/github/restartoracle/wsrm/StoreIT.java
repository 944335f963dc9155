package io.github.restartoracle.wsrm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

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

    @Test
    void shouldLoseNothingWhenTheStoreFails() {
        NotingStore store = new NotingStore();
        Transmissions source = new Transmissions();
        ReliablePair.Setup setup = new ReliablePair.Setup();
        setup.store = store;
        setup.sourceListener = source;
        setup.inOrder = true;
        try (ReliablePair pair = new ReliablePair(setup)) {
            pair.orders.put("first");
            await().until(() -> source.acknowledged.size() == 1);
            store.failing = true;
            put(pair, "second");
            await().until(() -> source.acknowledged.size() == 2);
            store.failing = false;
            pair.orders.put("third");
            // Its number was given: in order, nothing could follow if it had not been sent.
            await().until(() -> pair.bean.delivered.size() == 3);
            assertThat(pair.bean.delivered).containsExactly("first", "second", "third");
            await().until(() -> pair.oracle().queue().isEmpty());
        }
    }

    private static void put(ReliablePair pair, String order) {
        try {
            pair.orders.put(order);
        } catch (RuntimeException reported) {
            assertThat(reported).hasStackTraceContaining("the disk is full");
        }
    }
}
