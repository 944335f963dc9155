package io.github.restartoracle.wsrm.internal.log;

import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;

/** A logger that writes to {@code java.util.logging}. Thread-safe. */
final class JulLogger extends LegacyAbstractLogger {
    private static final long serialVersionUID = 1L;

    private final transient Logger logger;

    JulLogger(String name) {
        this.name = name;
        this.logger = Logger.getLogger(name);
    }

    @Override
    public boolean isTraceEnabled() {
        return logger.isLoggable(java.util.logging.Level.FINEST);
    }

    @Override
    public boolean isDebugEnabled() {
        return logger.isLoggable(java.util.logging.Level.FINE);
    }

    @Override
    public boolean isInfoEnabled() {
        return logger.isLoggable(java.util.logging.Level.INFO);
    }

    @Override
    public boolean isWarnEnabled() {
        return logger.isLoggable(java.util.logging.Level.WARNING);
    }

    @Override
    public boolean isErrorEnabled() {
        return logger.isLoggable(java.util.logging.Level.SEVERE);
    }

    @Override
    protected @Nullable String getFullyQualifiedCallerName() {
        return null;
    }

    @Override
    protected void handleNormalizedLoggingCall(
            Level level,
            @Nullable Marker marker,
            String pattern,
            Object @Nullable [] arguments,
            @Nullable Throwable thrown) {
        LogRecord entry = new LogRecord(
                switch (level) {
                    case ERROR -> java.util.logging.Level.SEVERE;
                    case WARN -> java.util.logging.Level.WARNING;
                    case INFO -> java.util.logging.Level.INFO;
                    case DEBUG -> java.util.logging.Level.FINE;
                    case TRACE -> java.util.logging.Level.FINEST;
                },
                MessageFormatter.basicArrayFormat(pattern, arguments));
        entry.setLoggerName(name);
        entry.setSourceClassName(name);
        entry.setThrown(thrown);
        logger.log(entry);
    }
}
