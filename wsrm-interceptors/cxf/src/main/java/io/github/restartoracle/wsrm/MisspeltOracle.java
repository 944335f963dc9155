package io.github.restartoracle.wsrm;

import io.github.restartoracle.settings.Spelling;
import io.github.restartoracle.wsrm.log.Logs;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;

/**
 * Warns once of a system property that was probably meant to be {@code restart-oracle.oracle}. Without that property no
 * oracle is installed, and there would be no other message. Thread-safe.
 */
final class MisspeltOracle {
    private static final Logger LOG = Logs.of(MisspeltOracle.class);

    private final AtomicBoolean warned = new AtomicBoolean();

    /** Checks the names of all properties below {@code restart-oracle.}. */
    void warn(Set<String> names) {
        if (names.isEmpty() || warned.get()) {
            return;
        }
        Spelling.nearest("oracle", names)
                .filter(name -> warned.compareAndSet(false, true))
                .ifPresent(name -> LOG.warn(
                        "Unknown property restart-oracle.{}, and no restart oracle is installed; did you mean"
                                + " restart-oracle.oracle?",
                        name));
    }
}
