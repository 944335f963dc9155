package io.github.restartoracle.ledger;

/** Count, mean and variance of values, added one by one (Welford) or together (Chan, Golub and LeVeque). Not thread-safe. */
final class Moments {
    private long count;
    private double mean;
    private double squares;
    private double max = Double.NaN;

    void add(double value) {
        count++;
        double off = value - mean;
        mean += off / count;
        squares += off * (value - mean);
        max = value <= max ? max : value;
    }

    void add(Moments other) {
        if (other.count == 0) {
            return;
        }
        long together = count + other.count;
        double off = other.mean - mean;
        squares += other.squares + off * off * count * other.count / together;
        mean += off * other.count / together;
        count = together;
        max = other.max <= max ? max : other.max;
    }

    double max() {
        return max;
    }

    Estimate estimate() {
        return Estimate.of(count == 0 ? Double.NaN : mean, squares, count);
    }
}
