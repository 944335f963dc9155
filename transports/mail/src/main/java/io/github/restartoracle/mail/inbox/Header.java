package io.github.restartoracle.mail.inbox;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The fields of a header section in their order, names without case, values unfolded. */
final class Header {
    private static final Pattern FOLD = Pattern.compile("\r\n(?=[ \t])");

    private record Field(String name, String value) {}

    private final List<Field> fields = new ArrayList<>();

    void add(String name, String value) {
        String unfolded = FOLD.matcher(value).replaceAll("").trim();
        fields.add(new Field(name.trim().toLowerCase(Locale.ROOT), unfolded));
    }

    int size() {
        return fields.size();
    }

    /** The value of the first field of a name. */
    @Nullable
    String first(String name) {
        for (Field field : fields) {
            if (field.name.equals(name)) {
                return field.value;
            }
        }
        return null;
    }

    /** The value of the only field of a name. */
    @Nullable
    String only(String name) throws UnfitMailException {
        List<String> values = all(name);
        if (values.size() > 1) {
            throw new UnfitMailException("two fields " + name);
        }
        return values.isEmpty() ? null : values.get(0);
    }

    List<String> all(String name) {
        return fields.stream()
                .filter(field -> field.name.equals(name))
                .map(field -> field.value)
                .toList();
    }
}
