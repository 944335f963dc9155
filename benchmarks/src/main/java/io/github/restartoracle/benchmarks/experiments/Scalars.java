package io.github.restartoracle.benchmarks.experiments;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonMappingException;
import java.io.IOException;
import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Single values of a scenario file; what cannot be used is reported at the value. */
final class Scalars {
    private Scalars() {}

    static String text(JsonParser parser) throws IOException {
        if (!parser.currentToken().isScalarValue() || parser.currentToken() == JsonToken.VALUE_NULL) {
            throw new JsonMappingException(parser, "expected a single value", parser.currentTokenLocation());
        }
        return parser.getText().strip();
    }

    static String matching(JsonParser parser, Pattern pattern, String expected) throws IOException {
        String text = text(parser);
        if (!pattern.matcher(text).matches()) {
            throw unusable(parser, text, expected);
        }
        return text;
    }

    static Integer integer(JsonParser parser, int min) throws IOException {
        String text = text(parser);
        try {
            int number = Integer.parseInt(text);
            if (number >= min) {
                return number;
            }
        } catch (NumberFormatException notANumber) {
            // reported below, as a number out of range is
        }
        throw unusable(parser, text, "a whole number, " + min + " or more");
    }

    static <E extends Enum<E>> E choice(JsonParser parser, E[] allowed) throws IOException {
        String text = text(parser);
        for (E value : allowed) {
            if (value.toString().equals(text)) {
                return value;
            }
        }
        throw unusable(parser, text, Arrays.stream(allowed).map(Enum::toString).collect(Collectors.joining(" or ")));
    }

    static void require(JsonParser parser, JsonToken token, String expected) throws IOException {
        if (parser.currentToken() != token) {
            throw new JsonMappingException(parser, "expected " + expected, parser.currentTokenLocation());
        }
    }

    private static JsonMappingException unusable(JsonParser parser, String text, String expected) {
        return new JsonMappingException(
                parser, "\"" + text + "\" cannot be used: expected " + expected, parser.currentTokenLocation());
    }
}
