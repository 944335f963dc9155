package io.github.restartoracle.harness.fault;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Durations, shares and rates as they are written in scenario files; each parser returns null for a text that it cannot read.
 */
final class Quantity {
    static final String DURATION = "a duration such as 500ms, 60s, 2m or PT1M30S";
    static final String PERCENT = "a share such as 1% or 0.5%, from 0% to 100%";
    static final String BANDWIDTH = "a rate such as 300kbit, 1mbit or 1.5gbit per second, or unlimited";

    private static final Pattern NUMBER_AND_UNIT = Pattern.compile("(\\d{1,15}(?:\\.\\d{1,9})?)\\s*([a-z%]+)");
    private static final long SECOND = 1_000_000_000;
    private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);
    private static final Map<String, Long> NANOS = Map.of(
            "us", 1_000L, "ms", 1_000_000L, "s", SECOND, "m", 60 * SECOND, "h", 3_600 * SECOND, "d", 86_400 * SECOND);
    private static final Map<String, Long> BITS =
            Map.of("bit", 1L, "kbit", 1_000L, "mbit", 1_000_000L, "gbit", 1_000_000_000L);

    private Quantity() {}

    static @Nullable Duration parseDuration(String text) {
        try {
            BigDecimal nanos = parse(text, NANOS);
            return nanos == null ? Duration.parse(text) : Duration.ofNanos(nanos.longValueExact());
        } catch (DateTimeException | ArithmeticException unreadable) {
            return null;
        }
    }

    static @Nullable Double parsePercent(String text) {
        BigDecimal percent = parse(text, Map.of("%", 1L));
        return percent == null || percent.compareTo(HUNDRED) > 0
                ? null
                : percent.movePointLeft(2).doubleValue();
    }

    /** Parses bits per second, at least 1; empty for an unlimited rate. */
    static @Nullable OptionalLong parseBandwidth(String text) {
        if (text.equals("unlimited")) {
            return OptionalLong.empty();
        }
        BigDecimal bits = parse(text, BITS);
        return bits == null || bits.compareTo(BigDecimal.ONE) < 0
                ? null
                : OptionalLong.of(bits.setScale(0, RoundingMode.HALF_UP).longValue());
    }

    private static @Nullable BigDecimal parse(String text, Map<String, Long> units) {
        Matcher matcher = NUMBER_AND_UNIT.matcher(text);
        if (!matcher.matches()) {
            return null;
        }
        Long unit = units.get(matcher.group(2));
        return unit == null ? null : new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(unit));
    }

    static String duration(Duration duration) {
        if (duration.isNegative() || duration.toNanosPart() % 1_000_000 != 0) {
            return duration.toString();
        }
        return duration.toNanosPart() == 0 ? duration.toSeconds() + "s" : duration.toMillis() + "ms";
    }

    static String percent(double share) {
        return plain(BigDecimal.valueOf(share).movePointRight(2)) + "%";
    }

    static String bandwidth(long bits) {
        BigDecimal rate = BigDecimal.valueOf(bits);
        return bits < 1_000
                ? bits + "bit"
                : bits < 1_000_000 ? plain(rate.movePointLeft(3)) + "kbit" : plain(rate.movePointLeft(6)) + "mbit";
    }

    private static String plain(BigDecimal number) {
        return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
    }
}
