package io.github.restartoracle.harness.fault;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.Module;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.deser.DeserializationProblemHandler;
import com.fasterxml.jackson.databind.deser.ValueInstantiator;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads YAML into records, strictly: unknown keys, keys given twice, and values of the wrong kind fail with a
 * {@link FormatException} that names their place. Keys are kebab-case: {@code payload-bytes} is the component
 * {@code payloadBytes}. An absent key leaves its component null (0, false for primitives); an {@link IllegalArgumentException}
 * of a record's constructor becomes a {@link FormatException} too.
 *
 * <p>Thread-safe.
 */
public final class StrictYaml {
    private static final PropertyNamingStrategies.KebabCaseStrategy KEBAB_CASE =
            new PropertyNamingStrategies.KebabCaseStrategy();

    private final YAMLMapper mapper;

    private StrictYaml(YAMLMapper mapper) {
        this.mapper = mapper;
    }

    /** {@return a reader that knows faults, links and durations} */
    public static StrictYaml ofDefaults() {
        return of();
    }

    /**
     * {@return a reader that knows faults, links, durations, and further types}
     *
     * @param modules modules for the further types; they override the built-in ones
     */
    public static StrictYaml of(Module... modules) {
        return new StrictYaml(YAMLMapper.builder()
                .addModule(new FaultFormat())
                .addModules(modules)
                .propertyNamingStrategy(KEBAB_CASE)
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .enable(DeserializationFeature.READ_ENUMS_USING_TO_STRING)
                .addHandler(new WrongValues())
                .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
                .build());
    }

    /**
     * {@return a record that is read from a text}
     *
     * @param name the name of the text in error messages, such as a resource's name
     * @param yaml one document
     * @param type the record
     * @param <T> the record
     * @throws FormatException if the content cannot be used
     */
    public <T> T read(String name, String yaml, Class<T> type) {
        return read(name, yaml, type, parser -> parser);
    }

    /**
     * {@return a record that is read from a text through a view of it}
     *
     * @param name the name of the text in error messages
     * @param yaml one document
     * @param type the record
     * @param view selects the part that is read, such as one of several values
     * @param <T> the record
     * @throws FormatException if the content cannot be used
     */
    public <T> T read(String name, String yaml, Class<T> type, UnaryOperator<JsonParser> view) {
        try (JsonParser parser = view.apply(mapper.createParser(yaml))) {
            T value = parser.nextToken() == null ? null : mapper.readValue(parser, type);
            if (value == null) {
                throw new FormatException(name, 1, 1, "the document is empty", new IOException("no content"));
            }
            return value;
        } catch (JsonProcessingException e) {
            throw describe(name, yaml, e);
        } catch (IOException e) {
            throw new FormatException(name, 0, 0, String.valueOf(e.getMessage()), e);
        }
    }

    private FormatException describe(String name, String yaml, JsonProcessingException e) {
        Optional<JsonLocation> place = Optional.empty();
        if (e instanceof UnrecognizedPropertyException unknown) {
            place = place(yaml, true, pointer(unknown.getPath()));
        } else if (e instanceof JsonMappingException mapping
                && e.getCause() instanceof IllegalArgumentException refused) {
            // A constructor is called at the end of its mapping. The value that it refuses stands before that end. The
            // message begins with its key.
            String at = pointer(mapping.getPath());
            String key = String.valueOf(refused.getMessage()).replaceFirst("[: ].*", "");
            place = place(yaml, false, at + "/" + key).or(() -> place(yaml, false, at));
        }
        JsonLocation location = place.orElse(e.getLocation());
        return new FormatException(
                name,
                location == null ? 0 : location.getLineNr(),
                location == null ? 0 : location.getColumnNr(),
                problem(e),
                e);
    }

