package io.github.restartoracle.mail.account;

import io.github.restartoracle.mail.address.MailAddress;
import io.github.restartoracle.mail.address.MailAddressException;
import io.github.restartoracle.settings.SettingException;
import io.github.restartoracle.settings.Settings;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads accounts from properties. What stands directly below {@code restart-oracle.mail} is the account {@code default}
 * if it has an {@code address}, and in any case what every {@code restart-oracle.mail.accounts.NAME} begins with.
 *
 * <p>Per account: {@code address}, {@code recipient-domains}, {@code allowed-senders} (comma-separated),
 * {@code replay-memory} (default 7d), {@code spool-directory}; {@code smtp.*} and {@code pop3.*} (see
 * {@link ServerSettings}); {@code limits.*}, one name per component of {@link MailLimits}.
 */
final class MailSettings {
    private static final String ACCOUNTS = "accounts";
    private static final String ADDRESS = "address";
    private static final Set<String> NAMES = Set.of(
            ADDRESS,
            "recipient-domains",
            "allowed-senders",
            "replay-memory",
            "spool-directory",
            "smtp.",
            "pop3.",
            "limits.");

    private MailSettings() {}

    /**
     * All accounts.
     *
     * @param settings everything below {@code restart-oracle.}
     * @return the accounts, the unnamed one first
     * @throws SettingException for the first property that cannot be used; the message never shows a value of an unknown
     *     property, since it may be a misspelt password
     */
    static List<MailAccount> accounts(Settings settings) {
        Settings mail = settings.section("mail");
        Settings named = mail.section(ACCOUNTS);
        Set<String> top = new TreeSet<>(NAMES);
        top.add(ACCOUNTS + ".");
        requireKnown(mail, top);
        List<MailAccount> accounts = new ArrayList<>();
        if (mail.text(ADDRESS) != null) {
            accounts.add(account("default", mail));
        }
        for (String name : named.sections()) {
            Settings own = named.section(name);
            requireKnown(own, NAMES);
            if (own.text(ADDRESS) == null) {
                throw new SettingException(own.fullName(ADDRESS), "", "the mail address of the account");
            }
            accounts.add(account(name, mail.overlay(own)));
        }
        return accounts;
    }

    private static MailAccount account(String name, Settings mail) {
        MailAddress address = parse(mail, ADDRESS, MailAddress::of);
        if (address == null) {
            throw new SettingException(mail.fullName(ADDRESS), "", "a mail address");
        }
        return new MailAccount(
                name,
                address,
                ServerSettings.smtp(mail.section("smtp"), address),
                ServerSettings.pop3(mail.section("pop3")),
                limits(mail.section("limits")),
                policy(mail),
                parse(mail, "spool-directory", Path::of));
    }

    private static MailPolicy policy(Settings mail) {
        Set<String> domains = new LinkedHashSet<>();
        for (String domain : list(mail, "recipient-domains")) {
            if (!domain.equals(MailPolicy.ALL)) {
                parseOne(mail, "recipient-domains", domain, d -> new MailAddress("a", d));
            }
            domains.add(domain);
        }
        Set<String> senders = list(mail, "allowed-senders");
        for (String sender : senders) {
            parseOne(mail, "allowed-senders", sender, s -> MailAddress.of(s.startsWith("@") ? "a" + s : s));
        }
        Duration memory = mail.duration("replay-memory", Duration.ofDays(7), Duration.ZERO, Duration.ofDays(365));
        return new MailPolicy(domains, senders, memory);
    }

    private static MailLimits limits(Settings limits) {
        requireKnown(
                limits,
                Set.of(
                        "mail-bytes",
                        "header-bytes",
                        "header-count",
                        "parts",
                        "depth",
                        "decoded-bytes",
                        "expansion",
                        "mails-per-poll",
                        "time-per-poll",
                        "attempts"));
        MailLimits usual = MailLimits.ofDefaults();
        int most = Integer.MAX_VALUE;
        return new MailLimits(
                limits.integer("mail-bytes", usual.mailBytes(), 1024, most),
                limits.integer("header-bytes", usual.headerBytes(), 1024, 16 << 20),
                limits.integer("header-count", usual.headerCount(), 10, 100_000),
                limits.integer("parts", usual.parts(), 1, 100_000),
                limits.integer("depth", usual.depth(), 1, 100),
                limits.integer("decoded-bytes", usual.decodedBytes(), 1024, most),
                limits.integer("expansion", usual.expansion(), 1, 10_000),
                limits.integer("mails-per-poll", usual.mailsPerPoll(), 1, 1_000_000),
                limits.duration("time-per-poll", usual.timePerPoll(), Duration.ofSeconds(1), Duration.ofDays(1)),
                limits.integer("attempts", usual.attempts(), 1, 1000));
    }

    private static Set<String> list(Settings settings, String name) {
        String text = settings.text(name);
        Set<String> entries = new LinkedHashSet<>();
        if (text != null) {
            Arrays.stream(text.split(",", -1))
                    .map(entry -> entry.strip().toLowerCase(Locale.ROOT))
                    .filter(entry -> !entry.isEmpty())
                    .forEach(entries::add);
        }
        return entries;
    }

    static <T> @Nullable T parse(Settings settings, String name, Function<String, T> parser) {
        String text = settings.text(name);
        return text == null ? null : parseOne(settings, name, text, parser);
    }

    private static <T> T parseOne(Settings settings, String name, String text, Function<String, T> parser) {
        try {
            return parser.apply(text);
        } catch (MailAddressException unusable) {
            throw new SettingException(settings.fullName(name), text, "an address or domain; " + unusable.getMessage());
        } catch (InvalidPathException unusable) {
            throw new SettingException(settings.fullName(name), text, "a directory; " + unusable.getReason());
        }
    }

    /** As {@link Settings#requireKnown}, without showing values. */
    static void requireKnown(Settings settings, Set<String> known) {
        for (String name : settings.names()) {
            int dot = name.indexOf('.');
            if (!known.contains(dot < 0 ? name : name.substring(0, dot + 1))) {
                throw new SettingException(
                        settings.fullName(name),
                        "...",
                        "no such property; known are " + String.join(", ", new TreeSet<>(known)));
            }
        }
    }
}
