package io.github.restartoracle.wsrm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.restartoracle.status.MessageId;
import io.github.restartoracle.wsrm.event.GivenUpMessage;
import javax.management.openmbean.CompositeData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GiveUpIT {
    @Test
    void shouldKeepTheMessageForAnOperatorWhoRetriesIt() throws Exception {
        NotedTransmissions source = new NotedTransmissions();
        ReliablePair.Setup setup =
                new ReliablePair.Setup().set("initial-timeout", "3s").set("max-attempts", "2");
        setup.sourceListener = source;
        try (ReliablePair pair = new ReliablePair(setup)) {
            pair.orders.put("first");
            await().until(() -> source.acknowledged.size() == 1);
            pair.link.cut();
            pair.orders.put("second");
            await().until(() -> source.gaveUp.size() == 1);
            assertThat(source.gaveUp.get(0)).startsWith("2 after 2: no acknowledgement");

            GivenUpMessage givenUp = pair.oracle().givenUp().get(0);
            assertThat(givenUp.endpoint()).endsWith("#OrdersPort");
            assertThat(givenUp.address()).isEqualTo(pair.address);
            assertThat(givenUp.attempts()).isEqualTo(2);
            assertThat(givenUp.age()).isPositive();
            assertThat(givenUp.reason()).startsWith("no acknowledgement");
            MessageId message = givenUp.id();
            assertThat(pair.oracle().backlog().unacknowledged()).isOne();
            CompositeData status = pair.management().getRetransmissionStatus(message.sequence(), 2);
            assertThat(status.get("messageNumber")).isEqualTo(2L);
            assertThat(status.get("retries")).isEqualTo(1);
            assertThat(status.get("maxRetries")).isEqualTo(1);
            assertThat(status.get("next")).isNull();
            assertThat(status.get("previous")).isNotNull();

            pair.link.restore();
            assertThat(pair.oracle().retry(message)).isTrue();
            await().until(() -> pair.oracle().backlog().isEmpty());
            await().untilAsserted(() -> assertThat(pair.bean.delivered).containsExactly("first", "second"));
            assertThat(source.dispatched).containsExactly("1#1", "2#1", "2#2", "2#3");
            assertThat(pair.oracle().givenUp()).isEmpty();
            assertThat(pair.oracle().retry(message)).isFalse();
            assertThat(pair.oracle().retry(new MessageId("unknown", 1))).isFalse();
        }
    }

    @Test
    void shouldForgetAMessageThatAnOperatorDiscards() {
        NotedTransmissions source = new NotedTransmissions();
        NotingStore store = new NotingStore();
        ReliablePair.Setup setup =
                new ReliablePair.Setup().set("initial-timeout", "3s").set("max-attempts", "1");
        setup.sourceListener = source;
        setup.store = store;
        try (ReliablePair pair = new ReliablePair(setup)) {
            pair.orders.put("first");
            await().until(() -> source.acknowledged.size() == 1);
            pair.link.cut();
            pair.orders.put("second");
            await().until(() -> source.gaveUp.size() == 1);
            MessageId message = pair.oracle().givenUp().get(0).id();
            assertThat(pair.oracle().discard(message)).isTrue();
            assertThat(store.removed).contains(2L);
            assertThat(pair.oracle().backlog().isEmpty()).isTrue();
            assertThat(pair.oracle().givenUp()).isEmpty();
            assertThat(pair.oracle().retry(message)).isFalse();
            assertThat(pair.oracle().discard(message)).isFalse();
        }
    }

    @Test
    void shouldTellWhenTheTransmissionFailsAndTheOracleNeverRestarts() {
        NotedTransmissions source = new NotedTransmissions();
        ReliablePair.Setup setup = new ReliablePair.Setup().set("oracle", "none");
        setup.sourceListener = source;
        try (ReliablePair pair = new ReliablePair(setup)) {
            pair.orders.put("first");
            await().until(() -> source.acknowledged.size() == 1);
            pair.link.cut();
            pair.orders.put("second");
            await().until(() -> source.gaveUp.size() == 1);
            assertThat(source.gaveUp.get(0)).startsWith("2 after 1: the transmission failed");
        }
    }

    @ParameterizedTest(name = "store {0}")
    @ValueSource(booleans = {false, true})
    void shouldTellOfTheMessagesThatAreLostWithTheBus(boolean stored) {
        NotedTransmissions source = new NotedTransmissions();
        ReliablePair.Setup setup = new ReliablePair.Setup().set("initial-timeout", "3s");
        setup.sourceListener = source;
        setup.store = stored ? new NotingStore() : null;
        try (ReliablePair pair = new ReliablePair(setup)) {
            pair.orders.put("first");
            await().until(() -> source.acknowledged.size() == 1);
            pair.link.cut();
            pair.orders.put("second");
            pair.orders.put("third");
            await().until(() -> source.dispatched.contains("3#1"));
            pair.sourceBus.shutdown(true);
            if (stored) {
                assertThat(source.gaveUp).as("a new life sends them").isEmpty();
            } else {
                assertThat(source.gaveUp)
                        .hasSize(2)
                        .allMatch(line -> line.endsWith("its sequence has stopped, and there is no store"));
            }
        }
    }
}
