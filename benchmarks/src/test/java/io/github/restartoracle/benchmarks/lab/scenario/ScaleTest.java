package io.github.restartoracle.benchmarks.lab.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.restartoracle.benchmarks.lab.theory.Outages;
import io.github.restartoracle.harness.fault.FaultSchedule;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ScaleTest {
    private static Scenario paper(String name) {
        return PaperScenarios.find(Transport.HTTP, name).orElseThrow();
    }

    @Test
    void shouldLeaveTheScenarioAsItIsWhenTheScaleIsThePapers() {
        assertThat(PaperScenarios.of(Transport.HTTP))
                .hasSize(5)
                .allSatisfy(scenario -> assertThat(Scale.PAPER.apply(scenario)).isEqualTo(scenario));
        assertThat(Scale.PAPER.runs(Transport.HTTP)).isEqualTo(10);
        assertThat(Scale.PAPER.runs(Transport.MAIL)).isEqualTo(5);
    }

    @Test
    void shouldKeepTheLengthOfADisruptionWhenTheScaleIsQuick() {
        Scenario quick = Scale.QUICK.apply(paper("disruption-60s"));

        assertThat(quick.messages()).isEqualTo(300);
        assertThat(quick.outages()).isEqualTo(Outages.of(Duration.ofSeconds(20), Duration.ofSeconds(60)));
        assertThat(quick.sending()).isEqualTo(Duration.ofSeconds(150));
    }

    @Test
    void shouldEndWithinHalfAMinuteWhenTheScaleIsSmoke() {
        Scenario smoke = Scale.SMOKE.apply(paper("disruption-60s"));

        assertThat(smoke.outages()).isEqualTo(Outages.of(Duration.ofSeconds(5), Duration.ofSeconds(8)));
        assertThat(smoke.sending()).isEqualTo(Duration.ofSeconds(30));
    }

    @Test
    void shouldNotMoveFaultsWhenTheyBeginWithTheRun() {
        Scenario loss = paper("loss-2pct");

        assertThat(Scale.QUICK.apply(loss).faults()).isEqualTo(loss.faults());
    }

    @Test
    void shouldKeepTheDistanceBetweenFaultsWhenTheyBeginSooner() {
        Scenario scenario = paper("disruption-60s").withFaults(FaultSchedule.parse("""
                                - {at: 100s, for: 10s, disrupt: both}
                                - {at: 0s, loss: 1%}
                                - {at: 120s, drop-packet: 3}
                                - {at: 130s, for: 1s, every: 5s, disrupt: both}
                                """));

        assertThat(Scale.QUICK.apply(scenario).faults()).isEqualTo(FaultSchedule.parse("""
                        - {at: 20s, for: 10s, disrupt: both}
                        - {at: 0s, loss: 1%}
                        - {at: 40s, drop-packet: 3}
                        - {at: 50s, for: 1s, every: 5s, disrupt: both}
                        """));
    }

    @Test
    void shouldNameTheScalesWhenItIsUnknown() {
        assertThat(Scale.of("quick")).isEqualTo(Scale.QUICK);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Scale.of("huge"))
                .withMessage("scale = \"huge\": expected paper, quick, demo or smoke");
    }
}
