package io.github.restartoracle.benchmarks.lab.policy;

import io.github.restartoracle.oracle.OracleFactory;
import io.github.restartoracle.oracle.OracleProvider;
import io.github.restartoracle.settings.Settings;
import java.time.Duration;

/**
 * Apache CXF 4.2.3 without configuration: 3 s, doubled for each further transmission, without a cap and without limit. Samples
 * are not taken.
 *
 * <p>Source: {@code org.apache.cxf.ws.rm.soap.RetransmissionQueueImpl.ResendCandidate} (constructor and {@code attempted}),
 * {@code RetransmissionQueue.DEFAULT_BASE_RETRANSMISSION_INTERVAL}, and {@code RMManager.initialise}, which switches the
 * exponential backoff on if no configuration exists.
 *
 * <p>Thread-safe.
 */
public final class CxfPolicy implements OracleProvider {
    /** Creates the provider. Called by {@link java.util.ServiceLoader}. */
    public CxfPolicy() {}

    @Override
    public String name() {
        return "cxf-policy";
    }

    @Override
    public OracleFactory factory(Settings settings) {
        return OracleFactory.of(() -> new IntervalPolicy(Duration.ofSeconds(3), 2, Integer.MAX_VALUE));
    }
}
