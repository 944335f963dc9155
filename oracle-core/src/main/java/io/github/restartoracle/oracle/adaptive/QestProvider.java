package io.github.restartoracle.oracle.adaptive;

import io.github.restartoracle.oracle.OracleFactory;
import io.github.restartoracle.oracle.OracleProvider;
import io.github.restartoracle.settings.Settings;

/**
 * Offers {@link QestOracle} as {@code qest}.
 *
 * <p>Thread-safe.
 */
public final class QestProvider implements OracleProvider {
    /** Creates a provider; called by {@link java.util.ServiceLoader}. */
    public QestProvider() {}

    @Override
    public String name() {
        return QestConfig.SECTION;
    }

    @Override
    public OracleFactory factory(Settings settings) {
        QestConfig config = QestConfig.from(settings);
        return OracleFactory.of(() -> new QestOracle(config));
    }
}
