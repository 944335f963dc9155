package io.github.restartoracle.wsrm.internal.log;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.AbstractLogger;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.spi.LocationAwareLogger;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * A logger that makes the arguments of a line {@linkplain Logs#printable printable}, and the messages of its exception.
 * Thread-safe.
 */
final class PrintableLogger extends LegacyAbstractLogger {
    private static final long serialVersionUID = 1L;

    private final transient Logger target;

    PrintableLogger(Logger target) {
        this.name = target.getName();
        this.target = target;
    }

    @Override
    protected String getFullyQualifiedCallerName() {
        return AbstractLogger.class.getName();
    }

    @Override
    protected void handleNormalizedLoggingCall(
            Level level,
            @Nullable Marker marker,
            String pattern,
            @Nullable Object @Nullable [] arguments,
            @Nullable Throwable thrown) {
        Object[] printable = arguments == null
                ? new Object[0]
                : Arrays.stream(arguments).map(PrintableLogger::printable).toArray();
        Throwable cause = thrown == null ? null : PrintableException.of(thrown);
        if (target instanceof LocationAwareLogger aware) {
            aware.log(marker, getFullyQualifiedCallerName(), level.toInt(), pattern, printable, cause);
        } else {
            LoggingEventBuilder event = target.makeLoggingEventBuilder(level).setCause(cause);
            (marker == null ? event : event.addMarker(marker)).log(pattern, printable);
        }
    }

    /** An argument whose {@code toString} returns null must not fail the caller of a log. */
    private static @Nullable Object printable(@Nullable Object argument) {
        return argument == null || argument instanceof Number || argument instanceof Object[]
                ? argument
                : Logs.printable(String.valueOf(argument.toString()));
    }

    @Override
    public boolean isTraceEnabled() {
        return target.isTraceEnabled();
    }

    @Override
    public boolean isDebugEnabled() {
        return target.isDebugEnabled();
    }

    @Override
    public boolean isInfoEnabled() {
        return target.isInfoEnabled();
    }

    @Override
    public boolean isWarnEnabled() {
        return target.isWarnEnabled();
    }

    @Override
    public boolean isErrorEnabled() {
        return target.isErrorEnabled();
    }
}
