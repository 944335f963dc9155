package io.github.restartoracle.mail.account;

import java.time.Duration;

/**
 * What a mail may cost. All numbers are 1 or more.
 *
 * @param mailBytes the size of a mail, sent or received
 * @param headerBytes the size of one header section
 * @param headerCount how many fields a header section may have
 * @param parts how many MIME parts
 * @param depth how deep multiparts may be nested
 * @param decodedBytes the size of all parts decoded
 * @param expansion how many times larger than encoded a decoded (decompressed) part may be
 * @param mailsPerPoll how many mails one poll takes
 * @param timePerPoll how long one poll may last
 * @param attempts how often a mail is tried before it goes to the quarantine
 */
public record MailLimits(
        int mailBytes,
        int headerBytes,
        int headerCount,
        int parts,
        int depth,
        int decodedBytes,
        int expansion,
        int mailsPerPoll,
        Duration timePerPoll,
        int attempts) {
    public MailLimits {
        requirePositive(mailBytes, "mailBytes");
        requirePositive(headerBytes, "headerBytes");
        requirePositive(headerCount, "headerCount");
        requirePositive(parts, "parts");
        requirePositive(depth, "depth");
        requirePositive(decodedBytes, "decodedBytes");
        requirePositive(expansion, "expansion");
        requirePositive(mailsPerPoll, "mailsPerPoll");
        requirePositive(timePerPoll.toMillis(), "timePerPoll in ms");
        requirePositive(attempts, "attempts");
    }

    /**
     * The limits that hold unless others are chosen.
     *
     * @return 32 MiB a mail, 64 KiB and 200 fields a header section, 100 parts, 8 levels, 64 MiB decoded, 20 times
     *     expanded, 500 mails and 5 minutes a poll, 5 attempts
     */
    public static MailLimits ofDefaults() {
        return new MailLimits(32 << 20, 64 << 10, 200, 100, 8, 64 << 20, 20, 500, Duration.ofMinutes(5), 5);
    }

    private static void requirePositive(long value, String name) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " = " + value);
        }
    }
}
