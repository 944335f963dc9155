package io.github.restartoracle.wsrm.internal.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.restartoracle.internal.outbound.PathSettings;
import io.github.restartoracle.oracle.OracleCatalog;
import io.github.restartoracle.oracle.Stage;
import io.github.restartoracle.settings.SettingException;
import io.github.restartoracle.settings.Settings;
import io.github.restartoracle.wsrm.internal.queue.IneffectiveSettings.Hint;
import io.github.restartoracle.wsrm.internal.queue.QueueOptions.ParkingLimits;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QueueOptionsTest {
    private static final long MILLIS = 1_000_000;

    private static QueueOptions options(String... namesAndValues) {
        Map<String, String> values = new TreeMap<>();
        values.put("oracle", "fixed");
        for (int i = 0; i < namesAndValues.length; i += 2) {
            values.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        return QueueOptions.of(Settings.of(values), OracleCatalog.load());
    }

    private static PathSettings path(QueueOptions options, String port, String address) {
        return options.path(port, address, StockPolicy.NONE);
    }

    private static long timeoutMillis(PathSettings settings) {
        return settings.oracles().pathOracle().timeoutNanos(0, Stage.UNOBSERVED, 1) / MILLIS;
    }

    @Test
    void shouldServeEveryPathAlikeUnlessToldOtherwise() {
        PathSettings settings = path(options("initial-timeout", "2s"), "AnyPort", "http://any");
        assertThat(settings.oracleName()).isEqualTo("fixed");
        assertThat(timeoutMillis(settings)).isEqualTo(2000);
        assertThat(settings.maxAttempts()).isZero();
        assertThat(settings.maxInFlight()).isEqualTo(256);
        assertThat(options().maxInFlightTotal).isEqualTo(8192);
        assertThat(options("max-in-flight-total", "300").maxInFlightTotal).isEqualTo(300);
        assertThat(settings.abandonAcknowledged()).isTrue();
    }

    @Test
    void shouldTellOfParametersOfAnOracleThatNoPathHas() {
        assertThat(options("canary.patience", "7s", "endpoints.SlowPort.qest.buckets", "7")
                        .ineffective())
                .containsExactly(
                        "restart-oracle.endpoints.SlowPort.qest.buckets has no effect with the oracle fixed",
                        "restart-oracle.canary.patience has no effect with the oracle fixed");
        assertThat(options("oracle", "canary", "exponential-backoff.factor", "2", "endpoints.SlowPort.oracle", "qest")
                        .ineffective())
                .containsExactly(
                        "restart-oracle.exponential-backoff.factor has no effect with the oracle canary or qest");
        assertThat(options(
                                "oracle",
                                "canary",
                                "exponential-backoff.factor",
                                "2",
                                "endpoints.SlowPort.oracle",
                                "exponential-backoff")
                        .ineffective())
                .isEmpty();
    }

    @Test
    void shouldTellOfMessagesThatAreGivenUpBeforeTheyAreRestarted() {
        String told =
                " is shorter than the first timeout of fixed: a message is given up at that timeout, and not restarted";
        assertThat(options("give-up-after", "1s").ineffective())
                .containsExactly("restart-oracle.give-up-after=1s" + told);
        assertThat(options("endpoints.SlowPort.give-up-after", "1s", "endpoints.OtherPort.max-attempts", "2")
                        .ineffective())
                .containsExactly("restart-oracle.endpoints.SlowPort.give-up-after=1s" + told);
        assertThat(options("give-up-after", "1s", "initial-timeout", "900ms").ineffective())
                .isEmpty();
        assertThat(options("give-up-after", "1s", "oracle", "canary").ineffective())
                .as("it restarts by stages")
                .isEmpty();
    }

    @Test
    void shouldTellOfASectionWhosePortDoesNotAppear() {
        Settings sections = Settings.of(Map.of(
                        "endpoints.OrdersPrt.oracle", "qest",
                        "endpoints.StockPort.oracle", "qest",
                        "endpoints.partner.address", "http://partner/in"))
                .section("endpoints");
        IneffectiveSettings ineffective =
                new IneffectiveSettings(sections, OracleCatalog.load().names());
        assertThat(ineffective.applied("StockPort", "StockPort")).isEmpty();
        for (String port : List.of("StackPort", "partners")) {
            assertThat(ineffective.applied("", port))
                    .as("the section has a port, or an address")
                    .contains(new Hint(
                            "restart-oracle.endpoints.OrdersPrt.* does not apply to the port " + port
                                    + ", nor to another so far",
                            false));
        }
        assertThat(ineffective.applied("", "OrdersPort"))
                .contains(new Hint(
                        "restart-oracle.endpoints.OrdersPrt.* does not apply to the port OrdersPort; did you mean"
                                + " restart-oracle.endpoints.OrdersPort.*?",
                        true));
        assertThat(ineffective.applied("", "OrdersPort")).as("once").isEmpty();
    }

    @Test
    void shouldOverrideWhatAnEndpointNamesAndKeepTheRest() {
        QueueOptions options = options(
                "initial-timeout", "2s",
                "max-in-flight", "7",
                "endpoints.SlowPort.initial-timeout", "9s",
                "endpoints.SlowPort.max-attempts", "3",
                "endpoints.partner.address", "http://partner/in",
                "endpoints.partner.oracle", "qest",
                "endpoints.partner.qest.buckets", "10",
                "endpoints.partner.abandon-acknowledged", "false");
        PathSettings slow = path(options, "SlowPort", "http://any");
        assertThat(timeoutMillis(slow)).isEqualTo(9000);
        assertThat(slow.maxAttempts()).isEqualTo(3);
        assertThat(slow.maxInFlight()).isEqualTo(7);
        PathSettings partner = path(options, "AnyPort", "http://partner/in");
        assertThat(partner.oracleName()).isEqualTo("qest");
        assertThat(partner.abandonAcknowledged()).isFalse();
        assertThat(timeoutMillis(path(options, "partner", "http://any")))
                .as("an address is not a port")
                .isEqualTo(2000);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "oracle | quest | restart-oracle.oracle = \"quest\" cannot be used: expected one of canary, exponential-backoff, fixed",
                "initial-timeout | -4s | restart-oracle.initial-timeout = \"-4s\" cannot be used: expected a duration",
                "initial-timeout | soon | restart-oracle.initial-timeout = \"soon\" cannot be used: expected a duration",
                "initial-timeuot | 4s | restart-oracle.initial-timeuot = \"4s\" cannot be used: no such property; known are",
                "max-attempts | -1 | restart-oracle.max-attempts = \"-1\" cannot be used: expected a whole number of at least 0",
                "max-in-flight | 0 | restart-oracle.max-in-flight = \"0\" cannot be used: expected a whole number from 1",
                "max-in-flight-total | 0 | restart-oracle.max-in-flight-total = \"0\" cannot be used: expected a whole number from 1",
                "endpoints.Port.max-in-flight-total | 9 | restart-oracle.endpoints.Port.max-in-flight-total = \"9\" cannot be used: no such property; it applies to all",
                "max-parked | -1 | restart-oracle.max-parked = \"-1\" cannot be used: expected a whole number of at least 0",
                "rm.reply-to | user@acks.example | restart-oracle.rm.reply-to = \"user@acks.example\" cannot be used: expected hosts or",
                "endpoints.Port.rm.reply-to | a.example | restart-oracle.endpoints.Port.rm.reply-to = \"a.example\" cannot be used: no such property",
                "abandon-acknowledged | yes | restart-oracle.abandon-acknowledged = \"yes\" cannot be used: expected true or false",
                "fixed.tiemout | 4s | restart-oracle.fixed.tiemout = \"4s\" cannot be used: no such property",
                "nonsense.x | 1 | restart-oracle.nonsense.x = \"1\" cannot be used: no such property",
                "endpoints.Port | qest | restart-oracle.endpoints.Port = \"qest\" cannot be used: expected a property of the endpoint, such as restart-oracle.endpoints.Port.oracle",
                "endpoints..oracle | qest | restart-oracle.endpoints..oracle = \"qest\" cannot be used: expected a property of the endpoint",
                "endpoints.Port.oracle | quest | restart-oracle.endpoints.Port.oracle = \"quest\" cannot be used: expected one of",
                "endpoints.Port.max-timeout | long | restart-oracle.endpoints.Port.max-timeout = \"long\" cannot be used: expected a duration",
                "endpoints.Port.max-in-flihgt | 3 | restart-oracle.endpoints.Port.max-in-flihgt = \"3\" cannot be used: no such property",
                "endpoints.Port.fixed.tiemout | 4s | restart-oracle.endpoints.Port.fixed.tiemout = \"4s\" cannot be used: no such property",
                "endpoints.Port.http.threads | 4 | restart-oracle.endpoints.Port.http.threads = \"4\" cannot be used: no such property; the sections of an endpoint",
                "endpoints.Port.endpoints.x.oracle | none | restart-oracle.endpoints.Port.endpoints.x.oracle = \"none\" cannot be used: no such property; the sections of an endpoint",
                "endpoints.Port.address | '' | restart-oracle.endpoints.Port.address = \"\" cannot be used: expected the destination address"
            })
    void shouldNameThePropertyTheValueAndWhatWasExpected(String name, String value, String message) {
        assertThatExceptionOfType(SettingException.class)
                .isThrownBy(() -> options(name, value))
                .withMessageContaining(message);
    }

    @Test
    void shouldLimitHowManyCallsWaitAndForHowManyAttempts() {
        QueueOptions options = options("max-attempts", "3", "give-up-after", "1m", "endpoints.Port.max-parked", "7");
        assertThat(options.parking("Port", "http://any"))
                .isEqualTo(new ParkingLimits(3, Duration.ofMinutes(1), 7, Duration.ofSeconds(1)));
        assertThat(options.parking("Other", "http://any"))
                .as("depends on the store")
                .isEqualTo(new ParkingLimits(3, Duration.ofMinutes(1), -1, Duration.ofSeconds(1)));
    }

    @Test
    void shouldNameTheCommonPropertyWhenAnEndpointInheritsItsMistake() {
        assertThatExceptionOfType(SettingException.class)
                .isThrownBy(() -> options("max-timeout", "1s", "endpoints.Port.initial-timeout", "2s"))
                .withMessageContaining("restart-oracle.endpoints.Port.initial-timeout")
                .withMessageContaining("restart-oracle.max-timeout");
    }
}
