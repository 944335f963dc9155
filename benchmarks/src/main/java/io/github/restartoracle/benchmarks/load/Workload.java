package io.github.restartoracle.benchmarks.load;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/** A kind of call, with the number of messages to measure it with. */
enum Workload {
    /** One-way calls of 50 bytes, in order for each thread, which is the oracle's default. */
    IN_ORDER(1, 2_000, "caller"),
    /** One-way calls of 50 bytes in any order. */
    FREE(1, 2_000, "free"),
    /**
     * Calls that return their argument. Only a few, because a service of stock CXF keeps some 30 kB of each until its heap is
     * full.
     */
    TWO_WAY(8, 2_000, "caller"),
    /** One-way calls with 1 MB in base64. */
    LARGE(100, 16, "caller"),
    /** One-way calls with 1 MB as an attachment. */
    MTOM(100, 16, "caller");

    private static final String ORDER = "one order of fifty bytes, more or less, as it goes";
    private static final long SEED = 1;
    private static final byte[] DOCUMENT = new byte[1_000_000];

    static {
        new Random(SEED).nextBytes(DOCUMENT);
    }

    private final int messagesOfOne;
    private final int mostUnacknowledged;
    private final String order;

    Workload(int messagesOfOne, int mostUnacknowledged, String order) {
        this.messagesOfOne = messagesOfOne;
        this.mostUnacknowledged = mostUnacknowledged;
        this.order = order;
    }

    /** Returns the number of messages of this workload for a number of small ones: fewer if each costs more. */
    int messages(int small) {
        return Math.max(1, small / messagesOfOne);
    }

    /**
     * Returns the most unacknowledged messages of the application, which does not send without limit. It is the same for every
     * stack.
     */
    int mostUnacknowledged() {
        return mostUnacknowledged;
    }

    /** Returns the settings of the restart oracle. */
    Map<String, String> settings() {
        return Map.of("order", order);
    }

    boolean hasAttachments() {
        return this == MTOM;
    }

    void call(Orders orders) {
        switch (this) {
            case TWO_WAY -> orders.confirm(ORDER);
            case LARGE, MTOM -> orders.file(DOCUMENT);
            default -> orders.put(ORDER);
        }
    }

    /** Returns the workload with a name of the command line. */
    static Workload named(String name) {
        for (Workload workload : values()) {
            if (workload.toString().equals(name)) {
                return workload;
            }
        }
        throw new IllegalArgumentException(
                "there is no workload '" + name + "'; there are " + Arrays.toString(values()));
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
