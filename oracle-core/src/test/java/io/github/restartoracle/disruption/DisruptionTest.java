package io.github.restartoracle.disruption;

import static io.github.restartoracle.disruption.DisruptedPath.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.restartoracle.ledger.TransmissionSummary;
import io.github.restartoracle.oracle.OracleCatalog;
import io.github.restartoracle.settings.Settings;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** "The Fast and the Fair", section IV.A: messages hit by a disruption of 60 s. */
class DisruptionTest {
    /** The first message hit; it is dispatched at 60 s, when the link is cut. */
    private static final int FIRST_HIT = 120;

    private static DisruptedPath run(String oracle, int messages) {
        return run(oracle, messages, 60);
    }

    private static DisruptedPath run(String oracle, int messages, int cutSeconds) {
        DisruptedPath path = new DisruptedPath(
                OracleCatalog.load()
                        .factory(Settings.of(Map.of("oracle", oracle)))
                        .pathOracle(),
                60 * SECOND,
                (60 + cutSeconds) * SECOND);
        path.run(messages);
        return path;
    }

    @Test
    void shouldSendTheFirstMessageHit16TimesWhenIntervalsAreFixed() {
        DisruptedPath path = run("fixed", 400);

        assertThat(path.of(FIRST_HIT))
                .startsWith("send#1@60.00s", "send#2@64.00s", "send#3@68.00s")
                .endsWith("send#15@116.00s", "send#16@120.00s", "ack ambiguous@120.16s")
                .hasSize(17);
        assertThat(path.ledger.outcomes().get(FIRST_HIT).urc()).isEqualTo(15);
        assertThat(path.ledger.outcomes().get(FIRST_HIT).ettNanos()).isEqualTo(60 * SECOND + 80_000_000);
    }

    @Test
    void shouldSendTheFirstMessageHit5TimesWhenIntervalsGrow() {
        DisruptedPath path = run("exponential-backoff", 400);

        assertThat(path.of(FIRST_HIT))
                .containsExactly(
                        "send#1@60.00s",
                        "send#2@64.00s",
                        "send#3@72.00s",
                        "send#4@88.00s",
                        "send#5@120.00s",
                        "ack ambiguous@120.16s");
        assertThat(path.ledger.outcomes().get(FIRST_HIT).urc()).isEqualTo(4);
        assertThat(path.ledger.outcomes().get(FIRST_HIT).ettNanos()).isEqualTo(60 * SECOND + 80_000_000);
    }

    @Test
    void shouldWaitForTcpWhenNothingIsRestarted() {
        DisruptedPath path = run("none", 400);

        assertThat(path.of(FIRST_HIT)).containsExactly("send#1@60.00s", "ack unambiguous@153.16s");
        assertThat(path.ledger.outcomes().get(FIRST_HIT).urc()).isZero();
    }

    /**
     * Checks the closed form of Table II's disruption rows, with 0.1 s for an undisturbed message (the paper: about 0.16 s).
     */
    @ParameterizedTest
    @CsvSource({
        "none, 60, 2.79, 0.1, 0",
        "fixed, 60, 1.95, 0.1, 0.44",
        "exponential-backoff, 60, 2.04, 0.1, 0.146",
        "none, 10, 0.184, 0.02, 0",
        "fixed, 10, 0.162, 0.02, 0.010",
        "exponential-backoff, 10, 0.164, 0.02, 0.008",
    })
    void shouldComeOutAsTableTwo(String oracle, int cutSeconds, double ett, double ettWithin, double urc) {
        TransmissionSummary summary = run(oracle, 2000, cutSeconds).ledger.summary();

        assertThat(summary.lost()).isZero();
        assertThat(summary.ettSeconds().mean()).isCloseTo(ett, within(ettWithin));
        assertThat(summary.urc().mean()).isCloseTo(urc, within(0.012));
    }

    @ParameterizedTest
    @CsvSource({"jacobson-karn", "qest"})
    void shouldHoldMessagesBackInTheDisruptionWhenTheTimeoutIsGlobal(String oracle) {
        DisruptedPath path = run(oracle, 400);

        // Each timeout, of any message, doubles the timeout of all.
        assertThat(restarts(path, 60, 120))
                .startsWith("120 send#2", "120 send#3", "121 send#2", "120 send#4", "122 send#2")
                .hasSize(8);
        assertThat(path.ledger.summary().lost()).isZero();
    }

    @Test
    void shouldRestartInBurstsAfterTheDisruptionWhenTheTimeoutJumpsBack() {
        DisruptedPath path = run("qest", 400);

        // Message 240 is the first that is sent on the whole link, and its acknowledgement at 120.16 s is clean. At
        // that moment messages that were held back are restarted, the longest overdue first, until the timeouts have
        // doubled tau again. The next clean acknowledgement, half a second later, releases the next burst.
        assertThat(path.of(240)).containsExactly("send#1@120.00s", "ack unambiguous@120.16s");
        assertThat(restarts(path, 120.01, 120.5))
                .containsExactly(
                        "125 send#2",
                        "126 send#2",
                        "120 send#5",
                        "127 send#2",
                        "128 send#2",
                        "129 send#2",
                        "130 send#2",
                        "131 send#2");
        assertThat(restarts(path, 120.5, 121))
                .startsWith("122 send#3", "132 send#2")
                .hasSize(8);
        assertThat(restarts(path, 120, 135)).hasSizeGreaterThan(80);
        assertThat(path.tauSeconds()).isLessThan(1);
    }

    @Test
    void shouldRestartOneByOneAfterTheDisruptionWhenSlowConnectionsGiveSamplesToo() {
        DisruptedPath path = run("jacobson-karn", 400);

        // Connections that waited out the disruption give clean samples of up to 90 s, which keep SRTT + 4 RTTVAR long.
        assertThat(restarts(path, 120.01, 121)).containsExactly("125 send#2", "126 send#2");
    }

    @ParameterizedTest
    @CsvSource({"jacobson-karn", "qest"})
    void shouldBeFairerThanFixedIntervalsWhenTheTimeoutIsGlobal(String oracle) {
        TransmissionSummary adaptive = run(oracle, 2000).ledger.summary();
        TransmissionSummary fixed = run("fixed", 2000).ledger.summary();

        assertThat(adaptive.urc().mean()).isLessThan(fixed.urc().mean() / 2);
        assertThat(adaptive.ettSeconds().mean())
                .isGreaterThan(fixed.ettSeconds().mean());
    }

    /** Returns message and transmission of each restart from one time to another, in seconds. */
    private static List<String> restarts(DisruptedPath path, double from, double to) {
        return path.trace.stream()
                .filter(line -> line.contains("send#") && !line.contains("send#1@"))
                .filter(line -> seconds(line) >= from && seconds(line) < to)
                .map(line -> line.substring(0, line.indexOf('@')))
                .toList();
    }

    private static double seconds(String line) {
        return Double.parseDouble(line.substring(line.indexOf('@') + 1, line.length() - 1));
    }
}
