package io.github.restartoracle.harness.journal;

/** A journal cannot be used. The message names the file, the line, the column and what was expected. */
public final class JournalFormatException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    JournalFormatException(String file, long line, String problem) {
        super(file + ":" + line + ": " + problem);
    }
}
