package io.github.restartoracle.harness.fault;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.Module;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads YAML into records and does not forgive: unknown keys, keys given twice, and values of the wrong kind fail with a
 * {@link FormatException} that points at them. Keys are kebab-case: {@code payload-bytes} is the component
 * {@code payloadBytes}. An absent key leaves its component null (0, false for primitives); an
 * {@link IllegalArgumentException} of a record's constructor becomes a {@link FormatException} too.
 *
 * <p>Thread-safe.
 */
public final class StrictYaml {
    private final YAMLMapper mapper;

    private StrictYaml(YAMLMapper mapper) {
        this.mapper = mapper;
    }

    /**
     * A reader that knows faults, links and durations.
     *
     * @return the reader
     */
    public static StrictYaml ofDefaults() {
        return of();
    }

    /**
     * A reader that knows faults, links and durations, and more.
     *
     * @param modules what else it is to know; wins over what is built in
     * @return the reader
     */
    public static StrictYaml of(Module... modules) {
        return new StrictYaml(YAMLMapper.builder()
                .addModule(new FaultFormat())
                .addModules(modules)
                .propertyNamingStrategy(PropertyNamingStrategies.KEBAB_CASE)
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
                .build());
    }

    /**
     * Reads a file.
     *
     * @param file a UTF-8 file with one document
     * @param type the record
     * @param <T> the record
     * @return the record
     * @throws FormatException if the content cannot be used
     * @throws IOException if the file cannot be read
     */
    public <T> T read(Path file, Class<T> type) throws IOException {
        return read(file.toString(), Files.readString(file), type);
    }

    /**
     * Reads a text.
     *
     * @param name what error messages call it, such as a resource's name
     * @param yaml one document
     * @param type the record
     * @param <T> the record
     * @return the record
     * @throws FormatException if the content cannot be used
     */
    public <T> T read(String name, String yaml, Class<T> type) {
        try (JsonParser parser = mapper.createParser(yaml)) {
            T value = parser.nextToken() == null ? null : mapper.readValue(parser, type);
            if (value == null) {
                throw new FormatException(name, 1, 1, "the document is empty", new IOException("no content"));
            }
            return value;
        } catch (JsonProcessingException e) {
            throw describe(name, e);
        } catch (IOException e) {
            throw new FormatException(name, 0, 0, String.valueOf(e.getMessage()), e);
        }
    }

    private static FormatException describe(String name, JsonProcessingException e) {
        JsonLocation location = e.getLocation();
        int line = location == null ? 0 : location.getLineNr();
        int column = location == null ? 0 : location.getColumnNr();
        return new FormatException(name, line, column, problem(e), e);
    }

    private static String problem(JsonProcessingException e) {
        if (e instanceof UnrecognizedPropertyException unknown) {
            String expected =
                    unknown.getKnownPropertyIds().stream().map(String::valueOf).collect(Collectors.joining(", "));
            return "unknown key \"" + unknown.getPropertyName() + "\": expected " + expected;
        }
        String key = e instanceof JsonMappingException mapping ? key(mapping.getPath()) : null;
        Throwable cause = e.getCause();
        String said = cause instanceof IllegalArgumentException ? cause.getMessage() : e.getOriginalMessage();
        return key == null ? String.valueOf(said) : key + ": " + said;
    }

    /** The path of keys, such as {@code oracles[0].timeout}. */
    private static @Nullable String key(List<JsonMappingException.Reference> path) {
        StringBuilder key = new StringBuilder();
        for (JsonMappingException.Reference step : path) {
            if (step.getFieldName() == null) {
                key.append('[').append(step.getIndex()).append(']');
            } else {
                key.append(key.isEmpty() ? "" : ".").append(step.getFieldName());
            }
        }
        return key.isEmpty() ? null : key.toString();
    }
}
