package io.github.restartoracle.wsrm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.restartoracle.wsrm.queue.GivenUpMessage;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests a destination that has forgotten its sequences. */
class UnknownSequenceIT {
    @ParameterizedTest(name = "SOAP 1.2 {0}, RM 1.1 {1}")
    @CsvSource({"false, false", "true, true"})
    void shouldGiveUpWhatTheDestinationDoesNotKnowAndGoOnInANewSequence(boolean soap12, boolean rm11) {
        NotedTransmissions source = new NotedTransmissions();
        ReliablePair.Setup setup = new ReliablePair.Setup().set("initial-timeout", "3s");
        setup.soap12 = soap12;
        setup.rm11 = rm11;
        setup.sourceListener = source;
        try (ReliablePair pair = new ReliablePair(setup)) {
            pair.orders.put("first");
            await().until(() -> source.acknowledged.size() == 1);
            pair.stopServer();
            pair.orders.put("second");
            pair.orders.put("third");
            await().until(() -> source.dispatched.contains("3#2"));
            pair.startServer();
            await().until(() -> source.gaveUp.size() == 2);
            assertThat(source.gaveUp).allMatch(line -> line.endsWith("the destination does not know its sequence"));
            int dispatched = source.dispatched.size();
            assertThat(pair.oracle().queue().givenUp()).hasSize(2);
            pair.orders.put("fourth");
            await().until(() -> pair.bean.delivered.contains("fourth"));
            assertThat(pair.bean.delivered).containsExactly("first", "fourth");
            assertThat(source.dispatched).as("nothing of the old sequence").hasSize(dispatched + 1);
            assertThat(Set.copyOf(source.sequences)).hasSize(2);
            for (GivenUpMessage message : pair.oracle().queue().givenUp()) {
                assertThat(pair.oracle().queue().retry(message.id())).isTrue();
                assertThat(pair.oracle().queue().retry(message.id()))
                        .as("while it is sent")
                        .isFalse();
            }
            await().until(() -> pair.bean.delivered.size() == 4);
            assertThat(pair.deliveredSorted())
                    .as("an operator has retried them")
                    .containsExactly("first", "fourth", "second", "third");
            await().until(() -> pair.oracle().queue().isEmpty());
            assertThat(source.dispatched).as("each of them once more").hasSize(dispatched + 3);
            assertThat(Set.copyOf(source.sequences)).hasSize(2);
            assertThat(source.gaveUp).hasSize(2);
        }
    }
}
