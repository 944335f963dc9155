package io.github.restartoracle.benchmarks.lab.simulator;

import io.github.restartoracle.benchmarks.lab.scenario.Connections;

/**
 * What the sender of a run does with its connections over HTTP.
 *
 * @param keptConnections whether connections are kept for later transmissions, as HTTP/1.1 does; if not, each transmission
 *     opens one
 * @param closesAcknowledged whether a connection that does not stand yet is closed when its message is acknowledged; if not,
 *     the message is written over it once more when it stands
 * @param ofCxf whether it is CXF's own, whose restarts are made by one thread, each when that before it has its answer or has
 *     failed, and which does not look at Retry-After
 */
public record PathModel(boolean keptConnections, boolean closesAcknowledged, boolean ofCxf) {
    /**
     * The connections of a scenario, as the testbed has them.
     *
     * @param connections kept as by default; for each attempt as in the paper, which closes none
     * @return the model
     */
    public static PathModel of(Connections connections) {
        boolean kept = connections == Connections.KEPT;
        return new PathModel(kept, kept, false);
    }

    /**
     * A sender that closes a connection when its message was acknowledged, as ours does by default.
     *
     * @param keptConnections whether connections are kept
     * @return the model
     */
    public static PathModel closing(boolean keptConnections) {
        return new PathModel(keptConnections, true, false);
    }

    /**
     * A sender that closes no connection because its message was acknowledged.
     *
     * @return the changed model
     */
    public PathModel closingNothing() {
        return new PathModel(keptConnections, false, ofCxf);
    }

    /**
     * The sender that comes with CXF.
     *
     * @return the changed model
     */
    PathModel asOfCxf() {
        return new PathModel(keptConnections, closesAcknowledged, true);
    }
}
