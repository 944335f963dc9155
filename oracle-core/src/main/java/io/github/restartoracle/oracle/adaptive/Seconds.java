package io.github.restartoracle.oracle.adaptive;

/** Conversion of nanoseconds to seconds for display. */
final class Seconds {
    private static final double NANOS = 1e9;

    private Seconds() {}

    static double of(double nanos) {
        return nanos / NANOS;
    }
}
