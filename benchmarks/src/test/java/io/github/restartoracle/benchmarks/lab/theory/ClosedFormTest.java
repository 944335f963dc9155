package io.github.restartoracle.benchmarks.lab.theory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.restartoracle.benchmarks.lab.theory.ClosedForm.Forecast;
import io.github.restartoracle.benchmarks.lab.theory.ClosedForm.MessageForecast;
import io.github.restartoracle.oracle.RetransmissionOracle;
import java.time.Duration;
import java.util.List;
import java.util.function.IntToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClosedFormTest {
    private static final Duration LOSS_FREE = Duration.ofMillis(160);
    private static final Duration MINUTE = Duration.ofSeconds(60);
    private static final ConstantRate PAPER = new ConstantRate(2000, Duration.ofMillis(500));

    private static IntToLongFunction timeouts(String oracle) {
        return switch (oracle) {
            case "none" -> attempt -> RetransmissionOracle.NEVER;
            case "fixed" -> attempt -> 4_000_000_000L;
            default -> attempt -> 4_000_000_000L << (attempt - 1);
        };
    }

    private static Forecast forecast(SynSchedule syn, Duration length, ConstantRate workload, String oracle) {
        ClosedForm form = new ClosedForm(syn, Outages.of(MINUTE, length), workload, LOSS_FREE);
        return form.forecast(timeouts(oracle));
    }

    /** Compares with the values that reproduce Table II's disruption rows (design, "State of the art", finding 1). */
    @ParameterizedTest
    @CsvSource({
        "60, none, 2.95, 0",
        "60, fixed, 2.01, .435",
        "60, exponential-backoff, 2.10, .146",
        "10, none, .244, 0",
        "10, fixed, .222, .010",
        "10, exponential-backoff, .224, .008"
    })
    void shouldGiveTableTwoWhenTheSynTimerIsThePapers(int seconds, String oracle, double ett, double urc) {
        Forecast forecast = forecast(SynSchedule.PAPER, Duration.ofSeconds(seconds), PAPER, oracle);

        double tolerance = seconds == 60 ? 0.005 : 0.0005;
        assertThat(forecast.ettSeconds()).isEqualTo(ett, within(tolerance));
        assertThat(forecast.urc()).isEqualTo(urc, within(0.0005));
        assertThat(forecast.lost()).isZero();
    }

    /** Compares with the paper's Figure 4: the attempts of the message that is due when the disruption begins. */
    @Test
    void shouldGiveFigureFourWhenAskedForTheFirstMessageThatIsHit() {
        ClosedForm form = new ClosedForm(SynSchedule.PAPER, Outages.of(MINUTE, MINUTE), PAPER, LOSS_FREE);

        MessageForecast none = form.messages(timeouts("none")).get(120);
        MessageForecast fixed = form.messages(timeouts("fixed")).get(120);
        MessageForecast exponential =
                form.messages(timeouts("exponential-backoff")).get(120);

        assertThat(none.ettNanos()).hasValue(93_160_000_000L);
        assertThat(fixed.ettNanos()).hasValue(60_160_000_000L);
        assertThat(fixed.attempts()).isEqualTo(16);
        assertThat(fixed.unnecessary()).isEqualTo(15);
        assertThat(exponential.attempts()).isEqualTo(5);
        assertThat(exponential.unnecessary()).isEqualTo(4);
    }

    @Test
    void shouldLeaveMessagesAloneWhenTheyAreDueOutsideTheDisruption() {
        ClosedForm form = new ClosedForm(SynSchedule.LINUX_LINEAR, Outages.of(MINUTE, MINUTE), PAPER, LOSS_FREE);

        List<MessageForecast> messages = form.messages(timeouts("fixed"));

        assertThat(messages.stream()
                        .filter(m -> m.ettNanos().orElseThrow() > LOSS_FREE.toNanos())
                        .mapToInt(MessageForecast::message))
                .hasSize(120)
                .startsWith(121)
                .endsWith(240);
    }

    @Test
    void shouldGrowTheExcessInProportionWhenThereAreFewerMessages() {
        ConstantRate quick = new ConstantRate(400, Duration.ofMillis(500));

        double paper = forecast(SynSchedule.PAPER, MINUTE, PAPER, "none").ettSeconds() - 0.16;
        double excess = forecast(SynSchedule.PAPER, MINUTE, quick, "none").ettSeconds() - 0.16;

        assertThat(excess).isEqualTo(5 * paper, within(1e-9));
    }

    @Test
    void shouldCountAMessageAsLostWhenTheKernelGivesUp() {
        Forecast forecast = forecast(
                SynSchedule.RFC_6298, Duration.ofSeconds(64), new ConstantRate(130, MINUTE.dividedBy(120)), "none");

        assertThat(forecast.lost()).isEqualTo(2);
    }

    @Test
    void shouldNotCallALostAttemptUnnecessaryWhenARestartArrives() {
        SynSchedule onlyOne = new SynSchedule("no retries", List.of(Duration.ZERO));
        ClosedForm form = new ClosedForm(
                onlyOne, Outages.of(Duration.ZERO, Duration.ofSeconds(9)), new ConstantRate(1, MINUTE), LOSS_FREE);

        MessageForecast message = form.messages(timeouts("fixed")).get(0);

        assertThat(message.attempts()).isEqualTo(4);
        assertThat(message.unnecessary()).isZero();
        assertThat(message.ettNanos()).hasValue(12_160_000_000L);
    }

    @Test
    void shouldEndWhenTheDisruptionDoesNot() {
        ClosedForm form = new ClosedForm(
                SynSchedule.PAPER,
                Outages.of(MINUTE, Duration.ofNanos(Long.MAX_VALUE).minus(MINUTE)),
                new ConstantRate(130, Duration.ofMillis(500)),
                LOSS_FREE);

        assertThat(form.forecast(timeouts("fixed")).lost()).isEqualTo(10);
    }
}
