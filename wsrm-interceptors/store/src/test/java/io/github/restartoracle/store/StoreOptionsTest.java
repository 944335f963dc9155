package io.github.restartoracle.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class StoreOptionsTest {
    private final StoreOptions defaults = StoreOptions.ofDefaults();

    @Test
    void shouldHaveDefaults() {
        assertThat(defaults)
                .isEqualTo(
                        new StoreOptions(null, Duration.ofSeconds(10), Duration.ofMillis(50), Duration.ofSeconds(10)));
        assertThat(defaults.withNode("a")
                        .withLease(Duration.ofSeconds(3))
                        .withBatchDelay(Duration.ZERO)
                        .withTimeout(Duration.ofSeconds(5)))
                .isEqualTo(new StoreOptions("a", Duration.ofSeconds(3), Duration.ZERO, Duration.ofSeconds(5)));
    }

    @Test
    void shouldSayWhatIsWrong() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> defaults.withLease(Duration.ofMillis(999)))
                .withMessage("lease must be from PT1S to PT1H, was PT0.999S");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> defaults.withBatchDelay(Duration.ofSeconds(11)))
                .withMessageContaining("batchDelay");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> defaults.withTimeout(Duration.ofMillis(99)))
                .withMessage("timeout must be from PT0.1S to PT1H, was PT0.099S");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> defaults.withNode(" "))
                .withMessage("node must not be blank");
    }
}
