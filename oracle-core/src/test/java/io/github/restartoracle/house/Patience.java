package io.github.restartoracle.house;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Gives everything that a test waits for a minute: the machine may be slow, and what never comes costs the time only when a
 * test fails. Found by JUnit in every module.
 */
public final class Patience implements BeforeAllCallback {
    private static final Duration LONGEST = Duration.ofMinutes(1);

    /** Found by {@link java.util.ServiceLoader}. */
    public Patience() {}

    @Override
    public void beforeAll(ExtensionContext context) {
        Awaitility.setDefaultTimeout(LONGEST);
    }
}
