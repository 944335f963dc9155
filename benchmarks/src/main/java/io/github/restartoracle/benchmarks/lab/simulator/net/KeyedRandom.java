package io.github.restartoracle.benchmarks.lab.simulator.net;

/**
 * Random numbers that are computed from a key instead of drawn. A key is made of a seed and of the purpose of the number, such
 * as run, message, attempt, direction and packet. Two oracles that send the same packet get the same number for it, and one
 * more packet does not change the numbers of the others (common random numbers).
 *
 * <p>The function is the finaliser of SplitMix64 (Steele, Lea and Flood, 2014), applied once per part of the key.
 *
 * <p>Stateless, thread-safe.
 */
public final class KeyedRandom {
    private static final long GOLDEN = 0x9e3779b97f4a7c15L;

    private KeyedRandom() {}

    /**
     * Returns the key of a part of an object that has a key.
     *
     * @param key of the whole, or a seed
     * @param part the number of the part
     * @return a key that looks unrelated to those of other parts
     */
    public static long of(long key, long part) {
        return mix(mix(key) + GOLDEN * part);
    }

    /**
     * Returns a random number.
     *
     * @param key the purpose
     * @return uniform from 0 to 1, without 1
     */
    public static double uniform(long key) {
        return (mix(key) >>> 11) * 0x1.0p-53;
    }

    /**
     * Returns a random number with an exponential distribution.
     *
     * @param key the purpose
     * @param mean more than 0
     * @return 0 or more
     */
    public static double exponential(long key, double mean) {
        // Mathematically log(1 - u); StrictMath gives the same digits on every machine.
        return -mean * StrictMath.log1p(-uniform(key));
    }

    private static long mix(long key) {
        long z = key + GOLDEN;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}
