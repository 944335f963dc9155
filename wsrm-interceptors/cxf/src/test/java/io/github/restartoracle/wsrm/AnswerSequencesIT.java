package io.github.restartoracle.wsrm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.restartoracle.wsrm.internal.rm.CxfInternals;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.apache.cxf.ws.rm.RMEndpoint;
import org.apache.cxf.ws.rm.RMManager;
import org.junit.jupiter.api.Test;

/** Tests answers at an address for which there is no sequence. CXF waits for one without end, and with it the whole endpoint. */
class AnswerSequencesIT {
    private static final Duration SOON = Duration.ofSeconds(30);

    private static ReliablePair decoupledPair() {
        ReliablePair.Setup setup = new ReliablePair.Setup();
        setup.decoupled = true;
        return new ReliablePair(setup);
    }

    private static RMEndpoint service(ReliablePair pair) {
        return pair.destinationBus.getExtension(RMManager.class).findReliableEndpoint(pair.serviceName());
    }

    /** Ends the sequences for answers, as happens when the sequence of a call ends while that is being delivered. */
    private static void endForAnswers(ReliablePair pair) {
        service(pair)
                .getDestination()
                .getAllSequences()
                .forEach(sequence -> CxfInternals.takeOffered(service(pair).getSource(), sequence.getIdentifier()));
    }

    @Test
    void shouldRequestASequenceWhenThatForAnswersHasEnded() {
        try (ReliablePair pair = decoupledPair()) {
            assertThat(pair.orders.price("first")).isEqualTo("price of first");
            endForAnswers(pair);
            List<CompletableFuture<String>> answers = Stream.of("second", "third")
                    .map(order -> CompletableFuture.supplyAsync(() -> pair.orders.price(order)))
                    .toList();
            assertThat(answers.get(0)).succeedsWithin(SOON).isEqualTo("price of second");
            assertThat(answers.get(1)).succeedsWithin(SOON).isEqualTo("price of third");
            await().until(() -> pair.oracle().backlog().isEmpty());
        }
    }

    /** Covers a client that refuses CreateSequence: only the first answer waits for a sequence. */
    @Test
    void shouldAnswerWithoutASequenceWhenNoneIsCreated() {
        try (ReliablePair pair = decoupledPair()) {
            assertThat(pair.orders.price("first")).isEqualTo("price of first");
            pair.manager().setIdGenerator(() -> {
                throw new IllegalStateException("no sequence");
            });
            endForAnswers(pair);
            // A client with CXF refuses an answer without a sequence, unless it brings an acknowledgement.
            for (String order : List.of("second", "third")) {
                CompletableFuture<String> answer = CompletableFuture.supplyAsync(() -> pair.orders.price(order));
                await().atMost(SOON).until(answer::isDone);
            }
            assertThat(pair.bean.delivered).containsExactly("first", "second", "third");
            await().until(() -> pair.oracle().backlog().isEmpty());
        }
    }
}
