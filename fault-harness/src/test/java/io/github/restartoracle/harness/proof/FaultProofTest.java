package io.github.restartoracle.harness.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.restartoracle.harness.fault.Direction;
import io.github.restartoracle.harness.fault.Disruption;
import io.github.restartoracle.harness.fault.Fault;
import io.github.restartoracle.harness.fault.FaultSchedule;
import io.github.restartoracle.harness.fault.PacketDrop;
import io.github.restartoracle.harness.fault.RandomLoss;
import io.github.restartoracle.harness.fault.Reset;
import io.github.restartoracle.harness.fault.Window;
import io.github.restartoracle.harness.proof.FaultVerdict.Outcome;
import io.github.restartoracle.harness.proof.ProbeFlow.Gap;
import io.github.restartoracle.harness.proof.ProbeFlow.Mark;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FaultProofTest {
    private static final Duration RUN = Duration.ofSeconds(100);
    private static final RandomLoss LOSS = new RandomLoss(Window.always(), 0.3, Direction.FORWARD);
    private static final Disruption CUT =
            new Disruption(Window.once(Duration.ofSeconds(10), Optional.of(Duration.ofSeconds(5))), Direction.FORWARD);

    private static FaultVerdict judge(Fault fault, List<RuleCount> counts, ProbeFlow... probes) {
        FaultProof proof = FaultProof.of(FaultSchedule.of(fault), new Evidence(RUN, counts, List.of(probes)));
        assertThat(proof.verdicts()).hasSize(1);
        return proof.verdicts().get(0);
    }

    private static FaultVerdict judge(Fault fault, long seen, long dropped, ProbeFlow... probes) {
        return judge(fault, List.of(new RuleCount(fault, Direction.FORWARD, seen, dropped)), probes);
    }

    private static ProbeFlow gap(long fromMillis, long toMillis, long stallMillis) {
        Gap gap = new Gap(
                Duration.ofMillis(fromMillis),
                Duration.ofMillis(fromMillis + 20 + stallMillis),
                Duration.ofMillis(toMillis - 20),
                Duration.ofMillis(toMillis),
                (toMillis - fromMillis) / 20);
        Gap singleLoss = new Gap(
                Duration.ofMillis(12_000),
                Duration.ofMillis(12_020),
                Duration.ofMillis(12_020),
                Duration.ofMillis(12_040),
                1);
        return new ProbeFlow(Direction.FORWARD, List.of(singleLoss, gap), List.of());
    }

    @Test
    void shouldAcceptLossWhenTheRateAgrees() {
        FaultVerdict verdict = judge(LOSS, 2000, 583);

        assertThat(verdict.outcome()).isEqualTo(Outcome.APPLIED);
        assertThat(verdict.applied()).isEqualTo("29.150 % (583 of 2000 packets, 99 % interval 26.605 to 31.833 %)");
    }

    @Test
    void shouldRefuseLossWhenTheRateIsOff() {
        assertThat(judge(LOSS, 2000, 0).outcome()).isEqualTo(Outcome.NOT_APPLIED);
        assertThat(judge(LOSS, 2000, 900).outcome()).isEqualTo(Outcome.NOT_APPLIED);
    }

    @Test
    void shouldNotDecideOnLossWhenThereAreTooFewPackets() {
        FaultVerdict verdict = judge(LOSS, 20, 0);

        assertThat(verdict.outcome()).isEqualTo(Outcome.UNDECIDED);
        assertThat(verdict.applied()).endsWith("too few to tell");
    }

    @Test
    void shouldRefuseLossWhenProbesDisagreeWithTheCounter() {
        ProbeFlow lossless = new ProbeFlow(
                Direction.FORWARD,
                List.of(),
                List.of(new Mark(Duration.ZERO, 1, 1), new Mark(Duration.ofSeconds(99), 4951, 4951)));

        assertThat(judge(LOSS, 2000, 600, lossless).outcome()).isEqualTo(Outcome.NOT_APPLIED);
    }

    @Test
    void shouldRefuseAFaultWhenItsRuleIsMissing() {
        FaultProof proof = FaultProof.of(FaultSchedule.of(LOSS), new Evidence(RUN, List.of(), List.of()));

        assertThatThrownBy(proof::requireApplied)
                .isInstanceOf(FaultNotAppliedException.class)
                .hasMessageContaining("{at: 0s, loss: 30%, direction: forward}")
                .hasMessageContaining("requested a rule for it; applied none: its counter was not found")
                .hasMessageContaining("check that the injector installed its rules");
    }

    @Test
    void shouldRefuseAFaultWhenTheRunEndedBeforeIt() {
        Fault late = Disruption.of(RUN, Duration.ofSeconds(1));

        assertThat(FaultProof.of(FaultSchedule.of(late), new Evidence(RUN, List.of(), List.of()))
                        .verdicts())
                .hasSize(2)
                .allMatch(v -> v.outcome() == Outcome.NOT_APPLIED)
                .allMatch(v -> v.applied().equals("nothing, the run ended at 100.000 s"));
    }

    @Test
    void shouldAcceptADisruptionWhenItsEdgesAreInTime() {
        FaultVerdict verdict = judge(CUT, 250, 250, gap(9_990, 15_010, 0));

        assertThat(verdict.outcome()).isEqualTo(Outcome.APPLIED);
        assertThat(verdict.applied()).isEqualTo("from 9.990..10.010 s to 14.990..15.010 s, 251 probes lost");
    }

    @Test
    void shouldRefuseADisruptionWhenAnEdgeIsOff() {
        assertThat(judge(CUT, 250, 250, gap(10_110, 15_010, 0)).outcome()).isEqualTo(Outcome.NOT_APPLIED);
        assertThat(judge(CUT, 250, 250, gap(9_990, 15_130, 0)).outcome()).isEqualTo(Outcome.NOT_APPLIED);
        assertThat(judge(CUT, 250, 250, gap(9_990, 14_800, 0)).outcome()).isEqualTo(Outcome.NOT_APPLIED);
    }

    @Test
    void shouldNotDecideOnADisruptionWhenTheSenderStalledAtItsEdge() {
        assertThat(judge(CUT, 250, 250, gap(9_700, 15_010, 400)).outcome()).isEqualTo(Outcome.UNDECIDED);
    }

    @Test
    void shouldRefuseADisruptionWhenProbesWentOn() {
        FaultVerdict verdict = judge(CUT, 250, 250, new ProbeFlow(Direction.FORWARD, List.of(), List.of()));

        assertThat(verdict.outcome()).isEqualTo(Outcome.NOT_APPLIED);
        assertThat(verdict.applied()).contains("went on without a gap");
    }

    @Test
    void shouldAcceptADisruptionThatRepeatsWhenTheRunEndsAsItBeginsAgain() {
        Window twice = new Window(
                Duration.ofSeconds(10), Optional.of(Duration.ofSeconds(5)), Optional.of(Duration.ofMillis(89_800)));

        FaultVerdict verdict = judge(new Disruption(twice, Direction.FORWARD), 250, 250, gap(9_990, 15_010, 0));

        assertThat(verdict.outcome()).isEqualTo(Outcome.APPLIED);
    }

    @Test
    void shouldNotDecideOnADisruptionWhenTheRunEndsAsItBegins() {
        Disruption last = new Disruption(
                Window.once(Duration.ofMillis(99_800), Optional.of(Duration.ofSeconds(5))), Direction.FORWARD);

        FaultVerdict verdict = judge(last, 250, 250, new ProbeFlow(Direction.FORWARD, List.of(), List.of()));

        assertThat(verdict.outcome()).isEqualTo(Outcome.UNDECIDED);
        assertThat(verdict.applied()).isEqualTo("for 0.200 s until the run ended: too short to tell");
    }

    @Test
    void shouldRelyOnCountersWhenThereAreNoProbes() {
        assertThat(judge(CUT, 5, 5).outcome()).isEqualTo(Outcome.APPLIED);
        assertThat(judge(CUT, 5, 4).outcome()).isEqualTo(Outcome.NOT_APPLIED);
        assertThat(judge(CUT, 0, 0).outcome()).isEqualTo(Outcome.UNDECIDED);
    }

    @Test
    void shouldNotDecideOnADropWhenNoConnectionGotAsFar() {
        PacketDrop drop = PacketDrop.of(9, Direction.FORWARD);

        assertThat(judge(drop, 30, 3).outcome()).isEqualTo(Outcome.APPLIED);
        assertThat(judge(drop, 30, 0).outcome()).isEqualTo(Outcome.UNDECIDED);
    }

    @Test
    void shouldCountPacketsWhenConnectionsAreReset() {
        Reset reset = new Reset(CUT.window(), Direction.FORWARD);

        assertThat(List.of(5L, 4L, 0L).stream()
                        .map(dropped -> FaultProof.of(
                                        FaultSchedule.of(reset),
                                        new Evidence(
                                                RUN,
                                                List.of(new RuleCount(
                                                        reset, Direction.FORWARD, dropped == 0 ? 0 : 5, dropped)),
                                                List.of()))
                                .verdicts()
                                .get(0)
                                .outcome()))
                .containsExactly(Outcome.APPLIED, Outcome.NOT_APPLIED, Outcome.UNDECIDED);
    }

    @Test
    void shouldBeJsonWhenWritten() {
        FaultProof proof = FaultProof.of(
                FaultSchedule.of(CUT),
                new Evidence(RUN, List.of(new RuleCount(CUT, Direction.FORWARD, 5, 5)), List.of()));

        assertThat(proof.toJson())
                .startsWith("{\"seconds\":100.0,\"verdicts\":[{\"fault\":\"{at: 10s, for: 5s, disrupt: forward}\","
                        + "\"direction\":\"FORWARD\",\"outcome\":\"APPLIED\"");
    }
}
