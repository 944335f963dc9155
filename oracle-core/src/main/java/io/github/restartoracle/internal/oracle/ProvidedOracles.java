package io.github.restartoracle.internal.oracle;

import io.github.restartoracle.oracle.OracleFactory;
import io.github.restartoracle.oracle.OracleProvider;
import io.github.restartoracle.oracle.adaptive.JacobsonKarnConfig;
import io.github.restartoracle.oracle.adaptive.JacobsonKarnOracle;
import io.github.restartoracle.oracle.adaptive.QestConfig;
import io.github.restartoracle.oracle.adaptive.QestOracle;
import io.github.restartoracle.oracle.interval.ExponentialBackoffConfig;
import io.github.restartoracle.oracle.interval.ExponentialBackoffOracle;
import io.github.restartoracle.oracle.interval.FixedIntervalConfig;
import io.github.restartoracle.oracle.interval.FixedIntervalOracle;
import io.github.restartoracle.oracle.interval.NoRestart;
import io.github.restartoracle.oracle.path.CanaryConfig;
import io.github.restartoracle.oracle.path.CanaryOracle;
import io.github.restartoracle.settings.Settings;
import java.util.Set;
import java.util.function.Function;

/** The providers of the oracles of this library, which {@link java.util.ServiceLoader} creates. All are thread-safe. */
public final class ProvidedOracles {
    private ProvidedOracles() {}

    abstract static class Provided implements OracleProvider {
        private final String name;
        private final Function<Settings, OracleFactory> factories;

        Provided(String name, Function<Settings, OracleFactory> factories) {
            this.name = name;
            this.factories = factories;
        }

        @Override
        public final String name() {
            return name;
        }

        @Override
        public final OracleFactory factory(Settings settings) {
            return factories.apply(settings);
        }
    }

    /** Offers {@link CanaryOracle}. */
    public static final class Canary extends Provided {
        /** Creates a provider. */
        public Canary() {
            super(CanaryConfig.SECTION, settings -> {
                CanaryConfig config = CanaryConfig.from(settings);
                return () -> new CanaryOracle(config);
            });
        }
    }

    /** Offers {@link ExponentialBackoffOracle}. */
    public static final class ExponentialBackoff extends Provided {
        /** Creates a provider. */
        public ExponentialBackoff() {
            super(ExponentialBackoffConfig.SECTION, settings -> {
                ExponentialBackoffConfig config = ExponentialBackoffConfig.from(settings);
                return OracleFactory.of(() -> new ExponentialBackoffOracle(config));
            });
        }
    }

    /** Offers {@link FixedIntervalOracle}. */
    public static final class FixedInterval extends Provided {
        /** Creates a provider. */
        public FixedInterval() {
            super(FixedIntervalConfig.SECTION, settings -> {
                FixedIntervalConfig config = FixedIntervalConfig.from(settings);
                return OracleFactory.of(() -> new FixedIntervalOracle(config));
            });
        }
    }

    /** Offers {@link JacobsonKarnOracle}. */
    public static final class JacobsonKarn extends Provided {
        /** Creates a provider. */
        public JacobsonKarn() {
            super(JacobsonKarnConfig.SECTION, settings -> {
                JacobsonKarnConfig config = JacobsonKarnConfig.from(settings);
                return OracleFactory.of(() -> new JacobsonKarnOracle(config));
            });
        }
    }

    /** Offers {@link NoRestart}, which has no settings. */
    public static final class None extends Provided {
        private static final String NAME = "none";

        /** Creates a provider. */
        public None() {
            super(NAME, settings -> {
                settings.section(NAME).requireKnown(Set.of());
                return OracleFactory.of(NoRestart::new);
            });
        }
    }

    /** Offers {@link QestOracle}. */
    public static final class Qest extends Provided {
        /** Creates a provider. */
        public Qest() {
            super(QestConfig.SECTION, settings -> {
                QestConfig config = QestConfig.from(settings);
                return OracleFactory.of(() -> new QestOracle(config));
            });
        }
    }
}
