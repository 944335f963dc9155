package io.github.restartoracle.harness.journal;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/** Comma-separated values without quoting, since no value here needs any; mistakes are reported with their line. */
final class CsvFile {
    private CsvFile() {}

    /** The cells of one line. */
    record Cells(String file, long line, List<String> names, List<String> values) {
        String text(int column) {
            return values.get(column);
        }

        long number(int column) {
            return parse(column, Long::parseLong);
        }

        int positive(int column) {
            return (int) parse(column, Integer::parseInt);
        }

        private long parse(int column, ToLongFunction<String> parser) {
            String value = values.get(column);
            try {
                return parser.applyAsLong(value);
            } catch (NumberFormatException notANumber) {
                throw new JournalFormatException(
                        file, line, names.get(column) + ": \"" + value + "\" cannot be used: expected a whole number");
            }
        }
    }

    static <T> List<T> read(Path path, String header, Function<Cells, T> row) throws IOException {
        List<T> rows = new ArrayList<>();
        List<String> names = List.of(header.split(",", -1));
        String file = path.toString();
        try (BufferedReader reader = Files.newBufferedReader(path)) {
            String first = reader.readLine();
            if (!header.equals(first)) {
                throw new JournalFormatException(file, 1, "expected the header " + header);
            }
            long number = 1;
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                number++;
                rows.add(row(new Cells(file, number, names, List.of(line.split(",", -1))), row));
            }
        }
        return rows;
    }

    private static <T> T row(Cells cells, Function<Cells, T> row) {
        if (cells.values().size() != cells.names().size()) {
            throw new JournalFormatException(
                    cells.file(),
                    cells.line(),
                    "expected " + cells.names().size() + " values, found "
                            + cells.values().size());
        }
        try {
            return row.apply(cells);
        } catch (JournalFormatException placed) {
            throw placed;
        } catch (IllegalArgumentException refused) {
            throw new JournalFormatException(cells.file(), cells.line(), String.valueOf(refused.getMessage()));
        }
    }

    static void requirePlain(String name, String value) {
        if (value.isEmpty() || value.chars().anyMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r')) {
            throw new IllegalArgumentException(
                    name + ": \"" + value + "\" cannot be used: expected a name without comma, quote and line break");
        }
    }

    static void requireNumbers(long message, int attempt) {
        if (message < 0) {
            throw new IllegalArgumentException("message: expected a number from 0, not " + message);
        }
        if (attempt < 1) {
            throw new IllegalArgumentException("attempt: expected a number from 1, not " + attempt);
        }
    }
}
