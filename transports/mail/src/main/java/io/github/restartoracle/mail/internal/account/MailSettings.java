package io.github.restartoracle.mail.internal.account;

import io.github.restartoracle.settings.SettingException;
import io.github.restartoracle.settings.Settings;
import java.net.URI;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads accounts from properties. The properties directly below {@code restart-oracle.mail} are the account {@code default}
 * if there is an {@code address}, and in any case the defaults of every {@code restart-oracle.mail.accounts.NAME}. The
 * README lists them.
 */
final class MailSettings {
    private static final String ACCOUNTS = "accounts";
    private static final String ADDRESS = "address";
    private static final String SENDERS = "allowed-senders";
    private static final Set<String> NAMES = Set.of(
            ADDRESS,
            "recipient-domains",
            "recipient-uris",
            SENDERS,
            "authserv-id",
            "replay-memory",
            "spool-directory",
            "smtp.",
            "pop3.",
            "limits.");

    private MailSettings() {}

    /**
     * Reads all accounts.
     *
     * @param settings everything below {@code restart-oracle.}
     * @return the accounts, the unnamed one first
     * @throws SettingException for the first property that cannot be used; the message shows no value of an unknown property or
     *     of a server's, since either may be a secret in the wrong line
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
        Settings limits = mail.section("limits");
        requireKnown(limits, MailLimits.NAMES);
        return new MailAccount(
                name,
                address,
                ServerSettings.smtp(mail.section("smtp"), address),
                ServerSettings.pop3(mail.section("pop3")),
                MailLimits.from(limits),
                policy(mail),
                parse(mail, "spool-directory", Path::of));
    }

    private static MailPolicy policy(Settings mail) {
        Set<String> domains = list(
                mail,
                "recipient-domains",
                domain -> domain.equals(MailPolicy.ALL) ? domain : new MailAddress("a", domain).domain());
        Set<String> uris = list(mail, "recipient-uris", uri -> URI.create(uri).toString());
        Set<String> senders = list(mail, SENDERS, MailSettings::sender);
        String authservId = mail.text("authserv-id");
        if (!senders.isEmpty() && authservId == null) {
            throw new SettingException(
                    mail.fullName("authserv-id"),
                    "",
                    "the name under which your mail server writes Authentication-Results, because "
                            + mail.fullName(SENDERS) + " is set");
        }
        Duration memory = mail.duration("replay-memory", Duration.ofDays(7), Duration.ZERO, Duration.ofDays(365));
        return new MailPolicy(domains, uris, senders, authservId, memory);
    }

    private static String sender(String entry) {
        return entry.startsWith("@")
                ? "@" + new MailAddress("a", entry.substring(1)).domain()
                : MailAddress.of(entry).toString();
    }

    private static Set<String> list(Settings settings, String name, Function<String, String> parser) {
        String text = settings.text(name);
        Set<String> entries = new LinkedHashSet<>();
        for (String entry : text == null ? List.<String>of() : Arrays.asList(text.split(",", -1))) {
            if (!entry.isBlank()) {
                entries.add(parseOne(settings, name, entry.strip(), parser));
            }
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
        } catch (IllegalArgumentException unusable) {
            throw new SettingException(settings.fullName(name), text, "a URI such as https://partner.example/soap/");
        }
    }

    /** Does the same as {@link Settings#requireKnown}, without showing values. */
    static void requireKnown(Settings settings, Set<String> known) {
        for (String name : settings.names()) {
            int dot = name.indexOf('.');
            if (!known.contains(dot < 0 ? name : name.substring(0, dot + 1))) {
                throw SettingException.unknown(
                        settings.fullName(name), "...", "known are " + String.join(", ", new TreeSet<>(known)));
            }
        }
    }
}
