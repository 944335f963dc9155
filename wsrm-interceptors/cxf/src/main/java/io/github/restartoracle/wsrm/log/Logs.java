package io.github.restartoracle.wsrm.log;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.helpers.NOPLogger;

/**
 * The loggers of the library. Applications of plain CXF often have no SLF4J provider, because CXF itself logs through
 * {@code java.util.logging}. The lines that SLF4J would drop then go there as well. Thread-safe.
 */
public final class Logs {
    private Logs() {}

    /**
     * Returns the logger of a class.
     *
     * @param owner the class that logs
     * @return SLF4J's logger, or one of {@code java.util.logging} if SLF4J has no provider
     */
    public static Logger of(Class<?> owner) {
        Logger logger = LoggerFactory.getLogger(owner);
        return logger instanceof NOPLogger ? new JulLogger(owner.getName()) : logger;
    }
}
