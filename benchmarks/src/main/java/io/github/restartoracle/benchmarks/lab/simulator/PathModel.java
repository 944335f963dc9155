package io.github.restartoracle.benchmarks.lab.simulator;

import java.time.Duration;

/**
 * The connections of a run over a path of production. The constructor throws {@link IllegalArgumentException} for values out of
 * range.
 *
 * @param keptConnections whether connections are kept for later transmissions, as HTTP/1.1 does; if not, each transmission
 *     opens one
 * @param closesAcknowledged whether a connection that does not stand yet is closed when its message is acknowledged, as
 *     production does; if not, the message is written over it once more when it stands
 * @param drain how long a run goes on after its last message was due, if messages remain unacknowledged
 */
public record PathModel(boolean keptConnections, boolean closesAcknowledged, Duration drain) {
    private static final Duration DRAIN = Duration.ofMinutes(10);

    public PathModel {
        if (drain.isNegative()) {
            throw new IllegalArgumentException("drain must be 0 s or more");
        }
    }

    /**
     * The connections of production.
     *
     * @param keptConnections whether connections are kept
     * @return the model
     */
    public static PathModel of(boolean keptConnections) {
        return new PathModel(keptConnections, true, DRAIN);
    }

    /**
     * A sender that closes no connection because its message was acknowledged.
     *
     * @return the changed model
     */
    public PathModel closingNothing() {
        return new PathModel(keptConnections, false, drain);
    }
}
