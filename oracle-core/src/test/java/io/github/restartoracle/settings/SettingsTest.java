package io.github.restartoracle.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsTest {
    private static final Duration MIN = Duration.ofMillis(10);
    private static final Duration MAX = Duration.ofDays(2);

    private static Settings of(String value) {
        return Settings.of(Map.of("x", value));
    }

    private static <T> void assertRefused(String value, Function<Settings, T> read, String expected) {
        assertThatExceptionOfType(SettingException.class)
                .isThrownBy(() -> read.apply(of(value)))
                .withMessage("restart-oracle.x = \"" + value + "\" cannot be used: expected " + expected)
                .satisfies(thrown -> {
                    assertThat(thrown.property()).isEqualTo("restart-oracle.x");
                    assertThat(thrown.value()).isEqualTo(value);
                    assertThat(thrown.problem()).isEqualTo("expected " + expected);
                });
    }

    @ParameterizedTest
    @CsvSource({
        "10ms,10",
        "4s,4000",
        "1m,60000",
        "2h,7200000",
        "1d,86400000",
        "' 5s ',5000",
        "PT4.5S,4500",
        "2d,172800000"
    })
    void shouldReadDurations(String text, long millis) {
        assertThat(of(text).duration("x", Duration.ZERO, MIN, MAX)).isEqualTo(Duration.ofMillis(millis));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "4",
                "s",
                "-4s",
                "4 s",
                "9ms",
                "172801s",
                "PT",
                "1w",
                "99999999999999999999s",
                "9999999999999999d"
            })
    void shouldRefuseDurationsThatCannotBeUsed(String text) {
        assertRefused(
                text,
                settings -> settings.duration("x", Duration.ZERO, MIN, MAX),
                "a duration such as 500ms, 4s or PT4S, from 10ms to 2d");
    }

    @Test
    void shouldShowTheRangeOfADurationInTheLargestUnitThatFits() {
        assertRefused(
                "x",
                settings -> settings.duration("x", Duration.ZERO, Duration.ZERO, Duration.ofMillis(1500)),
                "a duration such as 500ms, 4s or PT4S, from 0s to 1500ms");
        assertRefused(
                "x",
                settings -> settings.duration("x", Duration.ZERO, Duration.ofSeconds(90), Duration.ofHours(36)),
                "a duration such as 500ms, 4s or PT4S, from 90s to 129600s");
    }

    @ParameterizedTest
    @CsvSource({"1,1", "' 7 ',7", "9,9"})
    void shouldReadWholeNumbers(String text, int number) {
        assertThat(of(text).integer("x", 0, 1, 9)).isEqualTo(number);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "10", "1.5", "one", "99999999999"})
    void shouldRefuseWholeNumbersThatCannotBeUsed(String text) {
        assertRefused(text, settings -> settings.integer("x", 0, 1, 9), "a whole number from 1 to 9");
    }

    @ParameterizedTest
    @CsvSource({
        "restartoracle.oracle, restart-oracle.oracle",
        "restart.oracle.qest.buckets, restart-oracle.qest.buckets",
        "RestartOracle.oracle, restart-oracle.oracle",
        "restart-oracel.oracle, restart-oracle.oracle",
        "restart-oracle.oracel,",
        "restart.policy.oracle,",
        "restartoracle,",
        "java.version,"
    })
    void shouldGuessWhatAMisspeltPrefixMeans(String name, @Nullable String meant) {
        assertThat(Settings.meant(name)).isEqualTo(Optional.ofNullable(meant));
    }

    @ParameterizedTest
    @CsvSource({"1,1", "65536,65536", "64KiB,65536", "16MiB,16777216", "10MB,10485760", "' 2GiB ',2147483648"})
    void shouldReadNumbersOfBytes(String text, long bytes) {
        assertThat(of(text).bytes("x", 0, 1, Long.MAX_VALUE)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "64Kb", "64kib", "1TiB", "0.5MiB", "9007199254740992GiB", "many"})
    void shouldRefuseNumbersOfBytesThatCannotBeUsed(String text) {
        assertRefused(
                text,
                settings -> settings.bytes("x", 0, 1, Long.MAX_VALUE),
                "a number of bytes such as 65536, 64KiB or 16MiB, at least 1");
    }

    @Test
    void shouldShowNoLimitThatIsNone() {
        assertRefused("-1", settings -> settings.integer("x", 0, 0, Integer.MAX_VALUE), "a whole number of at least 0");
        assertRefused(
                "9",
                settings -> settings.bytes("x", 0, 1, 8),
                "a number of bytes such as 65536, 64KiB or 16MiB, from 1 to 8");
    }

    @ParameterizedTest
    @CsvSource({"0.5,0.5", "1,1", "2e0,2"})
    void shouldReadDecimals(String text, double number) {
        assertThat(of(text).decimal("x", 0, 0.5, 2)).isEqualTo(number);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.49", "2.01", "NaN", "Infinity", "half"})
    void shouldRefuseDecimalsThatCannotBeUsed(String text) {
        assertRefused(text, settings -> settings.decimal("x", 0, 0.5, 2), "a number from 0.5 to 2.0");
    }

    @Test
    void shouldReadSwitchesAndWords() {
        assertThat(of("true").flag("x", false)).isTrue();
        assertThat(of("false").flag("x", true)).isFalse();
        assertThat(of("b").choice("x", "a", Set.of("a", "b"))).isEqualTo("b");
        assertRefused("yes", settings -> settings.flag("x", true), "true or false");
        assertRefused("c", settings -> settings.choice("x", "a", Set.of("b", "a")), "one of a, b");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  "})
    void shouldUseTheDefaultWhenAValueIsBlankOrAbsent(String blank) {
        for (Settings settings : new Settings[] {of(blank), Settings.of(Map.of())}) {
            assertThat(settings.text("x")).isNull();
            assertThat(settings.duration("x", Duration.ofHours(1), MIN, MIN)).isEqualTo(Duration.ofHours(1));
            assertThat(settings.integer("x", 5, 1, 1)).isEqualTo(5);
            assertThat(settings.decimal("x", 5, 1, 1)).isEqualTo(5);
            assertThat(settings.flag("x", true)).isTrue();
            assertThat(settings.flag("x", false)).isFalse();
            assertThat(settings.choice("x", "a", Set.of())).isEqualTo("a");
        }
    }

    @Test
    void shouldTakePropertiesWithThePrefixOnly() {
        Properties properties = new Properties();
        properties.setProperty("restart-oracle.oracle", "qest");
        properties.setProperty("restart-oracle.qest.buckets", "10");
        properties.setProperty("other", "1");

        Settings settings = Settings.from(properties);

        assertThat(settings.names()).containsExactly("oracle", "qest.buckets");
        assertThat(settings.text("oracle")).isEqualTo("qest");
    }

    @Test
    void shouldShowASectionWithShortNamesAndReportLongOnes() {
        Settings settings =
                Settings.of(Map.of("a.b.x", "1", "a.y", "2", "a", "3", "ab.x", "4", "a-b.x", "5", ".x", "6"));

        assertThat(settings.sections()).containsExactly("a", "a-b", "ab");
        assertThat(settings.section("a").names()).containsExactly("b.x", "y");
        assertThat(settings.section("a").section("b").text("x")).isEqualTo("1");
        assertThat(settings.section("a").section("b").fullName("x")).isEqualTo("restart-oracle.a.b.x");
        assertThat(settings.section("a").fullName("absent")).isEqualTo("restart-oracle.a.absent");
        assertThat(settings.section("none").names()).isEmpty();
    }

    @Test
    void shouldReportEachPropertyOfAnOverlayByTheNameItWasGivenUnder() {
        Settings settings = Settings.of(Map.of(
                "oracle", "fixed", "max-timeout", "1", "endpoints.orders.oracle", "quest", "endpoints.orders.x", "1"));

        Settings merged = settings.overlay(settings.section("endpoints").section("orders"));

        assertThat(merged.text("oracle")).isEqualTo("quest");
        assertThat(merged.text("max-timeout")).isEqualTo("1");
        assertThat(merged.fullName("oracle")).isEqualTo("restart-oracle.endpoints.orders.oracle");
        assertThat(merged.fullName("max-timeout")).isEqualTo("restart-oracle.max-timeout");
        assertThat(settings.text("oracle")).isEqualTo("fixed");
    }

    @Test
    void shouldReportASectionOfAnOverlayByTheNameItWasGivenUnder() {
        Settings settings = Settings.of(Map.of("endpoints.orders.qest.buckets", "none", "qest.tau-max", "1s"));
        Settings qest = settings.overlay(settings.section("endpoints").section("orders"))
                .section("qest");

        assertThatExceptionOfType(SettingException.class)
                .isThrownBy(() -> qest.integer("buckets", 1, 1, 10))
                .withMessageStartingWith("restart-oracle.endpoints.orders.qest.buckets = \"none\" cannot be used");
        assertThat(qest.fullName("tau-max")).isEqualTo("restart-oracle.qest.tau-max");
    }

    @Test
    void shouldRefuseNamesNobodyReads() {
        Settings settings = Settings.of(Map.of("oracle", "fixed", "qest.variant", "robust"));
        settings.requireKnown(Set.of("oracle", "qest."));

        assertThatExceptionOfType(SettingException.class)
                .isThrownBy(() -> settings.requireKnown(Set.of("oracle", "qest")))
                .withMessage("restart-oracle.qest.variant = \"robust\" cannot be used: "
                        + "no such property; known are oracle, qest; did you mean qest?");
        assertThatExceptionOfType(SettingException.class)
                .isThrownBy(() -> settings.requireKnown(Set.of("oracle.", "qest.")))
                .withMessageStartingWith("restart-oracle.oracle = \"fixed\"");
    }
}
