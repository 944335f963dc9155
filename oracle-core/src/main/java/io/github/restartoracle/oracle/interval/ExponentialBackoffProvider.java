package io.github.restartoracle.oracle.interval;

import io.github.restartoracle.oracle.OracleFactory;
import io.github.restartoracle.oracle.OracleProvider;
import io.github.restartoracle.settings.Settings;

/**
 * Offers {@link ExponentialBackoffOracle} as {@code exponential-backoff}.
 *
 * <p>Thread-safe.
 */
public final class ExponentialBackoffProvider implements OracleProvider {
    /** Creates a provider; called by {@link java.util.ServiceLoader}. */
    public ExponentialBackoffProvider() {}

    @Override
    public String name() {
        return ExponentialBackoffConfig.SECTION;
    }

    @Override
    public OracleFactory factory(Settings settings) {
        ExponentialBackoffConfig config = ExponentialBackoffConfig.from(settings);
        return OracleFactory.of(() -> new ExponentialBackoffOracle(config));
    }
}
