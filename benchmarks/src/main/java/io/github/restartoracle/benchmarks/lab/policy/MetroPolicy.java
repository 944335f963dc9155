package io.github.restartoracle.benchmarks.lab.policy;

import io.github.restartoracle.oracle.OracleFactory;
import io.github.restartoracle.oracle.OracleProvider;
import io.github.restartoracle.settings.Settings;
import java.time.Duration;

/**
 * Metro (WSIT) 4.0: every 2 s, without limit. Samples are not taken. Its interval counts from the end of a transmission, which
 * is not modelled.
 *
 * <p>Source: {@code com.sun.xml.ws.rx.rm.api.ReliableMessagingFeature} ({@code DEFAULT_MESSAGE_RETRANSMISSION_INTERVAL},
 * {@code BackoffAlgorithm.CONSTANT}).
 *
 * <p>Thread-safe.
 */
public final class MetroPolicy implements OracleProvider {
    /** Creates the provider. Called by {@link java.util.ServiceLoader}. */
    public MetroPolicy() {}

    @Override
    public String name() {
        return "metro-policy";
    }

    @Override
    public OracleFactory factory(Settings settings) {
        return OracleFactory.of(() -> new IntervalPolicy(Duration.ofSeconds(2), 1, Integer.MAX_VALUE));
    }
}
