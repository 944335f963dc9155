package io.github.restartoracle.harness.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FaultScheduleTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    @Test
    void shouldBeInForceFromItsBeginningAndNoLongerAtItsEndWhenAsked() {
        FaultSchedule schedule = FaultSchedule.of(
                new RandomLoss(Window.once(SECOND, Optional.of(SECOND)), 0.5, Direction.FORWARD),
                new RandomLoss(Window.once(SECOND, Optional.empty()), 0.25, Direction.BACKWARD));

        assertThat(schedule.lossAt(SECOND.minusNanos(1), Direction.FORWARD)).isZero();
        assertThat(schedule.lossAt(SECOND, Direction.FORWARD)).isEqualTo(0.5);
        assertThat(schedule.lossAt(SECOND, Direction.BACKWARD)).isEqualTo(0.25);
        assertThat(schedule.lossAt(SECOND.plus(SECOND), Direction.FORWARD)).isZero();
        assertThat(schedule.lossAt(Duration.ZERO, Direction.BACKWARD)).isZero();
        assertThat(schedule.lossAt(Duration.ofDays(1), Direction.BACKWARD)).isEqualTo(0.25);
        assertThat(schedule.lossAt(Duration.ofDays(1), Direction.FORWARD)).isZero();
    }

    @Test
    void shouldAllowFaultsSideBySideWhenTimesOrDirectionsDiffer() {
        FaultSchedule schedule = FaultSchedule.of(
                Disruption.of(Duration.ZERO, SECOND),
                Disruption.of(SECOND, SECOND),
                new RandomLoss(Window.always(), 0.1, Direction.FORWARD),
                new RandomLoss(Window.always(), 0.2, Direction.BACKWARD),
                PacketDrop.of(1, Direction.BOTH),
                PacketDrop.of(2, Direction.BOTH));

        assertThat(schedule.faults()).hasSize(6);
    }

    @Test
    void shouldRefuseContradictionsWhenFaultsOfOneKindOverlap() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FaultSchedule.of(RandomLoss.of(0.1), RandomLoss.of(0.1)))
                .withMessageContaining("overlaps {at: 0s, loss: 10%, direction: both}");
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> FaultSchedule.of(PacketDrop.of(3, Direction.BOTH), PacketDrop.of(3, Direction.FORWARD)));
    }

    @Test
    void shouldRefuseValuesOutOfRangeWhenBuilt() {
        assertThatIllegalArgumentException().isThrownBy(() -> RandomLoss.of(1.01));
        assertThatIllegalArgumentException().isThrownBy(() -> RandomLoss.of(Double.NaN));
        assertThatIllegalArgumentException().isThrownBy(() -> Disruption.of(SECOND.negated(), SECOND));
        assertThatIllegalArgumentException().isThrownBy(() -> Disruption.of(SECOND, Duration.ZERO));
        assertThatIllegalArgumentException().isThrownBy(() -> PacketDrop.of(0, Direction.BOTH));
        assertThatIllegalArgumentException().isThrownBy(() -> Link.of(0));
    }
}
