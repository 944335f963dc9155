package io.github.restartoracle.internal.oracle;

import io.github.restartoracle.oracle.Decision;
import io.github.restartoracle.oracle.ForwardingPathOracle;
import io.github.restartoracle.oracle.Gate;
import io.github.restartoracle.oracle.PathOracle;
import io.github.restartoracle.oracle.RttSample;
import io.github.restartoracle.oracle.Stage;
import io.github.restartoracle.oracle.path.CanaryConfig;
import io.github.restartoracle.oracle.path.CanaryOracle;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Checks that {@link CanaryOracle} keeps the bound on copies that it states: counts its decisions and the events that allow
 * copies. For simulations and tests; it changes no decision.
 *
 * <p>Not thread-safe; confined to the lock of its path.
 */
public final class CopyBound extends ForwardingPathOracle {
    private static final double SECOND = 1e9;

    private final CanaryConfig config;
    private final IntSupplier unacknowledged;
    private boolean down;
    private long downSinceNanos;
    private boolean used;
    private long quietSinceNanos;
    private boolean blind;
    private boolean asked;
    private int copies;
    private double allowed;
    private @Nullable String violation;

    /**
     * Creates the check of an oracle that was not used yet.
     *
     * @param oracle the oracle to check
     * @param config the configuration of the oracle
     * @param unacknowledged the number of messages that wait for their acknowledgement; asked under the lock of the path
     */
    public CopyBound(PathOracle oracle, CanaryConfig config, IntSupplier unacknowledged) {
        super(oracle);
        this.config = config;
        this.unacknowledged = unacknowledged;
        this.allowed = config.burst();
    }

    @Override
    public Decision elapsed(long nowNanos, Stage stage, int attempt, long sinceNanos) {
        use(nowNanos);
        blind |= stage == Stage.UNOBSERVED;
        Decision decision = super.elapsed(nowNanos, stage, attempt, sinceNanos);
        boolean transmits = decision == Decision.AGAIN || decision == Decision.REPLACE;
        if (transmits && stage.mayHaveArrived() && stage != Stage.FAILED) {
            copies++;
            asked |= stage == Stage.UNOBSERVED && isSilent(nowNanos, sinceNanos);
            double bound = allowed + inSilence(nowNanos - quietSinceNanos) + inOutage(nowNanos);
            if (copies > bound && violation == null) {
                violation = copies + " copies after " + nowNanos / SECOND + " s, and the canary promises at most "
                        + bound + "; its state: " + describe();
            }
        }
        return decision;
    }

    /**
     * Requires that the copies so far were within the bound. To be called at the end of a run, because a path goes on when its
     * oracle throws.
     *
     * @throws IllegalStateException if there were more; the message describes the first violation
     */
    public void require() {
        if (violation != null) {
            throw new IllegalStateException(violation);
        }
    }

    /** Returns whether no message was acknowledged since a transmission, or for the price of a copy. */
    private boolean isSilent(long nowNanos, long sinceNanos) {
        return quietSinceNanos - sinceNanos <= 0
                || nowNanos - quietSinceNanos >= config.copyCost().toNanos();
    }

    private double inSilence(long nanos) {
        return asking(nanos / (double) config.patience().toNanos())
                + (blind ? askingBlindly(nanos / (double) config.copyCost().toNanos()) : 0);
    }

    /** Returns the copies that may ask: one after the patience, one after twice as long and so on, up to 512 times. */
    private static double asking(double patiences) {
        return patiences <= 1023
                ? Math.floor(Math.log1p(patiences) / Math.log(2))
                : 10 + Math.floor((patiences - 1023) / 512);
    }

    /** Returns the copies that may ask without reports of the transport, in intervals that grow up to 60 prices. */
    private static double askingBlindly(double prices) {
        return prices <= 3600 ? 1 + 2 * Math.sqrt(prices) : 121 + (prices - 3600) / 60;
    }

    /** Returns the copies of an outage: if the canary is gone, another message replaces it, once a second at most. */
    private double inOutage(long nowNanos) {
        return down ? (nowNanos - downSinceNanos) / SECOND : 0;
    }

    /** Notes the first use, with which the silence before the first acknowledgement begins. */
    private void use(long nowNanos) {
        if (!used) {
            used = true;
            quietSinceNanos = nowNanos;
        }
    }

    /** Allows a copy of each message in flight when an outage ended. */
    @Override
    public Gate gate(long nowNanos) {
        use(nowNanos);
        Gate gate = super.gate(nowNanos);
        if (gate.down() && !down) {
            downSinceNanos = gate.sinceNanos();
        } else if (!gate.down() && down) {
            allowed += inOutage(nowNanos) + unacknowledged.getAsInt();
        }
        down = gate.down();
        return gate;
    }

    @Override
    public void acknowledged(long nowNanos, @Nullable RttSample sample) {
        use(nowNanos);
        if (asked) {
            allowed += unacknowledged.getAsInt();
            asked = false;
        }
        allowed += config.budget() + inSilence(nowNanos - quietSinceNanos);
        quietSinceNanos = nowNanos;
        super.acknowledged(nowNanos, sample);
    }
}
