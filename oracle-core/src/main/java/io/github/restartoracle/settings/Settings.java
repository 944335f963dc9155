package io.github.restartoracle.settings;

import io.github.restartoracle.internal.settings.Spelling;
import java.time.Duration;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Immutable configuration: property names (kebab-case, dots between sections) and values as text. Error messages name
 * each property in full, as it was given, also in the view of a section and in an overlay.
 *
 * <p>Thread-safe.
 */
public final class Settings {
    private static final Pattern SIZE = Pattern.compile("(\\d{1,18}) ?([KMG]i?B)?");

    /** The prefix of all properties of this library, with the dot. */
    public static final String PREFIX = "restart-oracle.";

    private static final Pattern SIMPLE_DURATION = Pattern.compile("(\\d+)(ms|s|m|h|d)");

    private final String prefix;
    private final NavigableMap<String, Property> values;

    /** A value, the full name under which it was given, and a flag that is set when it is read. */
    private static final class Property {
        private final String fullName;
        private final String value;
        private volatile boolean read;

        Property(String fullName, String value) {
            this.fullName = fullName;
            this.value = value;
        }
    }

    private Settings(String prefix, NavigableMap<String, Property> values) {
        this.prefix = prefix;
        this.values = values;
    }

    /**
     * Creates a configuration from names without the prefix.
     *
     * @param values names and values, such as {@code oracle -> qest}
     * @return the configuration
     */
    public static Settings of(Map<String, String> values) {
        NavigableMap<String, Property> properties = new TreeMap<>();
        values.forEach((name, value) -> properties.put(name, new Property(PREFIX + name, value)));
        return new Settings(PREFIX, properties);
    }

    /**
     * Creates a configuration from all properties that begin with {@link #PREFIX}.
     *
     * @param properties the properties, such as {@link System#getProperties()}
     * @return the configuration, without the prefix in its names
     */
    public static Settings from(Properties properties) {
        Map<String, String> values = new TreeMap<>();
        for (String name : properties.stringPropertyNames()) {
            String value = properties.getProperty(name);
            // Another thread may have removed it: the system properties are shared.
            if (name.startsWith(PREFIX) && value != null) {
                values.put(name.substring(PREFIX.length()), value);
            }
        }
        return of(values);
    }

    /**
     * Guesses if a property is one of this library whose prefix is misspelt.
     *
     * @param name a full name, such as {@code restartoracle.oracle}
     * @return the name that was meant, such as {@code restart-oracle.oracle}; empty if it has the prefix, or another one
     */
    public static Optional<String> meant(String name) {
        if (!name.startsWith(PREFIX)) {
            Set<String> known = Set.of(PREFIX.substring(0, PREFIX.length() - 1));
            // A dot may stand for the hyphen.
            for (int dot = name.indexOf('.'); dot > 0 && dot <= PREFIX.length(); dot = name.indexOf('.', dot + 1)) {
                if (Spelling.nearest(name.substring(0, dot), known).isPresent()) {
                    return Optional.of(PREFIX + name.substring(dot + 1));
                }
            }
        }
        return Optional.empty();
    }

    /**
     * Returns the properties below a name.
     *
     * @param name such as {@code qest}
     * @return the properties {@code qest.*} with the section removed from their names; empty if there are none
     */
    public Settings section(String name) {
        String head = name + ".";
        NavigableMap<String, Property> inner = new TreeMap<>();
        values.tailMap(head, true).forEach((key, value) -> {
            if (key.startsWith(head)) {
                inner.put(key.substring(head.length()), value);
            }
        });
        return new Settings(prefix + head, inner);
    }

    /**
     * Returns this configuration with some values replaced.
     *
     * @param overrides values that replace the ones here
     * @return the combined configuration; error messages name a property as the configuration it came from does
     */
    public Settings overlay(Settings overrides) {
        NavigableMap<String, Property> merged = new TreeMap<>(values);
        merged.putAll(overrides.values);
        return new Settings(prefix, merged);
    }

    /** {@return the names of the sections at this level; for {@code a.x} and {@code b.y.z}: {@code a} and {@code b}} */
    public Set<String> sections() {
        Set<String> names = new TreeSet<>();
        for (String key : values.keySet()) {
            int dot = key.indexOf('.');
            if (dot > 0) {
                names.add(key.substring(0, dot));
            }
        }
        return names;
    }

