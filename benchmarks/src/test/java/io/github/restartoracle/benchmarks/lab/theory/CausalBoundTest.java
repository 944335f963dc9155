package io.github.restartoracle.benchmarks.lab.theory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class CausalBoundTest {
    @Test
    void shouldCostARoundTripForEachLossThatMustBeNoticed() {
        double bound = CausalBound.ettSeconds(Duration.ofMillis(160), Duration.ofMillis(320), 0.5);

        assertThat(bound).isEqualTo(0.48, within(1e-12));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CausalBound.ettSeconds(Duration.ZERO, Duration.ofSeconds(1), 1));
    }

    @Test
    void shouldWaitForTheNextMessageThatIsAcknowledgedWhenThePathIsDown() {
        ConstantRate workload = new ConstantRate(10, Duration.ofSeconds(1));
        Outages outages = Outages.of(Duration.ofMillis(1500), Duration.ofSeconds(2));

        // The path is up from 3.5 s on. Messages 3 and 4, due at 2 s and 3 s, are sent at 4.3 s, after the
        // acknowledgement of message 5.
        assertThat(CausalBound.ettSeconds(outages, workload, Duration.ofMillis(200), Duration.ofMillis(300)))
                .isEqualTo(0.2 + (2.3 + 1.3) / 10, within(1e-9));
    }
}
