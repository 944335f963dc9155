package io.github.restartoracle.harness.csv;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.SequenceWriter;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A file of comma-separated values whose columns are known at run time only.
 *
 * @param columns their names, no two the same
 * @param rows texts by column; an empty text for an unknown value
 */
public record CsvTable(List<String> columns, List<Map<String, String>> rows) {
    public CsvTable {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
    }

    /**
     * {@return the table in a file}
     *
     * @param file a file with a header
     * @throws CsvFormatException if a line cannot be used
     * @throws IOException if it cannot be read
     */
    public static CsvTable read(Path file) throws IOException {
        List<Map<String, String>> rows = new ArrayList<>();
        try (MappingIterator<Map<String, String>> each = Csv.MAPPER
                .readerForMapOf(String.class)
                .without(CsvParser.Feature.EMPTY_STRING_AS_NULL)
                .with(CsvSchema.emptySchema().withHeader().withComments())
                .readValues(file.toFile())) {
            while (each.hasNextValue()) {
                rows.add(each.nextValue());
            }
            CsvSchema schema = (CsvSchema) each.getParserSchema();
            return new CsvTable(schema == null ? List.of() : schema.getColumnNames(), rows);
        } catch (JsonProcessingException wrong) {
            long line = wrong.getLocation() == null ? 0 : wrong.getLocation().getLineNr();
            throw new CsvFormatException(file.toString(), line, wrong.getOriginalMessage());
        }
    }

    /**
     * Writes the table.
     *
     * @param file the file; an existing one is replaced
     * @throws IOException if it cannot be written
     */
    public void write(Path file) throws IOException {
        CsvSchema.Builder schema = CsvSchema.builder().setUseHeader(true).setLineSeparator("\n");
        columns.forEach(schema::addColumn);
        try (SequenceWriter out = Csv.MAPPER.writer(schema.build()).writeValues(Files.newBufferedWriter(file))) {
            for (Map<String, String> row : rows) {
                out.write(row);
            }
        }
    }
}
