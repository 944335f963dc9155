package io.github.restartoracle.wsrm.internal.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

class JulLoggerTest {
    private final Logger target = Logger.getLogger("test.JulLogger");
    private final List<LogRecord> logged = new ArrayList<>();

    JulLoggerTest() {
        target.setUseParentHandlers(false);
        target.setLevel(Level.INFO);
        // A filter gets each record that is to be logged.
        target.setFilter(entry -> logged.add(entry));
    }

    @Test
    void shouldWriteWhatTheLevelLetsPass() {
        JulLogger logger = new JulLogger("test.JulLogger");
        IllegalStateException thrown = new IllegalStateException();
        logger.warn("{} of {} messages wait", 2, 3);
        logger.error("failed: {}", "reason", thrown);
        logger.debug("not logged");
        assertThat(logger.isDebugEnabled()).isFalse();
        assertThat(logged)
                .extracting(LogRecord::getLevel, LogRecord::getMessage, LogRecord::getThrown, LogRecord::getLoggerName)
                .containsExactly(
                        tuple(Level.WARNING, "2 of 3 messages wait", null, "test.JulLogger"),
                        tuple(Level.SEVERE, "failed: reason", thrown, "test.JulLogger"));
    }
}
