package io.github.restartoracle.wsrm.path;

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
 * @param maxInFlight how many attempts may be in flight at once, 1 or more
 * @param maxBytesInFlight how many bytes the messages of these attempts may have together; one message of any size may
 *     always be in flight
 * @param abandonAcknowledged whether attempts that have not connected are closed when their message is acknowledged
 * @param keepsCallerOrder whether first transmissions of one caller follow one another
 * @param clock the clock of the queue
 */
public record PathSettings(
        String oracleName,
        OracleFactory oracles,
        int maxAttempts,
        Duration giveUpAfter,
        int maxInFlight,
        long maxBytesInFlight,
        boolean abandonAcknowledged,
        boolean keepsCallerOrder,
        NanoClock clock) {

    /**
     * Replaces the oracles.
     *
     * @param others makes the oracle instead
     * @return the same settings with other oracles
     */
    public PathSettings withOracles(OracleFactory others) {
        return new PathSettings(
                oracleName,
                others,
                maxAttempts,
                giveUpAfter,
                maxInFlight,
                maxBytesInFlight,
                abandonAcknowledged,
                keepsCallerOrder,
                clock);
    }
}
