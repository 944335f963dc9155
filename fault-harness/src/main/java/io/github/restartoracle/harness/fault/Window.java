package io.github.restartoracle.harness.fault;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/** The part that all faults share: beginning and length. */
final class Window {
    private Window() {}

    static void check(Duration at, Optional<Duration> lasting) {
        Objects.requireNonNull(at, "at");
        Objects.requireNonNull(lasting, "lasting");
        if (at.isNegative()) {
            throw new IllegalArgumentException("at must not be negative, as " + Quantity.duration(at) + " is");
        }
        if (lasting.isPresent() && (lasting.get().isNegative() || lasting.get().isZero())) {
            throw new IllegalArgumentException("for must be longer than 0s; without it a fault lasts to the end");
        }
    }

    static String notation(Fault fault) {
        return "at: " + Quantity.duration(fault.at())
                + fault.lasting().map(d -> ", for: " + Quantity.duration(d)).orElse("");
    }
}
