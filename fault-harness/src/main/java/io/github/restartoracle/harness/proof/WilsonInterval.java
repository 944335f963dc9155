package io.github.restartoracle.harness.proof;

/**
 * The shares that are compatible with a count (Wilson, JASA 22, 1927): the set of all p whose normal approximation puts the
 * count within z standard deviations. Unlike the textbook interval it is right for counts near 0.
 *
 * @param low the least share
 * @param high the greatest share
 */
record WilsonInterval(double low, double high) {
    static WilsonInterval of(long successes, long trials, double z) {
        if (trials == 0) {
            return new WilsonInterval(0, 1);
        }
        double n = trials;
        double share = successes / n;
        double spread = z * z / n;
        double centre = (share + spread / 2) / (1 + spread);
        double half = z / (1 + spread) * Math.sqrt(share * (1 - share) / n + spread / (4 * n));
        return new WilsonInterval(Math.max(0, centre - half), Math.min(1, centre + half));
    }

    boolean contains(double share) {
        // Rounding must not exclude the ends of the scale.
        return share >= low - 1e-12 && share <= high + 1e-12;
    }
}
