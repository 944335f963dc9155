package io.github.restartoracle.wsrm.internal.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

class PrintableLoggerTest {
    private static final String FORGED = "x\r\nSEVERE: forged \u001b[31m\u009b2J\u2028\u202e\u0085";
    private static final String PRINTED = "x SEVERE: forged ?[31m?2J???";

    private final Logger target = Logger.getLogger("test.PrintableLogger");
    private final List<LogRecord> logged = new ArrayList<>();
    private final org.slf4j.Logger logger = new PrintableLogger(new JulLogger("test.PrintableLogger"));

    PrintableLoggerTest() {
        target.setUseParentHandlers(false);
        target.setLevel(Level.INFO);
        target.setFilter(entry -> logged.add(entry));
    }

    private static String trace(Throwable thrown) {
        StringWriter text = new StringWriter();
        thrown.printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    @Test
    void shouldPrintArgumentsOnOneLine() {
        logger.warn("sequence {} of {}: {}", FORGED, List.of(FORGED), 3);
        assertThat(logged)
                .singleElement()
                .satisfies(entry ->
                        assertThat(entry.getMessage()).isEqualTo("sequence " + PRINTED + " of [" + PRINTED + "]: 3"));
    }

    @Test
    void shouldShortenArguments() {
        logger.error("{}", "y".repeat(1_000_000));
        assertThat(logged)
                .singleElement()
                .satisfies(entry -> assertThat(entry.getMessage()).endsWith("y... (1000000 characters)"))
                .satisfies(entry -> assertThat(entry.getMessage()).hasSizeLessThan(1_100));
    }

    @Test
    void shouldLeaveOtherAlphabetsAsTheyAre() {
        logger.info("{}", "Größe 大きさ μέγεθος 😀");
        assertThat(logged)
                .singleElement()
                .satisfies(entry -> assertThat(entry.getMessage()).isEqualTo("Größe 大きさ μέγεθος 😀"));
    }

    @Test
    void shouldPrintTheMessagesOfAnExceptionAndOfItsCauses() {
        IllegalStateException thrown = new IllegalStateException("harmless", new IOException(FORGED));
        logger.warn("failed", thrown);
        assertThat(logged)
                .singleElement()
                .satisfies(entry -> assertThat(trace(entry.getThrown()))
                        .startsWith("java.lang.IllegalStateException: harmless")
                        .contains("Caused by: java.io.IOException: " + PRINTED)
                        .contains("at " + getClass().getName() + ".shouldPrintTheMessages"));
    }

    @Test
    void shouldLeaveAPrintableExceptionAsItIs() {
        IllegalStateException thrown = new IllegalStateException("harmless", new IOException("harmless too"));
        thrown.addSuppressed(new IOException("also"));
        logger.warn("failed", thrown);
        assertThat(logged)
                .singleElement()
                .satisfies(entry -> assertThat(entry.getThrown()).isSameAs(thrown));
    }

    @Test
    void shouldEndARingOfCauses() {
        IOException first = new IOException("first\n");
        IOException second = new IOException("second", first);
        first.initCause(second);
        logger.warn("failed", first);
        assertThat(logged)
                .singleElement()
                .satisfies(entry -> assertThat(trace(entry.getThrown())).doesNotContain("first\n\n"));
    }

    @Test
    void shouldBeTheLoggerOfEveryClass() {
        assertThat(Logs.of(PrintableLoggerTest.class)).isInstanceOf(PrintableLogger.class);
    }
}
