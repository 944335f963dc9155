package io.github.restartoracle.benchmarks.lab.simulator.net;

/**
 * Random numbers that are looked up instead of drawn: each depends on a key and nothing else. A key is made of a seed and
 * of what the number is for, such as run, message, attempt, direction and packet. So two oracles that send the same packet
 * have the same luck with it, and one more packet changes nothing for the others (common random numbers).
 *
 * <p>The function is the finaliser of SplitMix64 (Steele, Lea and Flood, 2014), applied once per part of the key.
 *
 * <p>Stateless, thread-safe.
 */
public final class Luck {
    private static final long GOLDEN = 0x9e3779b97f4a7c15L;

    private Luck() {}

    /**
     * The key of a part of the thing a key stands for.
     *
     * @param key of the whole, or a seed
     * @param part the number of the part
     * @return a key that looks unrelated to those of other parts
     */
    public static long of(long key, long part) {
        return mix(mix(key) + GOLDEN * part);
    }

    /**
     * A random number.
     *
     * @param key what it is for
     * @return uniform from 0 to 1, without 1
     */
    public static double uniform(long key) {
        return (mix(key) >>> 11) * 0x1.0p-53;
    }

    /**
     * A random number with an exponential distribution.
     *
     * @param key what it is for
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
