package io.github.restartoracle.mail.internal.mime;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The fields of a header section in their order, names without case, values unfolded. */
public final class Header {
    private static final Pattern FOLD = Pattern.compile("\r\n(?=[ \t])");

    private record Field(String name, String value) {}

    private final List<Field> fields = new ArrayList<>();

    /** Adds a field at the end. */
    public void add(String name, String value) {
        String unfolded = FOLD.matcher(value).replaceAll("").trim();
        fields.add(new Field(name.trim().toLowerCase(Locale.ROOT), unfolded));
    }

    /** Returns whether there is no field. */
    public boolean isEmpty() {
        return fields.isEmpty();
    }

    /** Returns the value of the first field of a name, which is given in lower case. */
    public @Nullable String first(String name) {
        List<String> values = all(name);
        return values.isEmpty() ? null : values.get(0);
    }

    /** Returns the value of the only field of a name, null if there is none. */
    public @Nullable String only(String name) throws UnfitMailException {
        List<String> values = all(name);
        if (values.size() > 1) {
            throw new UnfitMailException("duplicate field " + name);
        }
        return values.isEmpty() ? null : values.get(0);
    }

    /** Returns the values of all fields of a name, in their order. */
    public List<String> all(String name) {
        return fields.stream()
                .filter(field -> field.name.equals(name))
                .map(field -> field.value)
                .toList();
    }
}
