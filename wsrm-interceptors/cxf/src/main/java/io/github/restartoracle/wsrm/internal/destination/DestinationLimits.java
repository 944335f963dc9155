package io.github.restartoracle.wsrm.internal.destination;

import io.github.restartoracle.internal.inbound.SequenceLimits;
import io.github.restartoracle.settings.SettingException;
import io.github.restartoracle.settings.Settings;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Limits of the receiving side of a bus, read from {@code restart-oracle.*}. The constructor takes any values.
 *
 * @param shutdownWait the time for which the shutdown of a bus waits for running deliveries, 0 to 1 h
 * @param sequences the limits of sequences: 1 to 10,000,000 in all and a tenth of these of one source address; 10 s, a day, and
 *     1 min to 365 d, which is also the longest lifetime that is granted to a sequence that asks for one
 * @param replyTo the hosts, hosts with ports, and beginnings of URLs at which any request may have its acknowledgements,
 *     answers and faults sent
 */
public record DestinationLimits(Duration shutdownWait, SequenceLimits sequences, List<String> replyTo) {
    private static final String SHUTDOWN_WAIT = "shutdown-wait";
    private static final String MAX_SEQUENCES = "max-sequences";
    private static final String SEQUENCE_EXPIRES = "sequence-expires";
    private static final String REPLY_TO = "rm.reply-to";
    private static final int SHARE_OF_SOURCE = 10;
    private static final Duration UNUSED = Duration.ofSeconds(10);
    private static final Duration IDLE = Duration.ofDays(1);

    public static final Set<String> NAMES = Set.of(SHUTDOWN_WAIT, MAX_SEQUENCES, SEQUENCE_EXPIRES, REPLY_TO);

    /**
     * Returns the defaults: the shutdown waits for 10 s, 50,000 sequences, 5,000 of a source, 10 s, 1 day, 30 days; no
     * address is listed.
     */
    public static DestinationLimits ofDefaults() {
        return of(Settings.of(Map.of()));
    }

    /** Reads and checks the properties. */
    public static DestinationLimits of(Settings settings) {
        Duration year = Duration.ofDays(365);
        int sequences = settings.integer(MAX_SEQUENCES, 50_000, 1, 10_000_000);
        return new DestinationLimits(
                settings.duration(SHUTDOWN_WAIT, Duration.ofSeconds(10), Duration.ZERO, Duration.ofHours(1)),
                new SequenceLimits(
                        sequences,
                        Math.max(1, sequences / SHARE_OF_SOURCE),
                        UNUSED,
                        IDLE,
                        settings.duration(SEQUENCE_EXPIRES, Duration.ofDays(30), Duration.ofMinutes(1), year)),
                addresses(settings));
    }

    private static List<String> addresses(Settings settings) {
        String text = Objects.requireNonNullElse(settings.text(REPLY_TO), "");
        List<String> entries = Arrays.stream(text.split(",", -1))
                .map(String::strip)
                .filter(entry -> !entry.isEmpty())
                .toList();
        if (!entries.stream().allMatch(NamedAddresses::isEntry)) {
            throw new SettingException(
                    settings.fullName(REPLY_TO),
                    text,
                    "hosts or the beginnings of URLs, separated by commas, such as acks.example.org, https://a.example/b");
        }
        return entries;
    }

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
    public record OfEndpoint(int threads, int messages, long bytes) {
        private static final int THREADS = 8;
        private static final int MESSAGES = 1_000;
        private static final long LEAST_BYTES = 65_536;
        private static final int HEAP_SHARE = 16;

        /** Returns the defaults: 8 threads, 1,000 messages, a sixteenth of the largest heap. */
        public static OfEndpoint ofDefaults() {
            return new OfEndpoint(
                    THREADS,
                    MESSAGES,
                    Math.max(LEAST_BYTES, Runtime.getRuntime().maxMemory() / HEAP_SHARE));
        }
    }
}
