package io.github.restartoracle.wsrm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DestinationDownIT {
    private static List<String> orders(int count) {
        return IntStream.range(0, count).mapToObj(i -> "order " + i).toList();
    }

    /** The threads of earlier tests; an attempt in a transport that blocks may outlive its bus. */
    private final Set<Thread> earlier = Thread.getAllStackTraces().keySet();

    private List<String> living(String threadName) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith(threadName) && !earlier.contains(thread))
                .map(Thread::getName)
                .toList();
    }

    @Test
    void shouldDeliverWhatWasSentWhileTheDestinationWasDown() {
        NotedTransmissions source = new NotedTransmissions();
        ReliablePair.Setup setup = new ReliablePair.Setup().set("initial-timeout", "200ms");
        setup.sourceListener = source;
        try (ReliablePair pair = new ReliablePair(setup)) {
            pair.orders.put("first");
            await().until(() -> source.acknowledged.size() == 1);
            pair.link.cut();
            List<String> sent = orders(5);
            sent.forEach(pair.orders::put);
            await().until(() -> pair.path().restarts() >= 10);
            assertThat(pair.bean.delivered).containsExactly("first");
            assertThat(pair.oracle().backlog().unacknowledged()).isEqualTo(5);
            pair.link.restore();
            await().until(() -> pair.oracle().backlog().isEmpty());
            // A message is acknowledged before it is delivered.
            await().untilAsserted(() ->
                    assertThat(pair.bean.delivered).containsExactlyInAnyOrderElementsOf(concat("first", sent)));
        }
    }

    private static List<String> concat(String first, List<String> rest) {
        return Stream.concat(Stream.of(first), rest.stream()).toList();
    }

    @ParameterizedTest(name = "decoupled {0}")
    @ValueSource(booleans = {false, true})
    void shouldReturnAtOnceAndDeliverInOrderWhenTheDestinationIsDownAtFirst(boolean decoupled) {
        ReliablePair.Setup setup = new ReliablePair.Setup();
        setup.decoupled = decoupled;
        setup.inOrder = true;
        try (ReliablePair pair = new ReliablePair(setup, false)) {
            List<String> sent = orders(6);
            // They return, or the server would never start.
            sent.forEach(pair.orders::put);
            assertThat(pair.path().parked()).isEqualTo(sent.size());
            pair.startServer();
            await().until(() -> pair.bean.delivered.size() == sent.size());
            assertThat(pair.bean.delivered).containsExactlyElementsOf(sent);
            await().until(() -> pair.oracle().backlog().isEmpty());
        }
    }

    @Test
    void shouldEndAllThreadsWhenTheBusShutsDown() {
        ReliablePair pair = new ReliablePair(new ReliablePair.Setup().set("initial-timeout", "100ms"));
        pair.orders.put("first");
        await().until(() -> pair.bean.delivered.size() == 1);
        pair.stopServer();
        orders(3).forEach(pair.orders::put);
        await().until(() -> pair.path().restarts() > 0);
        pair.sourceBus.shutdown(true);
        // It waits for the end of the sequence that it has received.
        pair.destinationBus.shutdown(true);
        // The client is not closed before.
        await().untilAsserted(() -> assertThat(living("restart-oracle-")).isEmpty());
    }

    @Test
    void shouldEndTheThreadThatWaitsForASequenceWhenTheBusShutsDown() {
        ReliablePair pair = new ReliablePair(new ReliablePair.Setup(), false);
        orders(3).forEach(pair.orders::put);
        await().until(() -> !living("restart-oracle-sequence").isEmpty());
        pair.sourceBus.shutdown(true);
        await().untilAsserted(
                        () -> assertThat(living("restart-oracle-sequence")).isEmpty());
        pair.destinationBus.shutdown(true);
    }
}
