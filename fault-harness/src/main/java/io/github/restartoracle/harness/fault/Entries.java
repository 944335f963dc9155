package io.github.restartoracle.harness.fault;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonMappingException;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One mapping of a document with the place of each value, so that an error can point at it. */
final class Entries {
    private final JsonParser parser;
    private final JsonLocation start;
    private final Map<String, Entry> entries = new LinkedHashMap<>();

    private record Entry(String text, JsonLocation location) {}

    private Entries(JsonParser parser) {
        this.parser = parser;
        this.start = parser.currentTokenLocation();
    }

    /**
     * Reads the mapping at which the parser stands; fails for keys that are not allowed, and for values that are not scalars.
     */
    static Entries read(JsonParser parser, String what, List<String> allowed) throws IOException {
        Entries result = new Entries(parser);
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            throw result.error("expected " + what);
        }
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String key = parser.currentName();
            JsonLocation keyLocation = parser.currentTokenLocation();
            if (!allowed.contains(key)) {
                String problem = "unknown key \"" + key + "\": expected " + String.join(", ", allowed);
                throw new JsonMappingException(parser, problem, keyLocation);
            }
            JsonToken value = parser.nextToken();
            Entry entry =
                    new Entry(value.isScalarValue() ? parser.getText().strip() : "", parser.currentTokenLocation());
            if (!value.isScalarValue() || value == JsonToken.VALUE_NULL) {
                throw new JsonMappingException(parser, key + ": expected a single value", entry.location());
            }
            result.entries.put(key, entry);
        }
        return result;
    }

    boolean has(String key) {
        return entries.containsKey(key);
    }

    /** Returns the value of a key, or empty if the key is absent; fails if the parser returns null. */
    <T> Optional<T> value(String key, String expected, Function<String, @Nullable T> parse)
            throws JsonMappingException {
        Entry entry = entries.get(key);
        if (entry == null) {
            return Optional.empty();
        }
        T value = parse.apply(entry.text());
        if (value == null) {
            String problem = key + ": \"" + entry.text() + "\" cannot be used: expected " + expected;
            throw new JsonMappingException(parser, problem, entry.location());
        }
        return Optional.of(value);
    }

    /** Returns the value of a key as a duration, or empty if the key is absent. */
    Optional<Duration> duration(String key) throws JsonMappingException {
        return value(key, Quantity.DURATION, Quantity::parseDuration);
    }

    /** Builds the value of the whole mapping; an exception of its constructor is reported at the start of the mapping. */
    <T> T build(Supplier<T> constructor) throws JsonMappingException {
        try {
            return constructor.get();
        } catch (IllegalArgumentException refused) {
            throw error(String.valueOf(refused.getMessage()));
        }
    }

    JsonMappingException error(String problem) {
        return new JsonMappingException(parser, problem, start);
    }
}
