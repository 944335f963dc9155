package io.github.restartoracle.harness.testbed;

import java.time.Duration;
import java.util.List;

/**
 * The settings of a mail server of the testbed: its queue and its limits. The constructor throws
 * {@link IllegalArgumentException} for a duration below a second, a maximum below the minimum, or a size of less than one byte.
 *
 * @param queueRunDelay the interval at which the queue is searched for mails that are due again, whole seconds
 * @param minimalBackoff the shortest wait of a mail before it is tried again, whole seconds
 * @param maximalBackoff the longest wait, whole seconds
 * @param connectTimeout the timeout of a connection to another mail server, whole seconds; Postfix's default is 30 s
 * @param messageSizeLimit the size in bytes of the longest mail that is accepted; a longer one is refused with 552
 */
public record MailServerSettings(
        Duration queueRunDelay,
        Duration minimalBackoff,
        Duration maximalBackoff,
        Duration connectTimeout,
        long messageSizeLimit) {
    public MailServerSettings {
        for (Duration duration : List.of(queueRunDelay, minimalBackoff, maximalBackoff, connectTimeout)) {
            if (duration.toSeconds() < 1) {
                throw new IllegalArgumentException("expected a duration of 1 s or more, not " + duration);
            }
        }
        if (messageSizeLimit < 1) {
            throw new IllegalArgumentException("expected a size of 1 byte or more, not " + messageSizeLimit);
        }
        if (maximalBackoff.compareTo(minimalBackoff) < 0) {
            throw new IllegalArgumentException(
                    "the longest wait, " + maximalBackoff + ", is below the shortest, " + minimalBackoff);
        }
    }

    /**
     * {@return the paper's intervals: the queue every 60 s, waits from 60 s to 120 s ("The Fast and the Fair", section III)}
     * Mails have up to 10 MiB; the rest are Postfix's defaults.
     */
    public static MailServerSettings ofPaper() {
        Duration minute = Duration.ofMinutes(1);
        return new MailServerSettings(minute, minute, minute.multipliedBy(2), Duration.ofSeconds(30), 10L << 20);
    }

    /**
     * {@return these settings with all three intervals of the queue the same}
     *
     * @param interval 1 s or more
     */
    public MailServerSettings withQueueInterval(Duration interval) {
        return new MailServerSettings(interval, interval, interval, connectTimeout, messageSizeLimit);
    }

    /**
     * {@return these settings with another timeout of connections}
     *
     * @param timeout 1 s or more
     */
    public MailServerSettings withConnectTimeout(Duration timeout) {
        return new MailServerSettings(queueRunDelay, minimalBackoff, maximalBackoff, timeout, messageSizeLimit);
    }

    /**
     * {@return these settings with another limit of size}
     *
     * @param bytes 1 or more
     */
    public MailServerSettings withMessageSizeLimit(long bytes) {
        return new MailServerSettings(queueRunDelay, minimalBackoff, maximalBackoff, connectTimeout, bytes);
    }

    /** Returns the settings as parameters of Postfix. */
    String parameters() {
        return "queue_run_delay=" + queueRunDelay.toSeconds() + "s minimal_backoff_time=" + minimalBackoff.toSeconds()
                + "s maximal_backoff_time=" + maximalBackoff.toSeconds()
                + "s smtp_connect_timeout=" + connectTimeout.toSeconds() + "s message_size_limit=" + messageSizeLimit;
    }
}
