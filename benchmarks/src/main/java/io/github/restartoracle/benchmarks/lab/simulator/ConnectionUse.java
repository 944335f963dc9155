package io.github.restartoracle.benchmarks.lab.simulator;

import io.github.restartoracle.benchmarks.lab.scenario.Connections;
import io.github.restartoracle.benchmarks.lab.scenario.OracleSpec;

/**
 * The sender of a simulated run: its use of connections, and its own restarts if it is CXF's.
 *
 * @param keptConnections true if connections are kept for later transmissions, as in HTTP/1.1; if not, each transmission opens
 *     one
 * @param closesAcknowledged true if a connection that is not set up yet is closed when its message is acknowledged; if not, the
 *     message is written over it once more when it is set up
 * @param ofCxf true for CXF's own sender: a single thread makes its restarts, each after the previous one was answered or has
 *     failed, and it ignores Retry-After
 */
public record ConnectionUse(boolean keptConnections, boolean closesAcknowledged, boolean ofCxf) {
    /** {@return the sender of a scenario, as on the testbed: only one that keeps connections closes any} */
    public static ConnectionUse of(Connections connections) {
        boolean kept = connections == Connections.KEPT;
        return new ConnectionUse(kept, kept, false);
    }

    /** {@return a sender with {@code closesAcknowledged}, as in this library by default} */
    public static ConnectionUse closing(boolean keptConnections) {
        return new ConnectionUse(keptConnections, true, false);
    }

    /** {@return this sender for an oracle: those of products close no connection, and CXF's has its own restarts} */
    ConnectionUse of(OracleSpec oracle) {
        return new ConnectionUse(keptConnections, closesAcknowledged && !oracle.isOfProduct(), oracle.isCxf());
    }
}
