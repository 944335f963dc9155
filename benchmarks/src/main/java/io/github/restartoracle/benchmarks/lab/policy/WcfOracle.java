package io.github.restartoracle.benchmarks.lab.policy;

import io.github.restartoracle.oracle.Decision;
import io.github.restartoracle.oracle.OracleFactory;
import io.github.restartoracle.oracle.OracleProvider;
import io.github.restartoracle.oracle.PathOracle;
import io.github.restartoracle.oracle.RttSample;
import io.github.restartoracle.oracle.Stage;
import io.github.restartoracle.settings.Settings;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The retransmission of Windows Communication Foundation, reconstructed from {@code
 * System.ServiceModel.Channels.TransmissionStrategy} in the reference source of the .NET Framework:
 *
 * <pre>
 * mean += (sample - mean) / 8
 * dev  += (|sample - mean| - dev) / 8
 * timeout = max(mean + 400 ms, mean + 4 dev), at first 2 s
 * </pre>
 *
 * <p>When the timeout elapses, it is doubled, the window becomes 1, and only the message that has waited longest is
 * transmitted again. Each acknowledgement sets the timeout back to the estimate and opens the window by one, up to 8, through
 * which the other messages that are overdue follow. Samples of messages that were transmitted more than once count as well,
 * as they do there, against Karn's rule. A message is given up after 8 retries. First transmissions pass the window unhindered,
 * other than there.
 *
 * <p>Not thread-safe; confined to the lock of its path.
 */
public final class WcfOracle implements PathOracle {
    private static final long FIRST_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final long LEAST_SLACK_NANOS = TimeUnit.MILLISECONDS.toNanos(400);
    private static final int MOST_RETRIES = 8;
    private static final int WINDOW = 8;
    private static final int MOST_DOUBLINGS = 20;

    private double meanNanos = -1;
    private double deviationNanos;
    private int doublings;
    private int window = WINDOW;
    private int credit;
    private boolean elapsedBefore;
    private long elapsedNanos;

    WcfOracle() {}

    /** Makes the oracles of the paths. Thread-safe. */
    public static final class Provider implements OracleProvider {
        /** Creates the provider. Called by {@link java.util.ServiceLoader}. */
        public Provider() {}

        @Override
        public String name() {
            return "wcf-policy";
        }

        @Override
        public OracleFactory factory(Settings settings) {
            return WcfOracle::new;
        }
    }

    @Override
    public long timeoutNanos(long nowNanos, Stage stage, int attempt) {
        double estimate =
                meanNanos < 0 ? FIRST_NANOS : meanNanos + Math.max((double) LEAST_SLACK_NANOS, 4 * deviationNanos);
        return (long) estimate << doublings;
    }

    @Override
    public Decision elapsed(long nowNanos, Stage stage, int attempt, long sinceNanos) {
        if (attempt > MOST_RETRIES) {
            return Decision.GIVE_UP;
        }
        if (credit > 0 && elapsedBefore && sinceNanos - elapsedNanos <= 0) {
            credit--;
            return Decision.AGAIN;
        }
        if (elapsedBefore && nowNanos - elapsedNanos < timeoutNanos(nowNanos, stage, attempt)) {
            return Decision.WAIT;
        }
        elapsedBefore = true;
        elapsedNanos = nowNanos;
        window = 1;
        credit = 0;
        doublings = Math.min(MOST_DOUBLINGS, doublings + 1);
        return Decision.AGAIN;
    }

    @Override
    public void acknowledged(long nowNanos, @Nullable RttSample sample) {
        doublings = 0;
        window = Math.min(WINDOW, window + 1);
        credit = window;
        if (sample == null) {
            return;
        }
        if (meanNanos < 0) {
            meanNanos = sample.rttNanos();
        }
        double error = sample.rttNanos() - meanNanos;
        meanNanos += error / 8;
        deviationNanos += (Math.abs(error) - deviationNanos) / 8;
    }
}
