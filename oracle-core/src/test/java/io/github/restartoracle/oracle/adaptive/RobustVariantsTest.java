package io.github.restartoracle.oracle.adaptive;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.internal.pending.Elapsed;
import io.github.restartoracle.internal.pending.Named;
import io.github.restartoracle.internal.pending.PendingSet;
import io.github.restartoracle.oracle.OracleCatalog;
import io.github.restartoracle.oracle.PathOracle;
import io.github.restartoracle.oracle.RttSample;
import io.github.restartoracle.oracle.Stage;
import io.github.restartoracle.settings.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RobustVariantsTest {
    private static final long MILLIS = 1_000_000;
    private static final long SECOND = 1000 * MILLIS;
    private static final long ROUND_TRIP = 50 * MILLIS;

    private static PathOracle oracle(String name, String variant) {
        Map<String, String> values = Map.of("oracle", name, name + ".variant", variant);
        return OracleCatalog.load().factory(Settings.of(values)).pathOracle();
    }

    private static void learn(PathOracle oracle, long rttNanos, int samples) {
        for (int i = 0; i < samples; i++) {
            oracle.acknowledged(0, new RttSample(rttNanos, 1, false));
        }
    }

    /**
     * Returns the seconds from the end of an outage of 8 s to the delivery of the last of five messages. No message is added
     * later, and each acknowledgement is ambiguous.
     */
    private static double secondsAfterAnOutage(PathOracle oracle) {
        PendingSet<Named> set = new PendingSet<>(oracle);
        long end = 8 * SECOND;
        List<Named> arrived = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            Named.in(set, "m" + i, i * 10L * MILLIS);
        }
        long now = 50 * MILLIS;
        while (Named.count(set) > 0) {
            now += Math.max(1, set.nanosUntilDue(now));
            boolean up = now >= end;
            for (Elapsed<Named> timeout : set.expire(now, message -> false)) {
                assertThat(timeout.restarts()).isTrue();
                if (up) {
                    arrived.add(timeout.message());
                }
            }
            if (!arrived.isEmpty()) {
                now += ROUND_TRIP;
                for (Named message : arrived) {
                    set.acknowledge(message, now);
                }
                arrived.clear();
            }
        }
        return (now - end) / (double) SECOND;
    }

    @ParameterizedTest
    @CsvSource({"jacobson-karn,paper", "qest,corrected"})
    void shouldRecoverWithinFiveSecondsAlthoughEachAcknowledgementIsAmbiguous(String name, String printed) {
        PathOracle robust = oracle(name, "robust");
        learn(robust, ROUND_TRIP, 100);
        assertThat(secondsAfterAnOutage(robust)).isLessThan(5);
        assertThat(secondsAfterAnOutage(oracle(name, "robust"))).isLessThan(5);
        PathOracle paper = oracle(name, printed);
        learn(paper, ROUND_TRIP, 100);
        assertThat(secondsAfterAnOutage(paper)).isGreaterThan(20);
    }

    @ParameterizedTest
    @ValueSource(strings = {"jacobson-karn", "qest"})
    void shouldNotRestartWhatADestinationHoldsBackForASecond(String name) {
        PathOracle robust = oracle(name, "robust");
        learn(robust, ROUND_TRIP, 100);
        assertThat(robust.timeoutNanos(0, Stage.UNOBSERVED, 1)).isEqualTo(1500 * MILLIS);
    }

    /** Lets all round trips take 20 s after 100,000 of 2 s. */
    @ParameterizedTest
    @CsvSource({"robust,20000,21000", "corrected,2000,3000"})
    void shouldForgetAPathThatHasChanged(String variant, long leastMillis, long mostMillis) {
        PathOracle qest = oracle("qest", variant);
        learn(qest, 2 * SECOND, 100_000);
        learn(qest, 20 * SECOND, 10_000);
        assertThat(qest.timeoutNanos(0, Stage.UNOBSERVED, 1) / MILLIS).isBetween(leastMillis, mostMillis);
    }

    /**
     * Covers a transport that reports receipts, and has reported none since the transmission; or it has, and the service is
     * slow.
     */
    @ParameterizedTest
    @CsvSource({
        "jacobson-karn,robust,false,1500",
        "qest,robust,false,1500",
        "jacobson-karn,robust,true,3000",
        "qest,robust,true,3000",
        "jacobson-karn,rfc6298,false,3000",
        "qest,corrected,false,3000"
    })
    void shouldDoubleNoTimeoutForAnOutageThatTheTransportSees(
            String name, String variant, boolean received, long expectedMillis) {
        PathOracle oracle = OracleCatalog.load()
                .factory(Settings.of(Map.of("oracle", name, name + ".variant", variant, "min-timeout", "1500ms")))
                .pathOracle();
        learn(oracle, ROUND_TRIP, 100);
        oracle.received(SECOND, MILLIS);
        if (received) {
            oracle.received(3 * SECOND, MILLIS);
        }

        oracle.elapsed(4 * SECOND, Stage.UNOBSERVED, 1, 2 * SECOND);

        assertThat(oracle.timeoutNanos(4 * SECOND, Stage.UNOBSERVED, 2)).isEqualTo(expectedMillis * MILLIS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"jacobson-karn", "qest"})
    void shouldDoubleWhereTheTransportTellsNoReceipts(String name) {
        PathOracle robust = oracle(name, "robust");
        learn(robust, ROUND_TRIP, 100);

        robust.elapsed(4 * SECOND, Stage.UNOBSERVED, 1, 2 * SECOND);

        assertThat(robust.timeoutNanos(4 * SECOND, Stage.UNOBSERVED, 2)).isEqualTo(3 * SECOND);
    }
}
