package io.github.restartoracle.benchmarks.lab.policy;

import io.github.restartoracle.oracle.OracleFactory;
import io.github.restartoracle.oracle.OracleProvider;
import io.github.restartoracle.settings.Settings;
import java.time.Duration;

/**
 * Apache Sandesha2: 6 s, doubled for each further transmission, 10 transmissions at most. Samples are not taken. Its sender
 * looks for work in steps of 500 ms, which is not modelled.
 *
 * <p>Source: {@code org.apache.sandesha2.util.MessageRetransmissionAdjuster} with the defaults of {@code
 * Sandesha2Constants.Properties.DefaultValues} (interval 6000 ms, exponential backoff, 10 transmissions).
 *
 * <p>Thread-safe.
 */
public final class Sandesha2Policy implements OracleProvider {
    private static final int MAX_TRANSMISSIONS = 10;

    /** Creates the provider. Called by {@link java.util.ServiceLoader}. */
    public Sandesha2Policy() {}

    @Override
    public String name() {
        return "sandesha2-policy";
    }

    @Override
    public OracleFactory factory(Settings settings) {
        return OracleFactory.of(() -> new IntervalPolicy(Duration.ofSeconds(6), 2, MAX_TRANSMISSIONS));
    }
}
