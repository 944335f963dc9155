package io.github.restartoracle.benchmarks.lab.simulator;

import java.time.Duration;
import java.util.Optional;

/**
 * The parts of a run over a path of production: its connections, and the service at their end. The constructor throws {@link
 * IllegalArgumentException} for values out of range.
 *
 * @param keptConnections whether connections are kept for later transmissions, as HTTP/1.1 does; if not, each transmission
 *     opens one
 * @param closesAcknowledged whether a connection that does not stand yet is closed when its message is acknowledged, as
 *     production does; if not, the message is written over it once more when it stands
 * @param serving how long the service takes for each copy that arrives, until it answers; empty for no time
 * @param oneThread whether the service deals with one copy after the other; if not, with all at once
 * @param stallFrom from when the service begins nothing
 * @param stallFor how long that lasts, 0 for no stall
 * @param drain how long a run goes on after its last message was due, if messages remain unacknowledged
 */
public record PathModel(
        boolean keptConnections,
        boolean closesAcknowledged,
        Optional<HostTimes> serving,
        boolean oneThread,
        Duration stallFrom,
        Duration stallFor,
        Duration drain) {
    private static final Duration DRAIN = Duration.ofMinutes(10);

    public PathModel {
        if (stallFrom.isNegative() || stallFor.isNegative() || drain.isNegative()) {
            throw new IllegalArgumentException("stallFrom, stallFor and drain must be 0 s or more");
        }
    }

    /**
     * A service that answers at once.
     *
     * @param keptConnections whether connections are kept
     * @return the model
     */
    public static PathModel of(boolean keptConnections) {
        return new PathModel(keptConnections, true, Optional.empty(), false, Duration.ZERO, Duration.ZERO, DRAIN);
    }

    /**
     * A service that takes time.
     *
     * @param times for each copy
     * @return the changed model
     */
    public PathModel serving(HostTimes times) {
        return new PathModel(
                keptConnections, closesAcknowledged, Optional.of(times), oneThread, stallFrom, stallFor, drain);
    }

    /**
     * A service with one thread that stands still for a while.
     *
     * @param from when
     * @param lasting how long
     * @return the changed model
     */
    public PathModel stalling(Duration from, Duration lasting) {
        return new PathModel(keptConnections, closesAcknowledged, serving, true, from, lasting, drain);
    }

    /**
     * A sender that closes no connection because its message was acknowledged.
     *
     * @return the changed model
     */
    public PathModel closingNothing() {
        return new PathModel(keptConnections, false, serving, oneThread, stallFrom, stallFor, drain);
    }
}
