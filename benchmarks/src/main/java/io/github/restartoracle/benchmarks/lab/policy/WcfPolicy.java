package io.github.restartoracle.benchmarks.lab.policy;

import io.github.restartoracle.oracle.OracleFactory;
import io.github.restartoracle.oracle.OracleProvider;
import io.github.restartoracle.settings.Settings;

/**
 * The client of Windows Communication Foundation, reconstructed: {@link WcfOracle}.
 *
 * <p>Source: {@code System.ServiceModel.Channels.TransmissionStrategy} in the reference source of the .NET Framework.
 *
 * <p>Thread-safe.
 */
public final class WcfPolicy implements OracleProvider {
    /** Creates the provider. Called by {@link java.util.ServiceLoader}. */
    public WcfPolicy() {}

    @Override
    public String name() {
        return "wcf-policy";
    }

    @Override
    public OracleFactory factory(Settings settings) {
        return WcfOracle::new;
    }
}
