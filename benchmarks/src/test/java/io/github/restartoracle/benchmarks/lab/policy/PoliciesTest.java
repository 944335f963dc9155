package io.github.restartoracle.benchmarks.lab.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.oracle.Decision;
import io.github.restartoracle.oracle.OracleCatalog;
import io.github.restartoracle.oracle.OracleFactory;
import io.github.restartoracle.oracle.PathOracle;
import io.github.restartoracle.oracle.RttSample;
import io.github.restartoracle.oracle.Stage;
import io.github.restartoracle.settings.Settings;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PoliciesTest {
    private static final long MILLIS = 1_000_000;

    private static PathOracle policy(String name) {
        OracleFactory factory = OracleCatalog.load().factory(Settings.of(Map.of("oracle", name, "max-timeout", "7d")));
        return factory.pathOracle();
    }

    private static long[] timeoutSeconds(PathOracle policy) {
        return IntStream.rangeClosed(1, 4)
                .mapToLong(attempt -> policy.timeoutNanos(0, Stage.UNOBSERVED, attempt) / (1000 * MILLIS))
                .toArray();
    }

    private static Decision elapsed(PathOracle policy, long nowMillis, int attempt, long sinceMillis) {
        return policy.elapsed(nowMillis * MILLIS, Stage.UNOBSERVED, attempt, sinceMillis * MILLIS);
    }

    @Test
    void shouldWaitAsTheProductsDo() {
        assertThat(timeoutSeconds(policy("cxf-policy"))).containsExactly(3, 6, 12, 24);
        assertThat(timeoutSeconds(policy("sandesha2-policy"))).containsExactly(6, 12, 24, 48);
        assertThat(timeoutSeconds(policy("metro-policy"))).containsExactly(2, 2, 2, 2);
    }

    @Test
    void shouldGiveUpAfterTenTransmissionsAsSandesha2Does() {
        PathOracle sandesha2 = policy("sandesha2-policy");

        assertThat(elapsed(sandesha2, 0, 9, 0)).isEqualTo(Decision.AGAIN);
        assertThat(elapsed(sandesha2, 0, 10, 0)).isEqualTo(Decision.GIVE_UP);
    }

    @Test
    void shouldLearnRoundTripsAsWcfDoes() {
        WcfOracle wcf = new WcfOracle();
        assertThat(wcf.timeoutNanos(0, Stage.UNOBSERVED, 1)).isEqualTo(2000 * MILLIS);

        wcf.acknowledged(0, new RttSample(100 * MILLIS, 1, false));
        assertThat(wcf.timeoutNanos(0, Stage.UNOBSERVED, 1)).isEqualTo(500 * MILLIS);

        // mean 100 + 1600 / 8, deviation 1600 / 8: also from a message that was transmitted twice
        wcf.acknowledged(0, new RttSample(1700 * MILLIS, 2, false));
        assertThat(wcf.timeoutNanos(0, Stage.UNOBSERVED, 1)).isEqualTo((300 + 4 * 200) * MILLIS);
    }

    @Test
    void shouldRestartOneMessageForEachTimeoutAsWcfDoes() {
        WcfOracle wcf = new WcfOracle();

        assertThat(elapsed(wcf, 2000, 1, 0)).isEqualTo(Decision.AGAIN);
        assertThat(wcf.timeoutNanos(2000 * MILLIS, Stage.UNOBSERVED, 1)).isEqualTo(4000 * MILLIS);
        assertThat(elapsed(wcf, 2500, 1, 500)).isEqualTo(Decision.WAIT);
        assertThat(elapsed(wcf, 6000, 2, 2000)).isEqualTo(Decision.AGAIN);
    }

    @Test
    void shouldLetOverdueMessagesFollowAnAcknowledgementAsWcfDoes() {
        WcfOracle wcf = new WcfOracle();
        elapsed(wcf, 2000, 1, 0);

        wcf.acknowledged(2100 * MILLIS, null);

        assertThat(elapsed(wcf, 2500, 1, 500)).isEqualTo(Decision.AGAIN);
        assertThat(elapsed(wcf, 2501, 1, 501)).isEqualTo(Decision.AGAIN);
        assertThat(elapsed(wcf, 2502, 1, 502)).isEqualTo(Decision.WAIT);
    }
}
