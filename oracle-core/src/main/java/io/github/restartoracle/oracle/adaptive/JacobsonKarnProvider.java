package io.github.restartoracle.oracle.adaptive;

import io.github.restartoracle.oracle.OracleFactory;
import io.github.restartoracle.oracle.OracleProvider;
import io.github.restartoracle.settings.Settings;

/**
 * Offers {@link JacobsonKarnOracle} as {@code jacobson-karn}.
 *
 * <p>Thread-safe.
 */
public final class JacobsonKarnProvider implements OracleProvider {
    /** Creates a provider; called by {@link java.util.ServiceLoader}. */
    public JacobsonKarnProvider() {}

    @Override
    public String name() {
        return JacobsonKarnConfig.SECTION;
    }

    @Override
    public OracleFactory factory(Settings settings) {
        JacobsonKarnConfig config = JacobsonKarnConfig.from(settings);
        return OracleFactory.of(() -> new JacobsonKarnOracle(config));
    }
}
