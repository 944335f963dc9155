package io.github.restartoracle.oracle.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.restartoracle.oracle.Decision;
import io.github.restartoracle.oracle.Gate;
import io.github.restartoracle.oracle.OracleCatalog;
import io.github.restartoracle.oracle.OracleFactory;
import io.github.restartoracle.oracle.PathOracle;
import io.github.restartoracle.oracle.RttSample;
import io.github.restartoracle.oracle.Stage;
import io.github.restartoracle.settings.SettingException;
import io.github.restartoracle.settings.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class CanaryOracleTest {
    private static final long MILLIS = 1_000_000;
    private static final long SECOND = 1000 * MILLIS;
    private static final double NANOS = 1e9;
    private static final double PROBE_COST_SECONDS = 0.001;

    private final CanaryOracle oracle = new CanaryOracle(CanaryConfig.ofDefaults());

    private Decision elapsed(long nowMillis, Stage stage, long sinceMillis) {
        return oracle.elapsed(nowMillis * MILLIS, stage, 1, sinceMillis * MILLIS);
    }

    private long timeoutMillis(long nowMillis, Stage stage, int attempt) {
        return oracle.timeoutNanos(nowMillis * MILLIS, stage, attempt) / MILLIS;
    }

    private void acknowledged(long nowMillis, long rttMillis) {
        oracle.acknowledged(nowMillis * MILLIS, new RttSample(rttMillis * MILLIS, 1, false));
    }

    /** Lets two connections get no answer; the path is down since the first began. */
    private void goDown(long atMillis) {
        assertThat(elapsed(atMillis + 250, Stage.CONNECTING, atMillis)).isEqualTo(Decision.RACE);
        assertThat(elapsed(atMillis + 500, Stage.CONNECTING, atMillis)).isEqualTo(Decision.WAIT);
        assertThat(oracle.gate((atMillis + 500) * MILLIS).down()).isTrue();
    }

    @Test
    void shouldRaceConnectionsWhileThePathLives() {
        assertThat(timeoutMillis(0, Stage.CONNECTING, 1)).isEqualTo(250);
        oracle.connected(5 * MILLIS, 5 * MILLIS);
        assertThat(timeoutMillis(5, Stage.CONNECTING, 1)).isEqualTo(50);

        for (int i = 0; i < 20; i++) {
            oracle.connected(100 * MILLIS, 5 * MILLIS);
            assertThat(elapsed(110, Stage.CONNECTING, 90)).isEqualTo(Decision.RACE);
        }

        assertThat(oracle.gate(110 * MILLIS).down()).isFalse();
        assertThat(oracle.gate(110 * MILLIS).connections()).isEqualTo(4);
    }

    @Test
    void shouldMarkThePathDownAtTheSecondSilentConnection() {
        goDown(0);

        assertThat(oracle.gate(500 * MILLIS).sinceNanos()).isZero();
        assertThat(elapsed(700, Stage.CONNECTING, 0)).isEqualTo(Decision.RACE);
        assertThat(oracle.describe()).containsEntry("down", 1.0).containsEntry("outages", 1.0);
    }

    @Test
    void shouldOpenTheWindowWithSignsOfLife() {
        goDown(0);

        oracle.connected(900 * MILLIS, 2 * MILLIS);

        assertThat(oracle.gate(900 * MILLIS).down()).isFalse();
        assertThat(oracle.gate(900 * MILLIS).window()).isEqualTo(16);
        for (int i = 0; i < 300; i++) {
            oracle.received(1000 * MILLIS, MILLIS);
        }
        assertThat(oracle.gate(1000 * MILLIS).window()).isEqualTo(256);
    }

    @Test
    void shouldLearnNothingFromOutages() {
        for (int i = 0; i < 20; i++) {
            oracle.connected(1000 * MILLIS, 20 * MILLIS);
            oracle.received(1000 * MILLIS, 20 * MILLIS);
            acknowledged(1000, 30);
        }
        List<Long> before = timeouts(1000);
        for (long cut = 10_000; cut <= 200_000; cut += 40_000) {
            goDown(cut);
            long end = cut + 30_000;
            // The SYN of this connection was sent again and again, and those of others too.
            oracle.connected(end * MILLIS, 29_000 * MILLIS);
            oracle.connected((end + 10) * MILLIS, 15_000 * MILLIS);
            oracle.received((end + 20) * MILLIS, 29_500 * MILLIS);
            acknowledged(end + 30, 30_000);
            acknowledged(end + 40, 20);
        }

        assertThat(timeouts(300_000)).isEqualTo(before);
    }

    private List<Long> timeouts(long nowMillis) {
        return Stream.of(Stage.CONNECTING, Stage.WRITTEN, Stage.RECEIVED, Stage.UNOBSERVED)
                .map(stage -> timeoutMillis(nowMillis, stage, 1))
                .toList();
    }

    @Test
    void shouldTakeOneSlowConnectionForALostSynAndTwoForASlowPath() {
        oracle.connected(1000 * MILLIS, 5 * MILLIS);
        oracle.connected(3000 * MILLIS, 1005 * MILLIS);
        assertThat(timeoutMillis(3000, Stage.CONNECTING, 1)).isEqualTo(50);
        oracle.connected(5000 * MILLIS, 1005 * MILLIS);
        assertThat(timeoutMillis(5000, Stage.CONNECTING, 1)).isGreaterThan(1000);
    }

    /** Checks the probes: at most 20 a second, 2 sqrt(age / cost) in all, one in 10 s in the end. */
    @ParameterizedTest
    @CsvSource({"10,200", "60,490", "3600,3795"})
    void shouldProbeWithTheSquareRootOfTheAge(long seconds, int most) {
        List<Long> probes = probes(seconds * SECOND);

        double expected = Math.min(most, 2 * Math.sqrt(seconds / PROBE_COST_SECONDS));
        assertThat(probes.size()).isBetween((int) (0.5 * expected), (int) (1.15 * expected) + 4);
        for (int i = 1; i < probes.size(); i++) {
            assertThat(probes.get(i) - probes.get(i - 1)).isGreaterThanOrEqualTo(50 * MILLIS);
        }
        long last = probes.get(probes.size() - 1) - probes.get(probes.size() - 2);
        double interval = Math.min(10, Math.sqrt(PROBE_COST_SECONDS * seconds));
        assertThat(last / NANOS).isBetween(0.88 * interval, 1.12 * interval);
    }

    /** Checks that at any end of an outage a probe follows within sqrt(cost * age) and a tenth. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 20060911})
    void shouldFindThePathUpSoonAfterARandomOutage(long seed) {
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        List<Long> probes = probes(4000 * SECOND);
        for (int i = 0; i < 1000; i++) {
            double end = 1 + random.nextDouble() * 3900;
            double next = probes.stream()
                    .mapToDouble(nanos -> nanos / NANOS)
                    .filter(at -> at >= end)
                    .findFirst()
                    .orElseThrow();
            assertThat(next - end)
                    .as("end at %s s, seed %s", end, seed)
                    .isLessThanOrEqualTo(1.1 * Math.sqrt(PROBE_COST_SECONDS * next) + 0.05);
        }
    }

    private List<Long> probes(long untilNanos) {
        goDown(0);
        List<Long> probes = new ArrayList<>();
        long now = 500 * MILLIS;
        while (now < untilNanos) {
            now += oracle.timeoutNanos(now, Stage.CONNECTING, 1);
            assertThat(oracle.elapsed(now, Stage.CONNECTING, 1, 0)).isEqualTo(Decision.RACE);
            probes.add(now);
            assertThat(oracle.gate(now).connections()).isBetween(4, 16);
        }
        return probes;
    }

    @Test
    void shouldReplaceWhatWasWrittenBeforeTheEndOfAnOutageAfterAConnectionsTime() {
        oracle.connected(0, 10 * MILLIS);
        goDown(1000);
        assertThat(elapsed(1600, Stage.WRITTEN, 900)).isEqualTo(Decision.WAIT);

        oracle.connected(9000 * MILLIS, 10 * MILLIS);

        assertThat(timeoutMillis(9000, Stage.WRITTEN, 1)).isEqualTo(50);
        assertThat(elapsed(9010, Stage.WRITTEN, 900)).isEqualTo(Decision.WAIT);
        for (int i = 0; i < 100; i++) {
            assertThat(elapsed(9060, Stage.WRITTEN, 900)).isEqualTo(Decision.REPLACE);
        }
        assertThat(elapsed(9060, Stage.WRITTEN, 9005)).isEqualTo(Decision.WAIT);
        assertThat(timeoutMillis(11_000, Stage.WRITTEN, 1)).isEqualTo(1000);
    }

    @Test
    void shouldReplaceNoMoreThanTheBudgetAllowsWhileThePathLives() {
        int replaced = 0;
        for (int i = 0; i < 1000; i++) {
            long now = 10_000L + 10L * i;
            oracle.received(now * MILLIS, MILLIS);
            acknowledged(now, 5);
            replaced += elapsed(now, Stage.WRITTEN, now - 2000) == Decision.REPLACE ? 1 : 0;
        }
        assertThat(replaced).isBetween(55, 60);
    }

    /** Covers a last message that was written to a connection which a machine in between has forgotten. */
    @Test
    void shouldReplaceTheLastMessageThoughTheBudgetIsSpent() {
        for (int i = 0; i < 1000; i++) {
            oracle.received(10_000 * MILLIS, MILLIS);
            elapsed(10_000, Stage.WRITTEN, 8_000);
        }
        assertThat(oracle.describe())
                .hasEntrySatisfying("tokens", left -> assertThat(left).isLessThan(1));
        acknowledged(10_010, 5);
        List<Long> replaced = new ArrayList<>();
        for (long now = 10_020; now < 100_000; now += 10) {
            if (elapsed(now, Stage.WRITTEN, 10_005) == Decision.REPLACE) {
                replaced.add(now / 1_000);
            }
        }
        assertThat(replaced).containsExactly(20L, 40L, 80L);
    }

    @Test
    void shouldLetOneCopyAskWhileNothingIsAcknowledgedWhereNothingElseCanAsk() {
        List<Long> copies = new ArrayList<>();
        for (long now = 1000; now < 200_000; now += 1000) {
            for (int message = 0; message < 50; message++) {
                if (elapsed(now, Stage.RECEIVED, 0) == Decision.AGAIN) {
                    copies.add(now / 1000);
                }
            }
        }
        assertThat(copies).containsExactly(10L, 20L, 40L, 80L, 160L);
    }

    @Test
    void shouldNotHurryWhatWasAnswered() {
        acknowledged(0, 5);
        assertThat(timeoutMillis(0, Stage.ANSWERED, 1)).isEqualTo(10_000);
        assertThat(timeoutMillis(0, Stage.ANSWERED, 3)).isEqualTo(40_000);
        acknowledged(0, 600_000);
        assertThat(timeoutMillis(0, Stage.ANSWERED, 1)).isEqualTo(300_000);
    }

    @Test
    void shouldHoldMessagesWhileNothingIsAnsweredThatTheNextMachineReceives() {
        oracle.answered(1000 * MILLIS);
        goSilent(2000);
        assertThat(oracle.gate(3000 * MILLIS).window()).isZero();

        oracle.connected(3100 * MILLIS, 5 * MILLIS);
        oracle.received(3100 * MILLIS, 5 * MILLIS);
        assertThat(oracle.gate(3100 * MILLIS).down()).isTrue();
        assertThat(elapsed(3500, Stage.RECEIVED, 2000)).isEqualTo(Decision.ASK);
        assertThat(elapsed(3510, Stage.RECEIVED, 2100)).isEqualTo(Decision.WAIT);

        // The acknowledgement in the answer is read before the answer has ended.
        acknowledged(4000, 2000);
        oracle.askAnswered(4000 * MILLIS);
        assertThat(oracle.gate(4000 * MILLIS).down()).isFalse();
        // A message that may only have been overtaken by the answer waits for a moment.
        assertThat(elapsed(4100, Stage.RECEIVED, 2000)).isEqualTo(Decision.WAIT);
        assertThat(elapsed(4250, Stage.RECEIVED, 2000)).isEqualTo(Decision.AGAIN);
        assertThat(elapsed(4600, Stage.RECEIVED, 4050)).isEqualTo(Decision.ASK);
    }

    /** Lets a message be received, and leaves it and the requests that follow unanswered. */
    private void goSilent(long receivedMillis) {
        assertThat(timeoutMillis(receivedMillis, Stage.RECEIVED, 1)).isEqualTo(500);
        assertThat(elapsed(receivedMillis + 499, Stage.RECEIVED, receivedMillis))
                .isEqualTo(Decision.WAIT);
        assertThat(elapsed(receivedMillis + 500, Stage.RECEIVED, receivedMillis))
                .isEqualTo(Decision.ASK);
        oracle.asked((receivedMillis + 505) * MILLIS);
        assertThat(timeoutMillis(receivedMillis + 505, Stage.RECEIVED, 1)).isEqualTo(250);
        assertThat(elapsed(receivedMillis + 750, Stage.RECEIVED, receivedMillis))
                .isEqualTo(Decision.ASK);
        assertThat(oracle.gate((receivedMillis + 750) * MILLIS).down()).isFalse();
        assertThat(elapsed(receivedMillis + 1050, Stage.RECEIVED, receivedMillis))
                .isEqualTo(Decision.ASK);
        assertThat(oracle.gate((receivedMillis + 1050) * MILLIS).down()).isTrue();
    }

    @Test
    void shouldAskASlowServiceSeldomerEachTime() {
        List<Long> asked = new ArrayList<>();
        for (long now = 0; now < 100_000; now += 50) {
            if (elapsed(now, Stage.RECEIVED, 0) == Decision.ASK) {
                asked.add(now);
                oracle.asked((now + 5) * MILLIS);
                oracle.askAnswered((now + 10) * MILLIS);
            }
            assertThat(oracle.gate(now * MILLIS).down()).isFalse();
        }
        // A message received before the answer is not missing after it, but overdue when it is old.
        assertThat(asked).startsWith(500L, 10_550L).hasSizeLessThan(12);
        assertThat(elapsed(104_000, Stage.RECEIVED, 100_000)).isEqualTo(Decision.WAIT);
        assertThat(elapsed(110_000, Stage.RECEIVED, 100_000)).isEqualTo(Decision.ASK);
    }

    @Test
    void shouldAskBeforeItCopiesWhatIsOld() {
        List<Long> asked = new ArrayList<>();
        List<Long> copied = new ArrayList<>();
        for (long now = 50; now < 30_000 && copied.isEmpty(); now += 50) {
            // Other messages are acknowledged all the time.
            oracle.answered(now * MILLIS);
            acknowledged(now, 5);
            switch (elapsed(now, Stage.RECEIVED, 0)) {
                case ASK -> {
                    asked.add(now);
                    oracle.asked(now * MILLIS);
                    oracle.askAnswered((now + 100) * MILLIS);
                }
                case AGAIN -> copied.add(now);
                default -> assertThat(oracle.gate(now * MILLIS).down()).isFalse();
            }
        }
        assertThat(asked).containsExactly(10_000L);
        assertThat(copied).containsExactly(10_050L);
    }

    /** Covers a destination that works on each message for half a minute, behind a relay. */
    @Test
    void shouldBePatientWithADestinationThatOnlySaysWhatItHasGot() {
        List<Long> asked = new ArrayList<>();
        List<Long> copied = new ArrayList<>();
        acknowledged(-60_000, 5);
        for (long now = 50; now < 100_000; now += 50) {
            switch (elapsed(now, Stage.RECEIVED, 0)) {
                case ASK -> {
                    asked.add(now);
                    oracle.asked(now * MILLIS);
                    oracle.askAnswered((now + 10) * MILLIS);
                }
                case AGAIN -> copied.add(now);
                default -> assertThat(oracle.gate(now * MILLIS).down()).isFalse();
            }
        }
        assertThat(copied).hasSize(1).first().satisfies(at -> assertThat(at).isBetween(40_000L, 41_000L));
        // The destination is asked again and again, since a lost acknowledgement comes with the answer.
        assertThat(asked).hasSizeBetween(6, 12).startsWith(500L, 10_550L);
    }

    /** Covers a pause of the machine, which ends for all connections at once. */
    @Test
    void shouldNotTakeALateMomentForAnOutage() {
        oracle.connected(1000 * MILLIS, MILLIS);
        for (int connection = 0; connection < 20; connection++) {
            assertThat(elapsed(1200, Stage.CONNECTING, 1010)).isEqualTo(Decision.RACE);
        }
        assertThat(oracle.gate(1200 * MILLIS).down()).isFalse();
        assertThat(elapsed(1260, Stage.CONNECTING, 1010)).isEqualTo(Decision.WAIT);
        assertThat(oracle.gate(1260 * MILLIS).down()).isTrue();
    }

    @Test
    void shouldCopyNothingIfAnAnswerIsOnlyLate() {
        goSilent(2000);
        oracle.answered(20_000 * MILLIS);
        assertThat(oracle.gate(20_000 * MILLIS).down()).isFalse();
        assertThat(elapsed(20_500, Stage.RECEIVED, 19_000)).isEqualTo(Decision.WAIT);
        assertThat(elapsed(21_900, Stage.RECEIVED, 21_000)).isEqualTo(Decision.WAIT);
        assertThat(elapsed(22_000, Stage.RECEIVED, 21_000)).isEqualTo(Decision.ASK);
    }

    @Test
    void shouldLetAMessageTryIfNobodyAsksAnyMore() {
        goSilent(2000);
        Gate shut = oracle.gate(4000 * MILLIS);
        assertThat(shut.window()).isZero();
        long opensNanos = 4000 * MILLIS + shut.opensInNanos();
        assertThat(oracle.gate(opensNanos - 1).window()).isZero();
        assertThat(oracle.gate(opensNanos).window()).isOne();
        assertThat(oracle.gate(6000 * MILLIS).window()).isOne();
        assertThat(elapsed(6500, Stage.RECEIVED, 6000)).isEqualTo(Decision.ASK);
        assertThat(oracle.gate(6500 * MILLIS).window()).isZero();
    }

    @Test
    void shouldAskWithTheSquareRootOfTheSilenceWhereTheTransportTellsNothing() {
        acknowledged(0, 5);
        assertThat(timeoutMillis(0, Stage.UNOBSERVED, 1)).isEqualTo(1000);
        List<Long> copies = new ArrayList<>();
        for (long now = 1000; now < 60_000; now += 100) {
            if (elapsed(now, Stage.UNOBSERVED, 10) == Decision.AGAIN) {
                copies.add(now);
            }
        }
        assertThat(copies.size()).isBetween(10, 16);
        acknowledged(60_000, 5);
        // A message dispatched before the copy was acknowledged needs no token, one dispatched later does.
        assertThat(elapsed(62_000, Stage.UNOBSERVED, 2000)).isEqualTo(Decision.AGAIN);
        assertThat(elapsed(62_000, Stage.UNOBSERVED, 61_900)).isEqualTo(Decision.WAIT);
    }

    @Test
    void shouldNotCopyAtEachAcknowledgementWithoutATokenWhenTheTransportTellsNothing() {
        int copies = 0;
        for (int now = 3_000; now < 4_000; now++) {
            oracle.acknowledged(now * MILLIS, null);
            copies += elapsed(now, Stage.UNOBSERVED, 0) == Decision.AGAIN ? 1 : 0;
        }
        assertThat(copies)
                .as("of 1,000 acknowledged, at .05 a message and 10 at first")
                .isBetween(50, 60);
    }

    @Test
    void shouldProbeARefusingServiceNoFasterThanTwiceASecond() {
        oracle.failed(0, Stage.ANSWERED);
        assertThat(oracle.gate(0).down()).isFalse();
        oracle.failed(1000 * MILLIS, Stage.ANSWERED);
        assertThat(oracle.gate(1000 * MILLIS).down()).isTrue();

        oracle.connected(1500 * MILLIS, MILLIS);

        assertThat(oracle.gate(1500 * MILLIS).down()).isTrue();
        assertThat(timeoutMillis(1500, Stage.FAILED, 2)).isEqualTo(500);
        assertThat(elapsed(2000, Stage.FAILED, 1000)).isEqualTo(Decision.AGAIN);
        oracle.answered(2100 * MILLIS);
        assertThat(oracle.gate(2100 * MILLIS).down()).isFalse();
    }

    /** Covers a process that dies with its connections, and another that starts. */
    @Test
    void shouldProbeAsAfterACutWhileConnectionsAreRefusedToo() {
        oracle.connected(-MILLIS, MILLIS);
        oracle.failed(0, Stage.WRITTEN);
        oracle.failed(0, Stage.WRITTEN);
        assertThat(oracle.gate(0).down()).isTrue();
        oracle.failed(500 * MILLIS, Stage.CONNECTING);

        assertThat(elapsed(600, Stage.CONNECTING, 500)).isEqualTo(Decision.RACE);
        assertThat(timeoutMillis(600, Stage.CONNECTING, 2)).isLessThan(100);
        // The new process may still refuse: one transmission shows it.
        oracle.connected(700 * MILLIS, MILLIS);
        assertThat(oracle.gate(700 * MILLIS).down()).isTrue();
        oracle.failed(710 * MILLIS, Stage.WRITTEN);
        assertThat(timeoutMillis(710, Stage.FAILED, 2)).isEqualTo(500);
        oracle.failed(1210 * MILLIS, Stage.CONNECTING);
        oracle.connected(1300 * MILLIS, MILLIS);
        oracle.answered(1310 * MILLIS);
        assertThat(oracle.gate(1310 * MILLIS).down()).isFalse();
    }

    @Test
    void shouldNotLoseItsPatienceForHoursAfterManyRefusals() {
        assertThat(timeoutMillis(0, Stage.WRITTEN, 1)).isEqualTo(1_000);
        assertThat(timeoutMillis(0, Stage.WRITTEN, 50)).isEqualTo(60_000);
        assertThat(timeoutMillis(0, Stage.ANSWERED, 1)).isEqualTo(10_000);
        assertThat(timeoutMillis(0, Stage.ANSWERED, 50)).isEqualTo(300_000);
        assertThat(timeoutMillis(0, Stage.FAILED, 50)).isEqualTo(10_000);
    }

    /** Covers a relay that has received the probe and does not answer. */
    @ParameterizedTest
    @EnumSource(
            value = Stage.class,
            names = {"RECEIVED", "ANSWERED"})
    void shouldAskARefusingServiceWhoseProbeIsReceivedAndNotAcknowledged(Stage stage) {
        oracle.failed(1_000 * MILLIS, Stage.WRITTEN);
        oracle.failed(2_000 * MILLIS, Stage.WRITTEN);
        assertThat(oracle.gate(2_500 * MILLIS).down()).isTrue();
        oracle.received(2_510 * MILLIS, MILLIS);
        int asks = 0;
        for (long now = 2_520; now <= 62_520; now += 10) {
            Decision decision = elapsed(now, stage, 2_510);
            assertThat(decision).isIn(Decision.WAIT, Decision.ASK);
            if (decision == Decision.ASK) {
                asks++;
                oracle.asked(now * MILLIS);
            }
        }
        assertThat(asks).isBetween(5, 30);
        oracle.askAnswered(63_000 * MILLIS);
        assertThat(oracle.gate(63_000 * MILLIS).down()).isFalse();
    }

    @Test
    void shouldCopyWhatARefusingServiceHasReceivedIfItCannotBeAsked() {
        oracle.failed(1_000 * MILLIS, Stage.WRITTEN);
        oracle.failed(2_000 * MILLIS, Stage.WRITTEN);
        int copies = 0;
        for (long now = 2_520; now <= 62_520; now += 10) {
            copies += elapsed(now, Stage.RECEIVED, 2_510) == Decision.AGAIN ? 1 : 0;
        }
        assertThat(copies).isBetween(5, 30);
    }

    @Test
    void shouldLetAnotherMessageProbeIfTheCanaryIsGone() {
        goDown(0);
        assertThat(elapsed(1000, Stage.WRITTEN, -100)).isEqualTo(Decision.WAIT);
        assertThat(elapsed(9000, Stage.WRITTEN, -100)).isEqualTo(Decision.REPLACE);
        assertThat(elapsed(9001, Stage.UNOBSERVED, -100)).isEqualTo(Decision.WAIT);
    }

    @Test
    void shouldBeFoundByName() {
        Map<String, String> values = Map.of("oracle", "canary", "canary.budget", "0.1");
        OracleFactory factory = OracleCatalog.load().factory(Settings.of(values));
        PathOracle oracle = factory.pathOracle();

        assertThat(oracle.staged()).isTrue();
        assertThat(oracle.elapsed(20 * SECOND, Stage.ANSWERED, 1, 0)).isEqualTo(Decision.AGAIN);
    }

    @ParameterizedTest
    @CsvSource({"canary.budget,2", "canary.patience,0s", "canary.other,1"})
    void shouldNameASettingThatCannotBeUsed(String name, String value) {
        Settings settings = Settings.of(Map.of("oracle", "canary", name, value));
        assertThatThrownBy(() -> OracleCatalog.load().factory(settings))
                .isInstanceOf(SettingException.class)
                .hasMessageContaining("restart-oracle." + name);
    }
}
