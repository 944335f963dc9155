package io.github.restartoracle.wsrm;

import io.github.restartoracle.settings.SettingException;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Keeps passwords out of logs and exceptions, also those of properties whose section is misspelt. */
final class Secrets {
    private static final String HIDDEN = "...";

    private Secrets() {}

    /** A value as it may be shown. */
    static @Nullable String shown(String property, @Nullable String value) {
        return value == null || !property.toLowerCase(Locale.ROOT).contains("password") ? value : HIDDEN;
    }

    /** Reads settings; an exception shows no secret. */
    static <T> T kept(Supplier<T> read) {
        try {
            return read.get();
        } catch (SettingException e) {
            String shown = String.valueOf(shown(e.property(), e.value()));
            throw shown.equals(e.value()) ? e : new SettingException(e.property(), shown, e.expected());
        }
    }
}
