package io.github.restartoracle.benchmarks.lab.simulator.net;

import java.util.Arrays;

/** The packets of one connection that had the link to itself, with times since its start. Not thread-safe. */
public final class Trace {
    private static final int FIRST_CAPACITY = 16;

    private int size;
    private boolean[] forward = new boolean[FIRST_CAPACITY];
    private int[] numbers = new int[FIRST_CAPACITY];
    private long[] departed = new long[FIRST_CAPACITY];
    private long[] arrived = new long[FIRST_CAPACITY];
    private final int[] counts = new int[2];
    private final long[] lastDeparted = new long[2];

    /** Creates a trace without packets. */
    public Trace() {
        // packets are added later
    }

    /**
     * Adds a packet.
     *
     * @param isForward its direction
     * @param number in its direction, from 1
     * @param arrivedNanos the time of arrival
     * @param delayNanos the link's delay
     */
    public void add(boolean isForward, int number, long arrivedNanos, long delayNanos) {
        if (size == numbers.length) {
            forward = Arrays.copyOf(forward, 2 * size);
            numbers = Arrays.copyOf(numbers, 2 * size);
            departed = Arrays.copyOf(departed, 2 * size);
            arrived = Arrays.copyOf(arrived, 2 * size);
        }
        forward[size] = isForward;
        numbers[size] = number;
        departed[size] = arrivedNanos - delayNanos;
        arrived[size] = arrivedNanos;
        int direction = isForward ? 0 : 1;
        counts[direction]++;
        lastDeparted[direction] = Math.max(lastDeparted[direction], departed[size]);
        size++;
    }

    /**
     * Returns the number of packets.
     *
     * @return of both directions
     */
    public int size() {
        return size;
    }

    int count(int direction) {
        return counts[direction];
    }

    long lastDepartedNanos(int direction) {
        return lastDeparted[direction];
    }

    boolean forward(int packet) {
        return forward[packet];
    }

    int number(int packet) {
        return numbers[packet];
    }

    long departedNanos(int packet) {
        return departed[packet];
    }

    long arrivedNanos(int packet) {
        return arrived[packet];
    }
}
