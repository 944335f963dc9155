package io.github.restartoracle.oracle.path;

import io.github.restartoracle.oracle.OracleFactory;
import io.github.restartoracle.oracle.OracleProvider;
import io.github.restartoracle.settings.Settings;

/**
 * Offers {@link CanaryOracle} as {@code canary}.
 *
 * <p>Thread-safe.
 */
public final class CanaryProvider implements OracleProvider {
    /** Creates a provider; called by {@link java.util.ServiceLoader}. */
    public CanaryProvider() {}

    @Override
    public String name() {
        return CanaryConfig.SECTION;
    }

    @Override
    public OracleFactory factory(Settings settings) {
        CanaryConfig config = CanaryConfig.from(settings);
        return () -> new CanaryOracle(config);
    }
}
