package io.github.restartoracle.benchmarks.lab.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.restartoracle.benchmarks.lab.exchange.RequestTimes.Paced;
import io.github.restartoracle.benchmarks.lab.exchange.RequestTimes.Sequential;
import io.github.restartoracle.benchmarks.lab.exchange.RequestTimes.Users;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ExchangePhaseTest {
    private static final Call CALL = new Call(1438, 12974, Duration.ofMillis(200));

    @Test
    void shouldReadBackWhatItWrites() {
        RequestTimes[] loads = {
            new Sequential(10_000), new Paced(2, Duration.ofMillis(100), Duration.ofMillis(2500)), new Users(400, -7)
        };
        for (RequestTimes load : loads) {
            ExchangePhase phase =
                    new ExchangePhase("author-0.1%", Duration.ofSeconds(5), Duration.ofMillis(1500), CALL, load);
            assertThat(ExchangePhase.parse(phase.notation())).isEqualTo(phase);
        }
    }

    @Test
    void shouldRejectWhatCouldNotBeReadBack() {
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> new ExchangePhase("a:b", Duration.ZERO, Duration.ofSeconds(1), CALL, new Sequential(1)));
        assertThatIllegalArgumentException().isThrownBy(() -> ExchangePhase.parse("a:b"));
    }
}
