package io.github.restartoracle.harness.csv;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import com.fasterxml.jackson.dataformat.csv.CsvGenerator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * The format of a file of comma-separated values with a header, whose rows are records: a column for each component, in their
 * order, named in snake case or by {@code @JsonProperty}. An empty value is an absent {@code Optional}. Lines that begin with #
 * are comments.
 *
 * <p>Immutable, thread-safe.
 *
 * @param <T> the record of a row
 */
public final class Csv<T> {
    static final CsvMapper MAPPER = CsvMapper.csvBuilder()
            .addModule(new Jdk8Module())
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .enable(DeserializationFeature.READ_ENUMS_USING_TO_STRING)
            .enable(CsvGenerator.Feature.STRICT_CHECK_FOR_QUOTING)
            .enable(CsvParser.Feature.FAIL_ON_MISSING_COLUMNS)
            .enable(CsvParser.Feature.EMPTY_STRING_AS_NULL)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
            .build();

    private final Class<T> row;
    private final CsvSchema schema;
    private final String header;

    private Csv(Class<T> row) {
        this.row = row;
        this.schema = MAPPER.schemaFor(row).withHeader().withComments().withLineSeparator("\n");
        this.header = String.join(",", schema.getColumnNames());
    }

    /**
     * {@return the format of files with a kind of row}
     *
     * @param row the record
     * @param <T> the record
     */
    public static <T> Csv<T> of(Class<T> row) {
        return new Csv<>(row);
    }

    /** {@return the first line of such a file: the names of the columns, separated by commas} */
    public String header() {
        return header;
    }

    /**
     * Begins a file; an existing one is replaced.
     *
     * @param file the file
     * @return the writer, to be closed
     * @throws IOException if the file cannot be written
     */
    public CsvWriter<T> writer(Path file) throws IOException {
        BufferedWriter out = Files.newBufferedWriter(file);
        out.write(header + "\n");
        return new CsvWriter<>(
                MAPPER.writerFor(row).with(schema.withoutHeader()).writeValues(out));
    }

    /**
     * Writes all rows.
     *
     * @param file the file; an existing one is replaced
     * @param rows the rows, in order
     * @throws IOException if it cannot be written
     */
    public void write(Path file, Collection<T> rows) throws IOException {
        try (CsvWriter<T> writer = writer(file)) {
            for (T each : rows) {
                writer.write(each);
            }
        }
    }

    /**
     * {@return the rows of a file, in order}
     *
     * @param file a file with the header of this kind of row
     * @throws CsvFormatException if a line cannot be used
     * @throws IOException if it cannot be read
     */
    public List<T> read(Path file) throws IOException {
        return read(file.toString(), Files.readString(file));
    }

    /**
     * {@return the rows of a text, in order}
     *
     * @param name the name of the text in error messages
     * @param text a text with the header of this kind of row
     * @throws CsvFormatException if a line cannot be used
     */
    public List<T> read(String name, String text) {
        long comments = text.lines().takeWhile(line -> line.startsWith("#")).count();
        if (!text.lines().skip(comments).findFirst().equals(Optional.of(header))) {
            throw new CsvFormatException(name, comments + 1, "expected the header " + header);
        }
        try (MappingIterator<T> each = MAPPER.readerFor(row).with(schema).readValues(text)) {
            List<T> rows = new ArrayList<>();
            while (each.hasNextValue()) {
                rows.add(each.nextValue());
            }
            return rows;
        } catch (JsonProcessingException wrong) {
            long line = wrong.getLocation() == null ? 0 : wrong.getLocation().getLineNr();
            throw new CsvFormatException(name, line, problem(wrong));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String problem(JsonProcessingException wrong) {
        if (wrong.getCause() instanceof IllegalArgumentException refused) {
            return String.valueOf(refused.getMessage());
        }
        String column = wrong instanceof JsonMappingException mapping
                        && !mapping.getPath().isEmpty()
                ? mapping.getPath().get(mapping.getPath().size() - 1).getFieldName() + ": "
                : "";
        if (wrong instanceof InvalidFormatException format) {
            return column + "\"" + format.getValue() + "\" cannot be used: expected "
                    + expected(format.getTargetType());
        }
        return column + wrong.getOriginalMessage();
    }

    private static String expected(Class<?> type) {
        if (type == int.class || type == long.class || type == OptionalLong.class) {
            return "a whole number";
        }
        return type.isEnum()
                ? Arrays.stream(type.getEnumConstants()).map(String::valueOf).collect(Collectors.joining(" or "))
                : "a number";
    }
}
