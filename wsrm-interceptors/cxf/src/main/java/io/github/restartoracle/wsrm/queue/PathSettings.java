package io.github.restartoracle.wsrm.queue;

import io.github.restartoracle.oracle.OracleFactory;
import io.github.restartoracle.time.NanoClock;
import java.time.Duration;

/**
 * The configuration of one path.
 *
 * @param oracleName the short name of the kind of oracle
 * @param oracles makes the oracle
 * @param maxAttempts how often a message is transmitted at most, 0 for no limit
 * @param giveUpAfter a message that has waited so long is not restarted but given up, zero for no limit
 * @param maxInFlight how many attempts may be under way at once, 1 or more
 * @param abandonAcknowledged whether attempts that have not connected are closed when their message is acknowledged
 * @param clock the clock of the queue
 */
record PathSettings(
        String oracleName,
        OracleFactory oracles,
        int maxAttempts,
        Duration giveUpAfter,
        int maxInFlight,
        boolean abandonAcknowledged,
        NanoClock clock) {

    /** The same with other oracles. */
    PathSettings withOracles(OracleFactory others) {
        return new PathSettings(oracleName, others, maxAttempts, giveUpAfter, maxInFlight, abandonAcknowledged, clock);
    }
}
