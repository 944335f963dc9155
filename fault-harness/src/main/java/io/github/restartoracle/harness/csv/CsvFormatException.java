package io.github.restartoracle.harness.csv;

/** Thrown when a CSV file cannot be used. The message names the file, the line if it is known, and the problem. */
public final class CsvFormatException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    CsvFormatException(String file, long line, String problem) {
        super(file + (line > 0 ? ":" + line : "") + ": " + problem);
    }
}
