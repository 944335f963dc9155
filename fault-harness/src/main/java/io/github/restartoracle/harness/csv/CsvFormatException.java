package io.github.restartoracle.harness.csv;

/** Reports that a file of comma-separated values cannot be used. The message names the file, the line and the expectation. */
public final class CsvFormatException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    CsvFormatException(String file, long line, String problem) {
        super(file + ":" + line + ": " + problem);
    }
}
