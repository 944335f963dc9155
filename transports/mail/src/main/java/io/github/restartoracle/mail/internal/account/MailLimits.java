package io.github.restartoracle.mail.internal.account;

import io.github.restartoracle.settings.Settings;
import java.time.Duration;
import java.util.Map;
import java.util.Set;

/**
 * Bounds on the cost of mails.
 *
 * @param mailBytes size of a mail, sent or received
 * @param headerBytes size of one header section
 * @param headerCount fields of a header section
 * @param parts MIME parts of a mail
 * @param depth nesting of multiparts
 * @param decodedBytes size of all parts decoded
 * @param envelopeBytes size of the SOAP part decoded, which is parsed in memory; attachments are not
 * @param mailsPerPoll mails that one poll takes
 * @param timePerPoll time in which a poll begins to read another mail
 * @param attempts tries of a mail before it goes to the quarantine
 * @param spoolBytes size of the mails that wait in the spool; nothing more is fetched beyond it
 * @param quarantineBytes size of the quarantine; the oldest mails are removed beyond it
 * @param quarantineAge time for which a mail stays in the quarantine
 */
public record MailLimits(
        int mailBytes,
        int headerBytes,
        int headerCount,
        int parts,
        int depth,
        int decodedBytes,
        int envelopeBytes,
        int mailsPerPoll,
        Duration timePerPoll,
        int attempts,
        int spoolBytes,
        int quarantineBytes,
        Duration quarantineAge) {
    static final Set<String> NAMES = Set.of(
            "mail-bytes",
            "header-bytes",
            "header-count",
            "parts",
            "depth",
            "decoded-bytes",
            "envelope-bytes",
            "mails-per-poll",
            "time-per-poll",
            "attempts",
            "spool-bytes",
            "quarantine-bytes",
            "quarantine-age");

    private static final int KIB = 1 << 10;
    private static final int MIB = 1 << 20;
    private static final int MANY = 100_000;

    /**
     * Returns the limits that hold unless others are chosen.
     *
     * @return 32 MiB a mail, 64 KiB and 200 fields a header section, 100 parts, 8 levels, 64 MiB decoded, an envelope of a
     *     sixteenth of the heap and at most 32 MiB, 500 mails and 5 minutes a poll, 5 attempts, 64 MiB in the spool, 256 MiB
     *     and 30 days in the quarantine
     */
    public static MailLimits ofDefaults() {
        return from(Settings.of(Map.of()));
    }

    /**
     * Reads limits.
     *
     * @param limits the section {@code limits}, with a name such as {@code mail-bytes} per component
     * @return the limits; those of {@link #ofDefaults} where none is given
     * @throws io.github.restartoracle.settings.SettingException for a value that is out of range
     */
    public static MailLimits from(Settings limits) {
        int most = Integer.MAX_VALUE;
        Duration day = Duration.ofDays(1);
        int inMemory =
                (int) Math.min(32 * MIB, Math.max(MIB, Runtime.getRuntime().maxMemory() / 16));
        return new MailLimits(
                limits.integer("mail-bytes", 32 * MIB, KIB, most),
                limits.integer("header-bytes", 64 * KIB, KIB, 16 * MIB),
                limits.integer("header-count", 200, 10, MANY),
                limits.integer("parts", 100, 1, MANY),
                limits.integer("depth", 8, 1, 100),
                limits.integer("decoded-bytes", 64 * MIB, KIB, most),
                limits.integer("envelope-bytes", inMemory, KIB, most),
                limits.integer("mails-per-poll", 500, 1, 1_000_000),
                limits.duration("time-per-poll", Duration.ofMinutes(5), Duration.ofSeconds(1), day),
                limits.integer("attempts", 5, 1, 1000),
                limits.integer("spool-bytes", 64 * MIB, KIB, most),
                limits.integer("quarantine-bytes", 256 * MIB, 64 * KIB, most),
                limits.duration("quarantine-age", day.multipliedBy(30), Duration.ofSeconds(1), day.multipliedBy(3650)));
    }
}
