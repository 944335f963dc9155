package io.github.restartoracle.harness.fault;

/**
 * Reports that a scenario file cannot be used. The message names the file, the line, the column, the key and the expectation.
 */
public final class FormatException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final int line;
    private final int column;

    FormatException(String file, int line, int column, String problem, Throwable cause) {
        super(file + ":" + line + ":" + column + ": " + problem, cause);
        this.line = line;
        this.column = column;
    }

    /**
     * Returns the line of the mistake.
     *
     * @return from 1; 0 or less if unknown
     */
    public int line() {
        return line;
    }

    /**
     * Returns the column of the mistake.
     *
     * @return from 1; 0 or less if unknown
     */
    public int column() {
        return column;
    }
}
