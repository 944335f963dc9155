package io.github.restartoracle.internal.settings;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Keeps secrets out of logs and exceptions. In a section that holds credentials any property may hold a secret, by a misspelt
 * name or by a value in the wrong place. There, a value is shown only if it cannot be a secret. Stateless.
 */
public final class Secrets {
    private static final String HIDDEN = "...";

    private static final Pattern SECRET_NAME =
            Pattern.compile("pass(word|wd|phrase)|secret|token|credential|private|api-?key");

    /** Sections that hold credentials. */
    private static final Pattern SECRET_SECTION = Pattern.compile("(^|\\.)(mail|smtp|pop3)\\.");

    /** Text in such a section that is no secret, by the last part of its name. */
    private static final Set<String> TEXT =
            Set.of("address", "host", "security", "bounce-address", "recipient-domains", "allowed-senders");

    /** Flags, numbers, durations and sizes. */
    private static final Pattern HARMLESS = Pattern.compile("|true|false|-?[0-9]{1,9}(\\.[0-9]{1,3})?[A-Za-z%]{0,3}");

    private Secrets() {}

    /**
     * Returns a value in the form in which it may be shown.
     *
     * @param property the full name of the property, or its last parts
     * @return the value; three dots if it may be a secret; null for null
     */
    public static @Nullable String shown(String property, @Nullable String value) {
        return value == null || !maybeSecret(property.toLowerCase(Locale.ROOT), value) ? value : HIDDEN;
    }

    private static boolean maybeSecret(String property, String value) {
        if (SECRET_NAME.matcher(property).find()) {
            return true;
        }
        return SECRET_SECTION.matcher(property).find()
                && !TEXT.contains(property.substring(property.lastIndexOf('.') + 1))
                && !HARMLESS.matcher(value).matches();
    }
}
