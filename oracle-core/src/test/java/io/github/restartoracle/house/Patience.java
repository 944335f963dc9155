package io.github.restartoracle.house;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Sets the timeout of everything that a test waits for to a minute: the machine may be slow, and an event that never comes
 * costs this time only when a test fails. Found by JUnit in every module.
 */
public final class Patience implements BeforeAllCallback {
    private static final Duration LONGEST = Duration.ofMinutes(1);

    /** Creates the extension; called by {@link java.util.ServiceLoader}. */
    public Patience() {}

    @Override
    public void beforeAll(ExtensionContext context) {
        Awaitility.setDefaultTimeout(LONGEST);
    }
}
