package io.github.restartoracle.benchmarks.lab.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.restartoracle.benchmarks.lab.exchange.Load.Paced;
import io.github.restartoracle.benchmarks.lab.exchange.Load.Sequential;
import io.github.restartoracle.benchmarks.lab.exchange.Load.Users;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class PhaseTest {
    private static final Call CALL = new Call(1438, 12974, Duration.ofMillis(200));

    @Test
    void shouldReadBackWhatItWrites() {
        Load[] loads = {
            new Sequential(10_000), new Paced(2, Duration.ofMillis(100), Duration.ofMillis(2500)), new Users(400, -7)
        };
        for (Load load : loads) {
            Phase phase = new Phase("author-0.1%", Duration.ofSeconds(5), Duration.ofMillis(1500), CALL, load);
            assertThat(Phase.parse(phase.notation())).isEqualTo(phase);
        }
    }

    @Test
    void shouldRejectWhatCouldNotBeReadBack() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Phase("a:b", Duration.ZERO, Duration.ofSeconds(1), CALL, new Sequential(1)));
        assertThatIllegalArgumentException().isThrownBy(() -> Phase.parse("a:b"));
    }
}
