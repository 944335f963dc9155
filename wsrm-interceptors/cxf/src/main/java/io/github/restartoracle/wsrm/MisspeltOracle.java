package io.github.restartoracle.wsrm;

import io.github.restartoracle.internal.settings.Spelling;
import io.github.restartoracle.settings.Settings;
import io.github.restartoracle.wsrm.internal.log.Logs;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;

/**
 * Warns once of system properties that were probably meant for this library: of a prefix that is misspelt, and of the property
 * {@code restart-oracle.oracle}, without which no oracle is installed. There would be no other message. Thread-safe.
 */
final class MisspeltOracle {
    private static final Logger LOG = Logs.of(MisspeltOracle.class);
    private static final String ORACLE = "oracle";

    private final AtomicBoolean prefix = new AtomicBoolean();
    private final AtomicBoolean oracle = new AtomicBoolean();

    /** Checks the names of all system properties. */
    void warnOfPrefix(Set<String> names) {
        if (!prefix.getAndSet(true)) {
            names.forEach(name -> Settings.meant(name)
                    .ifPresent(meant -> LOG.warn("Property {} has no effect; did you mean {}?", name, meant)));
        }
    }

    /** Checks the names of all properties below {@code restart-oracle.} if none chooses an oracle. */
    void warnOfOracle(Set<String> names) {
        if (names.isEmpty() || oracle.get()) {
            return;
        }
        Optional<String> misspelt = Spelling.nearest(ORACLE, names).filter(name -> oracle.compareAndSet(false, true));
        if (misspelt.filter(ORACLE::equals).isPresent()) {
            LOG.warn("Property restart-oracle.oracle is empty, and no restart oracle is installed");
        } else {
            misspelt.ifPresent(name -> LOG.warn(
                    "Unknown property restart-oracle.{}, and no restart oracle is installed; did you mean"
                            + " restart-oracle.oracle?",
                    name));
        }
    }
}
