package io.github.restartoracle.store;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Discards standard error during each test of a world, because every fault is logged. */
final class SilencedErrors implements BeforeEachCallback, AfterEachCallback {
    private final PrintStream errors = System.err;

    @Override
    public void beforeEach(ExtensionContext test) {
        System.setErr(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
    }

    @Override
    public void afterEach(ExtensionContext test) {
        System.setErr(errors);
    }
}
