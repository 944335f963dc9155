package io.github.restartoracle.benchmarks.lab.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.benchmarks.lab.exchange.RequestTimes.Paced;
import io.github.restartoracle.benchmarks.lab.exchange.RequestTimes.Sequential;
import io.github.restartoracle.benchmarks.lab.exchange.RequestTimes.Users;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PhaseRunnerIT {
    private static final Duration SECOND = Duration.ofSeconds(1);

    @Test
    void shouldSplitTheResponseTimeOfEveryExchange() throws Exception {
        Call call = new Call(1438, 12974, Duration.ofMillis(20));
        List<ExchangePhase> phases = List.of(
                new ExchangePhase("one-by-one", Duration.ZERO, SECOND.multipliedBy(60), call, new Sequential(5)),
                new ExchangePhase(
                        "paced", SECOND, SECOND, call, new Paced(4, Duration.ofMillis(10), Duration.ofMillis(50))));
        List<Exchange> exchanges = run(phases);
        assertThat(exchanges).hasSize(9);
        assertThat(of(exchanges, "one-by-one")).extracting(Exchange::number).containsExactly(0, 1, 2, 3, 4);
        for (Exchange exchange : exchanges) {
            ResponseTimeParts parts = exchange.parts().orElseThrow();
            assertThat(parts.processingNanos())
                    .isGreaterThanOrEqualTo(Duration.ofMillis(20).toNanos());
            assertThat(exchange.responseBytes()).isEqualTo(12974);
        }
        List<Long> due = of(exchanges, "paced").map(Exchange::dueNanos).sorted().toList();
        assertThat(due.get(3) - due.get(0)).isEqualTo(Duration.ofMillis(150).toNanos());
    }

    @Test
    void shouldLetUsersThink() throws Exception {
        Call call = new Call(400, 1000, Duration.ZERO);
        List<Exchange> exchanges =
                run(List.of(new ExchangePhase("users", Duration.ZERO, SECOND.multipliedBy(2), call, new Users(10, 3))));
        assertThat(exchanges)
                .isNotEmpty()
                .allSatisfy(exchange -> assertThat(exchange.parts()).isPresent());
        assertThat(exchanges).extracting(Exchange::number).doesNotHaveDuplicates();
    }

    private static Stream<Exchange> of(List<Exchange> exchanges, String phase) {
        return exchanges.stream().filter(exchange -> exchange.phase().equals(phase));
    }

    private static List<Exchange> run(List<ExchangePhase> phases) throws Exception {
        try (ExchangeServer server = ExchangeServer.open(0)) {
            ExchangeClient client = new ExchangeClient("127.0.0.1", server.port());
            return new PhaseRunner(client).run(phases, System.nanoTime());
        }
    }
}
