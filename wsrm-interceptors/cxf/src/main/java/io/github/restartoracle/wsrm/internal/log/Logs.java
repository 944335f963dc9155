package io.github.restartoracle.wsrm.internal.log;

import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.helpers.NOPLogger;

/**
 * The loggers of the library. Applications of plain CXF often have no SLF4J provider, because CXF itself logs through
 * {@code java.util.logging}. The lines that SLF4J would drop then go there as well. Text from outside cannot pass for a line
 * of its own: the arguments of each line are made {@linkplain #printable printable}. Thread-safe.
 */
public final class Logs {
    private static final int MOST = 1_000;
    private static final Pattern SPACE = Pattern.compile("[\\t\\r\\n]+");
    /** Characters without a glyph, such as control characters and those that turn the direction of the text. */
    private static final Pattern OTHER = Pattern.compile("[\\p{C}\\p{Zl}\\p{Zp}]");

    private Logs() {}

    /** {@return the logger of a class; SLF4J's logger, or one of {@code java.util.logging} if SLF4J has no provider} */
    public static Logger of(Class<?> owner) {
        Logger logger = LoggerFactory.getLogger(owner);
        return new PrintableLogger(logger instanceof NOPLogger ? new JulLogger(owner.getName()) : logger);
    }

    /**
     * Makes text from outside fit for a line of a log, or for an exception that CXF may log.
     *
     * @return its first 1,000 characters on one line, with a question mark for each that cannot be printed
     */
    public static String printable(String text) {
        String start =
                text.length() <= MOST ? text : text.substring(0, MOST) + "... (" + text.length() + " characters)";
        return OTHER.matcher(SPACE.matcher(start).replaceAll(" ")).replaceAll("?");
    }
}
