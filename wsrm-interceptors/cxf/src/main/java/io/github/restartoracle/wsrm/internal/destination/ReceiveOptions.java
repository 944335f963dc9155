package io.github.restartoracle.wsrm.internal.destination;

/**
 * Bounds of the receiving side, for each endpoint of its own: a slow service delays no other, and the messages that wait
 * for it do not fill the heap. A message above a bound is refused before it is accepted, with HTTP status 503, so that its
 * source keeps it.
 *
 * @param threads the number of one-way messages that are delivered to an endpoint at a time, 1 or more; in order, messages
 *     of one sequence follow one another all the same
 * @param messages the number of messages that are accepted and not yet delivered, 1 or more
 * @param bytes the estimated heap of those messages; four times their content and 8 KiB for each. A single
 *     message of any size is accepted
 */
public record ReceiveOptions(int threads, int messages, long bytes) {
    private static final int THREADS = 8;
    private static final int MESSAGES = 1_000;
    private static final long LEAST_BYTES = 65_536;
    private static final int HEAP_SHARE = 16;

    /** Returns the defaults: 8 threads, 1,000 messages, a sixteenth of the largest heap. */
    public static ReceiveOptions ofDefaults() {
        return new ReceiveOptions(
                THREADS, MESSAGES, Math.max(LEAST_BYTES, Runtime.getRuntime().maxMemory() / HEAP_SHARE));
    }
}
