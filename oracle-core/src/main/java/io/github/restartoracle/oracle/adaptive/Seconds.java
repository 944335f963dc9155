package io.github.restartoracle.oracle.adaptive;

/** Times as people read them. */
final class Seconds {
    private static final double NANOS = 1e9;

    private Seconds() {}

    static double of(double nanos) {
        return nanos / NANOS;
    }
}
