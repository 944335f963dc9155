package io.github.restartoracle.internal.oracle;

import io.github.restartoracle.oracle.OracleFactory;
import io.github.restartoracle.oracle.OracleProvider;
import io.github.restartoracle.oracle.PathOracle;
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

    /** A provider of oracles with a configuration. */
    abstract static class Provided<C> implements OracleProvider {
        private final String name;
        private final Function<Settings, C> configs;
        private final Function<C, PathOracle> oracles;

        Provided(String name, Function<Settings, C> configs, Function<C, PathOracle> oracles) {
            this.name = name;
            this.configs = configs;
            this.oracles = oracles;
        }

        @Override
        public final String name() {
            return name;
        }

        @Override
        public final OracleFactory factory(Settings settings) {
            C config = configs.apply(settings);
            return () -> oracles.apply(config);
        }
    }

    /** Offers {@link CanaryOracle}. */
    public static final class Canary extends Provided<CanaryConfig> {
        /** Creates a provider. */
        public Canary() {
            super(CanaryConfig.SECTION, CanaryConfig::from, CanaryOracle::new);
        }
    }

    /** Offers {@link ExponentialBackoffOracle}. */
    public static final class ExponentialBackoff extends Provided<ExponentialBackoffConfig> {
        /** Creates a provider. */
        public ExponentialBackoff() {
            super(
                    ExponentialBackoffConfig.SECTION,
                    ExponentialBackoffConfig::from,
                    config -> PathOracle.of(new ExponentialBackoffOracle(config)));
        }
    }

    /** Offers {@link FixedIntervalOracle}. */
    public static final class FixedInterval extends Provided<FixedIntervalConfig> {
        /** Creates a provider. */
        public FixedInterval() {
            super(
                    FixedIntervalConfig.SECTION,
                    FixedIntervalConfig::from,
                    config -> PathOracle.of(new FixedIntervalOracle(config)));
        }
    }

    /** Offers {@link JacobsonKarnOracle}. */
    public static final class JacobsonKarn extends Provided<JacobsonKarnConfig> {
        /** Creates a provider. */
        public JacobsonKarn() {
            super(
                    JacobsonKarnConfig.SECTION,
                    JacobsonKarnConfig::from,
                    config -> PathOracle.of(new JacobsonKarnOracle(config)));
        }
    }

    /** Offers {@link NoRestart}, which has no settings. */
    public static final class None extends Provided<Settings> {
        private static final String NAME = "none";

        /** Creates a provider. */
        public None() {
            super(NAME, None::withoutSettings, settings -> PathOracle.of(new NoRestart()));
        }

        private static Settings withoutSettings(Settings settings) {
            settings.section(NAME).requireKnown(Set.of());
            return settings;
        }
    }

    /** Offers {@link QestOracle}. */
    public static final class Qest extends Provided<QestConfig> {
        /** Creates a provider. */
        public Qest() {
            super(QestConfig.SECTION, QestConfig::from, config -> PathOracle.of(new QestOracle(config)));
        }
    }
}
