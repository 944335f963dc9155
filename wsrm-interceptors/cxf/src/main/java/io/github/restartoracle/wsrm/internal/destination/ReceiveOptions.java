package io.github.restartoracle.wsrm.internal.destination;

/**
 * Bounds of the receiving side, for each endpoint of its own: a slow service delays no other, and the messages that wait
 * for it do not fill the heap. A message above a bound is refused before it is accepted, with HTTP status 503, so that its
 * source keeps it.
 *
 * @param threads the number of one-way messages that are delivered to an endpoint at a time, 1 to 1,000; in order, messages
 *     of one sequence follow one another all the same
 * @param messages the number of messages that are accepted and not yet delivered, 1 to 1,000,000
 * @param bytes the estimated heap of those messages, at least 65,536; four times their content and 8 KiB for each. A single
 *     message of any size is accepted
 */
public record ReceiveOptions(int threads, int messages, long bytes) {
    private static final int THREADS = 8;
    private static final int MESSAGES = 1_000;
    private static final int MOST_THREADS = 1_000;
    private static final int MOST_MESSAGES = 1_000_000;
    private static final long LEAST_BYTES = 65_536;
    private static final int HEAP_SHARE = 16;

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException naming the value that is out of its range
     */
    public ReceiveOptions {
        check("threads", threads, 1, MOST_THREADS);
        check("messages", messages, 1, MOST_MESSAGES);
        check("bytes", bytes, LEAST_BYTES, Long.MAX_VALUE);
    }

    private static void check(String name, long value, long least, long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(name + " must be from " + least + " to " + most + ", was " + value);
        }
    }

    /**
     * Returns the defaults: 8 threads, 1,000 messages, a sixteenth of the largest heap.
     *
     * @return the defaults
     */
    public static ReceiveOptions ofDefaults() {
        return new ReceiveOptions(
                THREADS, MESSAGES, Math.max(LEAST_BYTES, Runtime.getRuntime().maxMemory() / HEAP_SHARE));
    }
}
