package io.github.restartoracle.oracle.interval;

import io.github.restartoracle.oracle.OracleFactory;
import io.github.restartoracle.oracle.OracleProvider;
import io.github.restartoracle.settings.Settings;
import java.util.Set;

/**
 * Offers {@link NoRestart} as {@code none}.
 *
 * <p>Thread-safe.
 */
public final class NoRestartProvider implements OracleProvider {
    private static final String NAME = "none";

    /** Creates a provider; called by {@link java.util.ServiceLoader}. */
    public NoRestartProvider() {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public OracleFactory factory(Settings settings) {
        settings.section(NAME).requireKnown(Set.of());
        return OracleFactory.of(NoRestart::new);
    }
}
