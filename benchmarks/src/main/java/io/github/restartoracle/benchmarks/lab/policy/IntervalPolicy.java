package io.github.restartoracle.benchmarks.lab.policy;

import io.github.restartoracle.oracle.OracleFactory;
import io.github.restartoracle.oracle.OracleProvider;
import io.github.restartoracle.oracle.RetransmissionOracle;
import io.github.restartoracle.oracle.RttSample;
import io.github.restartoracle.settings.Settings;
import java.time.Duration;

/**
 * The policy of a product that restarts after an interval, which is multiplied for each further transmission. It takes no
 * samples. Immutable, thread-safe.
 */
public abstract class IntervalPolicy implements OracleProvider {
    private final String name;
    private final Interval interval;

    private IntervalPolicy(String name, Interval interval) {
        this.name = name;
        this.interval = interval;
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final OracleFactory factory(Settings settings) {
        return OracleFactory.of(() -> interval);
    }

    /**
     * Apache CXF 4.2.3 without configuration: 3 s, doubled for each further transmission, without a cap and without limit.
     *
     * <p>Source: {@code org.apache.cxf.ws.rm.soap.RetransmissionQueueImpl.ResendCandidate} (constructor and {@code attempted}),
     * {@code RetransmissionQueue.DEFAULT_BASE_RETRANSMISSION_INTERVAL}, and {@code RMManager.initialise}, which switches the
     * exponential backoff on if no configuration exists.
     */
    public static final class Cxf extends IntervalPolicy {
        /** Creates the provider. Called by {@link java.util.ServiceLoader}. */
        public Cxf() {
            super("cxf-policy", new Interval(Duration.ofSeconds(3), 2, Integer.MAX_VALUE));
        }
    }

    /**
     * Apache Sandesha2: 6 s, doubled for each further transmission, 10 transmissions at most. Its sender looks for work in steps
     * of 500 ms, which is not modelled.
     *
     * <p>Source: {@code org.apache.sandesha2.util.MessageRetransmissionAdjuster} with the defaults of {@code
     * Sandesha2Constants.Properties.DefaultValues} (interval 6000 ms, exponential backoff, 10 transmissions).
     */
    public static final class Sandesha2 extends IntervalPolicy {
        /** Creates the provider. Called by {@link java.util.ServiceLoader}. */
        public Sandesha2() {
            super("sandesha2-policy", new Interval(Duration.ofSeconds(6), 2, 10));
        }
    }

    /**
     * Metro (WSIT) 4.0: every 2 s, without limit. Its interval counts from the end of a transmission, which is not modelled.
     *
     * <p>Source: {@code com.sun.xml.ws.rx.rm.api.ReliableMessagingFeature} ({@code DEFAULT_MESSAGE_RETRANSMISSION_INTERVAL},
     * {@code BackoffAlgorithm.CONSTANT}).
     */
    public static final class Metro extends IntervalPolicy {
        /** Creates the provider. Called by {@link java.util.ServiceLoader}. */
        public Metro() {
            super("metro-policy", new Interval(Duration.ofSeconds(2), 1, Integer.MAX_VALUE));
        }
    }

    /** Stateless, so that all paths share it. */
    private record Interval(Duration first, int factor, int maxAttempts) implements RetransmissionOracle {
        @Override
        public long timeoutNanos(int attempt) {
            double nanos = first.toNanos() * Math.pow(factor, attempt - 1.0);
            return nanos >= Long.MAX_VALUE ? NEVER : (long) nanos;
        }

        @Override
        public boolean mayRestart(int attempt) {
            return attempt < maxAttempts;
        }

        @Override
        public void onAcknowledgement(RttSample sample) {}

        @Override
        public void onTimeout(int attempt) {}
    }
}
