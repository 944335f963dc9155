package io.github.restartoracle.internal.inbound;

import java.time.Duration;

/**
 * Limits of the sequences that are received.
 *
 * @param all the number of sequences at a time, 1 or more
 * @param ofSource the number of those that one source may have created, 1 or more
 * @param unused the age at which a sequence of which no message has come makes room for another
 * @param idle the time without a message after which a sequence is ended if no message ever came or its lifetime has passed
 * @param expires the time without a message after which a sequence without a lifetime is ended
 */
public record SequenceLimits(int all, int ofSource, Duration unused, Duration idle, Duration expires) {}
