package io.github.restartoracle.oracle.interval;

import io.github.restartoracle.oracle.OracleFactory;
import io.github.restartoracle.oracle.OracleProvider;
import io.github.restartoracle.settings.Settings;

/**
 * Offers {@link FixedIntervalOracle} as {@code fixed}.
 *
 * <p>Thread-safe.
 */
public final class FixedIntervalProvider implements OracleProvider {
    /** Creates a provider; called by {@link java.util.ServiceLoader}. */
    public FixedIntervalProvider() {}

    @Override
    public String name() {
        return FixedIntervalConfig.SECTION;
    }

    @Override
    public OracleFactory factory(Settings settings) {
        FixedIntervalConfig config = FixedIntervalConfig.from(settings);
        return OracleFactory.of(() -> new FixedIntervalOracle(config));
    }
}
