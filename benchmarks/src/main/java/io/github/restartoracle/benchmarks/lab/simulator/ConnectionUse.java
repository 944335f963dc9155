package io.github.restartoracle.benchmarks.lab.simulator;

import io.github.restartoracle.benchmarks.lab.scenario.Connections;
import io.github.restartoracle.benchmarks.lab.scenario.OracleSpec;

/**
 * The use of connections over HTTP by the sender of a run.
 *
 * @param keptConnections true if connections are kept for later transmissions, as in HTTP/1.1; if not, each transmission opens
 *     one
 * @param closesAcknowledged true if a connection that is not set up yet is closed when its message is acknowledged; if not, the
 *     message is written over it once more when it is set up
 * @param ofCxf true for CXF's own sender: one thread makes its restarts, each when that before it has its answer or has failed,
 *     and it ignores Retry-After
 */
public record ConnectionUse(boolean keptConnections, boolean closesAcknowledged, boolean ofCxf) {
    /** {@return the connections of a scenario as on the testbed: kept as by default, or for each attempt, which closes none} */
    public static ConnectionUse of(Connections connections) {
        boolean kept = connections == Connections.KEPT;
        return new ConnectionUse(kept, kept, false);
    }

    /** {@return a sender that closes a connection when its message was acknowledged, as ours does by default} */
    public static ConnectionUse closing(boolean keptConnections) {
        return new ConnectionUse(keptConnections, true, false);
    }

    /** {@return this sender as an oracle uses it: those of products close no connection, and CXF has its own sender} */
    ConnectionUse of(OracleSpec oracle) {
        return new ConnectionUse(keptConnections, closesAcknowledged && !oracle.isOfProduct(), oracle.isCxf());
    }
}
