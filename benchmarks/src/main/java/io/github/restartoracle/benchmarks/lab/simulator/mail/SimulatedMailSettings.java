package io.github.restartoracle.benchmarks.lab.simulator.mail;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;

/**
 * The settings of the mail servers. The names in brackets are those of Postfix, whose queue manager is modelled.
 *
 * @param submission from the dispatch of a message to its arrival in the queue of the own server, 0 or more
 * @param queueRun the interval at which the queue of deferred mail is run (queue_run_delay), more than 0
 * @param minBackoff the least time until a deferred mail is tried again (minimal_backoff_time), and for which no delivery to an
 *     unreachable server is tried, more than 0
 * @param maxBackoff the longest (maximal_backoff_time), not less than {@code minBackoff}; in between it is the mail's age
 * @param connectTimeout until a connection is given up (smtp_connect_timeout), more than 0
 * @param initialConcurrency deliveries at once to begin with (initial_destination_concurrency), 1 or more
 * @param maxConcurrency at most (default_destination_concurrency_limit), 1 or more
 * @param poll the interval at which the mailbox is emptied, more than 0
 * @param reading from a poll to the arrival at the application, 0 or more
 */
@RecordBuilder
public record SimulatedMailSettings(
        Duration submission,
        Duration queueRun,
        Duration minBackoff,
        Duration maxBackoff,
        Duration connectTimeout,
        int initialConcurrency,
        int maxConcurrency,
        Duration poll,
        Duration reading)
        implements SimulatedMailSettingsBuilder.With {
    private static final int INITIAL_CONCURRENCY = 5;
    private static final int MAX_CONCURRENCY = 20;

    /**
     * {@return the settings of the servers of "The Fast and the Fair": queue run 60 s, backoff 60 to 120 s, poll every 6 s} Of
     * its loss-free 4.6 s half a poll is 3 s; the other 1.6 s are attributed to both ends in equal parts.
     */
    public static SimulatedMailSettings of2005() {
        return new SimulatedMailSettings(
                Duration.ofMillis(750),
                Duration.ofSeconds(60),
                Duration.ofSeconds(60),
                Duration.ofSeconds(120),
                Duration.ofSeconds(30),
                INITIAL_CONCURRENCY,
                MAX_CONCURRENCY,
                Duration.ofSeconds(6),
                Duration.ofMillis(750));
    }

    /** {@return the same intervals with software that takes no time} */
    public static SimulatedMailSettings today() {
        return of2005().withSubmission(Duration.ZERO).withReading(Duration.ZERO);
    }
}
