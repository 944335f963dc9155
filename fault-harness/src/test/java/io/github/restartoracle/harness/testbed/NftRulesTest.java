package io.github.restartoracle.harness.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.restartoracle.harness.fault.Direction;
import io.github.restartoracle.harness.fault.FaultSchedule;
import io.github.restartoracle.harness.proof.RuleCount;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class NftRulesTest {
    private static final Duration LENGTH = Duration.ofMinutes(10);

    private static final FaultSchedule SCHEDULE = FaultSchedule.parse("""
            - {at: 0s, loss: 1%, direction: both}
            - {at: 60s, for: 60s, disrupt: forward}
            - {at: 0s, drop-packet: 9, direction: backward}
            """);

    @Test
    void shouldDropWhatArrivesInOrderOfStrengthWhenWritten() {
        assertThat(new NftRules(SCHEDULE, Direction.FORWARD).ruleset("10.0.0.2", 1000, LENGTH))
                .isEqualTo("""
                        add table inet restart_oracle
                        delete table inet restart_oracle
                        table inet restart_oracle {
                        counter f0_seen { }
                        counter f0_dropped { }
                        counter f1_seen { }
                        counter f1_dropped { }
                        chain arriving { type filter hook prerouting priority -150; policy accept;
                        ip saddr != 10.0.0.2 accept
                        meta time >= 1060 meta time < 1120 counter name f1_seen counter name f1_dropped drop
                        meta time >= 1000 counter name f0_seen numgen random mod 1000000 < 10000 counter name f0_dropped drop
                        }
                        }
                        """);
    }

    @Test
    void shouldCountInTheConnectionsOfEitherEndWhenAPacketIsDropped() {
        assertThat(new NftRules(SCHEDULE, Direction.BACKWARD).ruleset("10.0.0.1", 1000, LENGTH))
                .contains(
                        "meta l4proto tcp meta time >= 1000 counter name f2_seen\n",
                        "ct direction original ct original packets 9 counter name f2_dropped drop\n",
                        "ct direction reply ct reply packets 9 counter name f2_dropped drop\n")
                .doesNotContain("f1_");
    }

    @Test
    void shouldCountAllTimesTogetherWhenAFaultRepeats() {
        FaultSchedule schedule = FaultSchedule.parse("- {at: 10s, for: 1s, every: 5s, disrupt: both}");

        assertThat(new NftRules(schedule, Direction.FORWARD).ruleset("10.0.0.1", 1000, Duration.ofSeconds(20)))
                .contains(
                        "meta time >= 1010 meta time < 1011 counter name f0_seen counter name f0_dropped drop\n",
                        "meta time >= 1015 meta time < 1016 counter name f0_seen counter name f0_dropped drop\n")
                .doesNotContain("1020");
    }

    @Test
    void shouldAnswerWithAResetAnythingButAReset() {
        FaultSchedule schedule = FaultSchedule.parse("- {at: 10s, for: 1s, reset: forward}");

        assertThat(new NftRules(schedule, Direction.FORWARD).ruleset("10.0.0.1", 1000, LENGTH))
                .contains(
                        "tcp flags & rst == 0 meta time >= 1010 meta time < 1011 counter name f0_seen counter name f0_dropped"
                                + " reject with tcp reset\n");
        assertThat(new NftRules(schedule, Direction.BACKWARD).ruleset("10.0.0.2", 1000, LENGTH))
                .doesNotContain("reset");
    }

    @Test
    void shouldRefuseAFaultWhenItBeginsBetweenTwoSeconds() {
        FaultSchedule schedule = FaultSchedule.parse("- {at: 500ms, for: 1s, disrupt: both}");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> new NftRules(schedule, Direction.FORWARD))
                .withMessageContaining("{at: 500ms, for: 1s, disrupt: both}")
                .withMessageContaining("whole seconds");
    }

    @Test
    void shouldCountOnlyRulesThatAreThereWhenReadBack() {
        String json = """
                {"nftables": [{"metainfo": {"version": "1.0.6"}},
                 {"counter": {"family": "inet", "name": "f0_seen", "table": "restart_oracle", "handle": 1, "packets": 90, "bytes": 5}},
                 {"counter": {"family": "inet", "name": "f0_dropped", "table": "restart_oracle", "handle": 2, "packets": 3, "bytes": 5}}]}
                """;

        NftRules rules = new NftRules(SCHEDULE, Direction.FORWARD);

        assertThat(rules.counts(json))
                .containsExactly(new RuleCount(SCHEDULE.faults().get(0), Direction.FORWARD, 90, 3));
        assertThat(rules.counts("{\"nftables\":[]}")).isEmpty();
    }
}