    /** {@return all names at and below this level, without the prefix, in alphabetical order} */
    public Set<String> names() {
        return new TreeSet<>(values.keySet());
    }

    /**
     * Returns the full name of a property, for messages.
     *
     * @param name the name at this level
     * @return the name with all prefixes, as it was given; if it was not, as it would be at this level
     */
    public String fullName(String name) {
        Property property = values.get(name);
        return property == null ? prefix + name : property.fullName;
    }

    /**
     * Reads a value as text.
     *
     * @param name the property
     * @return the value without surrounding blanks, or null if it is absent or blank
     */
    public @Nullable String text(String name) {
        Property property = values.get(name);
        if (property == null) {
            return null;
        }
        property.read = true;
        return property.value.isBlank() ? null : property.value.strip();
    }

    /**
     * Reads a duration: a whole number and a unit ({@code 500ms}, {@code 4s}, {@code 1m}, {@code 2h}, {@code 1d}), or ISO 8601
     * ({@code PT4S}).
     *
     * @param name the property
     * @param ifAbsent the value if the property is absent
     * @param min the least value allowed
     * @param max the greatest value allowed
     * @return the duration
     * @throws SettingException if the value cannot be parsed or is out of range
     */
    public Duration duration(String name, Duration ifAbsent, Duration min, Duration max) {
        String text = text(name);
        if (text == null) {
            return ifAbsent;
        }
        String expected = "a duration such as 500ms, 4s or PT4S, from " + show(min) + " to " + show(max);
        Duration duration = parse(text);
        if (duration == null || duration.compareTo(min) < 0 || duration.compareTo(max) > 0) {
            throw new SettingException(fullName(name), text, expected);
        }
        return duration;
    }

    /**
     * Reads a whole number.
     *
     * @param name the property
     * @param ifAbsent the value if the property is absent
     * @param min the least value allowed
     * @param max the greatest value allowed
     * @return the number
     * @throws SettingException if the value is not a whole number or is out of range
     */
    public int integer(String name, int ifAbsent, int min, int max) {
        String text = text(name);
        if (text == null) {
            return ifAbsent;
        }
        try {
            int number = Integer.parseInt(text);
            if (number >= min && number <= max) {
                return number;
            }
        } catch (NumberFormatException notANumber) {
            // reported below, as a number out of range is
        }
        String range = max == Integer.MAX_VALUE ? "of at least " + min : "from " + min + " to " + max;
        throw new SettingException(fullName(name), text, "a whole number " + range);
    }

    /**
     * Reads a number of bytes: a whole number, alone or with {@code KiB}, {@code MiB} or {@code GiB}, also
     * written {@code KB}, {@code MB} and {@code GB} as in Spring Boot.
     *
     * @param name the property
     * @param ifAbsent the value if the property is absent
     * @param min the least value allowed, in bytes
     * @param max the greatest value allowed, in bytes
     * @return the number of bytes
     * @throws SettingException if the value cannot be parsed or is out of range
     */
    public long bytes(String name, long ifAbsent, long min, long max) {
        String text = text(name);
        if (text == null) {
            return ifAbsent;
        }
        Matcher size = SIZE.matcher(text);
        if (size.matches()) {
            String unit = size.group(2) == null ? "" : size.group(2);
            int shift = 10 * (unit.isEmpty() ? 0 : "KMG".indexOf(unit.charAt(0)) + 1);
            long number = Long.parseLong(size.group(1));
            if (number <= Long.MAX_VALUE >> shift && number << shift >= min && number << shift <= max) {
                return number << shift;
            }
        }
        String range = max >= Integer.MAX_VALUE ? "at least " + min : "from " + min + " to " + max;
        throw new SettingException(fullName(name), text, "a number of bytes such as 65536, 64KiB or 16MiB, " + range);
    }

