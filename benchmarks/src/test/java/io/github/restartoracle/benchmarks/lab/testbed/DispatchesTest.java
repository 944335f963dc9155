package io.github.restartoracle.benchmarks.lab.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.benchmarks.lab.testbed.SourceReport.Dispatch;
import org.junit.jupiter.api.Test;

class DispatchesTest {
    private final Dispatches dispatches = new Dispatches(20);

    @Test
    void shouldCountTheLaterDispatchOfATransmissionThatWasWithdrawn() {
        dispatches.add(21, 1, 10, 11);
        dispatches.add(22, 1, 100, 101);
        dispatches.add(21, 1, 500, 502);
        dispatches.add(21, 2, 600, 603);

        assertThat(dispatches.all())
                .containsExactly(
                        new Dispatch(2, 2, 1, 100, 101),
                        new Dispatch(1, 1, 1, 500, 502),
                        new Dispatch(1, 1, 2, 600, 603));
    }

    @Test
    void shouldLeaveOutTheWarmUp() {
        dispatches.add(20, 1, 10, 11);
        dispatches.add(21, 3, 1, 20, 21);

        assertThat(dispatches.all()).containsExactly(new Dispatch(1, 3, 1, 20, 21));
    }
}
