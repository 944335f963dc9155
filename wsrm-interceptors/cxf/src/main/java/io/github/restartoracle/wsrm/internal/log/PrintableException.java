package io.github.restartoracle.wsrm.internal.log;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Stands in a log for an exception with a message that is not {@linkplain Logs#printable printable}. */
final class PrintableException extends Exception {
    private static final long serialVersionUID = 1L;
    /** The maximum number of causes to follow, since causes may form a ring. */
    private static final int DEPTH = 20;

    private PrintableException(Throwable original, int depth) {
        super(Logs.printable(original.toString()), cause(original, depth));
        setStackTrace(original.getStackTrace());
    }

    private static @Nullable Throwable cause(Throwable original, int depth) {
        return original.getCause() == null || depth == 0
                ? null
                : new PrintableException(original.getCause(), depth - 1);
    }

    /** Returns the exception itself if its message, and those of its causes, are printable. */
    static Throwable of(Throwable original) {
        return isPrintable(original, DEPTH) ? original : new PrintableException(original, DEPTH);
    }

    private static boolean isPrintable(Throwable thrown, int depth) {
        String text = thrown.toString();
        return depth > 0
                && text.equals(Logs.printable(text))
                && (thrown.getCause() == null || isPrintable(thrown.getCause(), depth - 1))
                && Arrays.stream(thrown.getSuppressed()).allMatch(each -> isPrintable(each, depth - 1));
    }

    @Override
    @SuppressWarnings("OverrideThrowableToString") // Its message begins with the name of the original's class.
    public String toString() {
        return String.valueOf(getMessage());
    }
}
