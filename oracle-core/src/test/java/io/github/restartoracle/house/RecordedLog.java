package io.github.restartoracle.house;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Records the log, which tests have on the error output, while a test runs. It is printed after the test. */
public final class RecordedLog implements BeforeEachCallback, AfterEachCallback {
    private final PrintStream errors = System.err;
    private final ByteArrayOutputStream text = new ByteArrayOutputStream();

    @Override
    public void beforeEach(ExtensionContext test) {
        System.setErr(new PrintStream(text, true, UTF_8));
    }

    @Override
    public void afterEach(ExtensionContext test) {
        System.setErr(errors);
        errors.print(this);
    }

    /**
     * Returns the lines of stack traces.
     *
     * @return empty if none was logged
     */
    public List<String> traces() {
        return toString().lines().filter(line -> line.startsWith("\tat ")).toList();
    }

    @Override
    public String toString() {
        return text.toString(UTF_8);
    }
}