    /** Returns the place of a key, or of its value. */
    private Optional<JsonLocation> place(String yaml, boolean key, String pointer) {
        try (JsonParser parser = mapper.createParser(yaml)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                // Inside a structure the context names its first key. Outside it names the structure.
                JsonStreamContext context =
                        token.isStructStart() ? parser.getParsingContext().getParent() : parser.getParsingContext();
                boolean wanted = key ? token == JsonToken.FIELD_NAME : token.isScalarValue() || token.isStructStart();
                String at = context == null ? "" : context.pathAsPointer().toString();
                if (wanted && at.equals(pointer)) {
                    return Optional.of(parser.currentTokenLocation());
                }
            }
        } catch (IOException unreadable) {
            return Optional.empty();
        }
        return Optional.empty();
    }

    private static String pointer(List<JsonMappingException.Reference> path) {
        return path.stream()
                .map(step -> "/" + (step.getFieldName() == null ? step.getIndex() : step.getFieldName()))
                .collect(Collectors.joining());
    }

    private static String problem(JsonProcessingException e) {
        List<JsonMappingException.Reference> path =
                e instanceof JsonMappingException mapping ? mapping.getPath() : List.of();
        String said = e.getCause() instanceof IllegalArgumentException refused
                ? refused.getMessage()
                : e.getOriginalMessage();
        if (e instanceof UnrecognizedPropertyException unknown) {
            path = path.subList(0, path.size() - 1);
            said = "unknown key \"" + unknown.getPropertyName() + "\": expected " + known(unknown);
        }
        String key = key(path);
        return key.isEmpty() ? String.valueOf(said) : key + ": " + said;
    }

    /** Returns the path of keys, such as {@code oracles[0].timeout}. */
    private static String key(List<JsonMappingException.Reference> path) {
        StringBuilder key = new StringBuilder();
        for (JsonMappingException.Reference step : path) {
            if (step.getFieldName() == null) {
                key.append('[').append(step.getIndex()).append(']');
            } else {
                key.append(key.isEmpty() ? "" : ".").append(step.getFieldName());
            }
        }
        return key.toString();
    }

    /** Returns the keys of a record, in their order. */
    private static String known(UnrecognizedPropertyException unknown) {
        RecordComponent[] components = unknown.getReferringClass().getRecordComponents();
        return components == null
                ? unknown.getKnownPropertyIds().stream().map(String::valueOf).collect(Collectors.joining(", "))
                : Stream.of(components)
                        .map(component -> KEBAB_CASE.translate(component.getName()))
                        .collect(Collectors.joining(", "));
    }

    /** Reports the expected value in the words of a scenario file. */
    private static final class WrongValues extends DeserializationProblemHandler {
        @Override
        public Object handleWeirdStringValue(
                DeserializationContext context, Class<?> target, String value, String failure) throws IOException {
            boolean whole = target == int.class || target == Integer.class || target == long.class;
            if (!whole && !target.isEnum()) {
                return NOT_HANDLED;
            }
            throw refused(context, value, whole ? "a whole number" : names(target));
        }

        private static String names(Class<?> constants) {
            return Stream.of(constants.getEnumConstants()).map(String::valueOf).collect(Collectors.joining(" or "));
        }

        private static JsonMappingException refused(DeserializationContext context, String value, String expected) {
            return wrong(context, "\"" + value + "\" cannot be used: expected " + expected);
        }

        @Override
        public Object handleUnexpectedToken(
                DeserializationContext context, JavaType target, JsonToken token, JsonParser parser, String failure)
                throws IOException {
            if (target.isRecordType()) {
                throw wrong(context, "expected keys with values");
            }
            if (token == JsonToken.START_ARRAY || (token == JsonToken.START_OBJECT && !target.isContainerType())) {
                throw wrong(context, "expected a single value");
            }
            if (target.isEnumType()) {
                throw refused(context, parser.getText(), names(target.getRawClass()));
            }
            return NOT_HANDLED;
        }

        @Override
        public Object handleMissingInstantiator(
                DeserializationContext context,
                Class<?> target,
                ValueInstantiator instantiator,
                JsonParser parser,
                String failure)
                throws IOException {
            if (target.isRecord()) {
                throw wrong(context, "expected keys with values");
            }
            return NOT_HANDLED;
        }

        private static JsonMappingException wrong(DeserializationContext context, String problem) {
            JsonParser parser = context.getParser();
            return new JsonMappingException(parser, problem, parser.currentTokenLocation());
        }
    }
}