    /**
     * Reads a decimal number.
     *
     * @param name the property
     * @param ifAbsent the value if the property is absent
     * @param min the least value allowed
     * @param max the greatest value allowed
     * @return the number, finite
     * @throws SettingException if the value is not a number or is out of range
     */
    public double decimal(String name, double ifAbsent, double min, double max) {
        String text = text(name);
        if (text == null) {
            return ifAbsent;
        }
        try {
            double number = Double.parseDouble(text);
            if (number >= min && number <= max) {
                return number;
            }
        } catch (NumberFormatException notANumber) {
            // reported below, as a number out of range is
        }
        throw new SettingException(fullName(name), text, "a number from " + min + " to " + max);
    }

    /**
     * Reads a switch.
     *
     * @param name the property
     * @param ifAbsent the value if the property is absent
     * @return the value
     * @throws SettingException if the value is neither {@code true} nor {@code false}
     */
    public boolean flag(String name, boolean ifAbsent) {
        String text = text(name);
        if (text == null) {
            return ifAbsent;
        }
        if (text.equals("true") || text.equals("false")) {
            return text.equals("true");
        }
        throw new SettingException(fullName(name), text, "true or false");
    }

    /**
     * Reads one of a few words.
     *
     * @param name the property
     * @param ifAbsent the value if the property is absent
     * @param allowed the words
     * @return the word
     * @throws SettingException if the value is not one of the words
     */
    public String choice(String name, String ifAbsent, Set<String> allowed) {
        String text = text(name);
        if (text == null) {
            return ifAbsent;
        }
        if (!allowed.contains(text)) {
            throw new SettingException(
                    fullName(name), text, "one of " + String.join(", ", new TreeSet<>(allowed)) + meant(text, allowed));
        }
        return text;
    }

    /**
     * Refuses unknown names, so that a misspelt property is reported.
     *
     * @param known the names that are read at this level (names of sections end with a dot), or in a section of it
     * @throws SettingException for the first name that is not known
     */
    public void requireKnown(Set<String> known) {
        for (Map.Entry<String, Property> entry : values.entrySet()) {
            String name = entry.getKey();
            int dot = name.indexOf('.');
            String head = dot < 0 ? name : name.substring(0, dot + 1);
            if (!known.contains(head) && !known.contains(name)) {
                throw SettingException.unknown(
                        fullName(name),
                        entry.getValue().value,
                        known.isEmpty()
                                ? "this section has none"
                                : "known are " + String.join(", ", new TreeSet<>(known)) + meant(head, known));
            }
        }
    }

    /** {@return a copy of these settings, all of whose values are marked as not read} */
    public Settings unread() {
        NavigableMap<String, Property> copies = new TreeMap<>();
        values.forEach((name, property) -> copies.put(name, new Property(property.fullName, property.value)));
        return new Settings(prefix, copies);
    }

    /** {@return whether every value was read, here or in a section of these settings; true also if there are none} */
    public boolean allRead() {
        return values.values().stream().allMatch(property -> property.read);
    }

    /**
     * Refuses a value that was never read, here or in a section of these settings: its name is misspelt.
     *
     * @param reader the name of the component that should have read it
     * @throws SettingException for the first name that was not read
     */
    public void requireRead(String reader) {
        for (Map.Entry<String, Property> entry : values.entrySet()) {
            if (!entry.getValue().read) {
                throw SettingException.unknown(
                        fullName(entry.getKey()), entry.getValue().value, reader + " does not read it");
            }
        }
    }

    private static String meant(String given, Set<String> known) {
        return Spelling.nearest(given, known)
                .map(name -> "; did you mean " + name + "?")
                .orElse("");
    }

    private static @Nullable Duration parse(String text) {
        Matcher simple = SIMPLE_DURATION.matcher(text);
        try {
            if (!simple.matches()) {
                return Duration.parse(text);
            }
            long amount = Long.parseLong(simple.group(1));
            return switch (simple.group(2)) {
                case "ms" -> Duration.ofMillis(amount);
                case "s" -> Duration.ofSeconds(amount);
                case "m" -> Duration.ofMinutes(amount);
                case "h" -> Duration.ofHours(amount);
                default -> Duration.ofDays(amount);
            };
        } catch (RuntimeException unreadable) {
            return null;
        }
    }

    private static String show(Duration duration) {
        long millis = duration.toMillis();
        if (millis % 86_400_000 == 0 && millis > 0) {
            return millis / 86_400_000 + "d";
        }
        return millis % 1000 == 0 ? millis / 1000 + "s" : millis + "ms";
    }
}
