package io.github.restartoracle.harness.fault;

/**
 * Reports that a scenario file cannot be used. The message names the file, the line and the column (from 1; 0 or less if
 * unknown), the key and the expectation.
 */
public final class FormatException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    FormatException(String file, int line, int column, String problem, Throwable cause) {
        super(file + ":" + line + ":" + column + ": " + problem, cause);
    }
}
