package io.github.restartoracle.wsrm.queue;

import io.github.restartoracle.pending.SampleUse;
import java.util.Map;
import java.util.SortedMap;

/**
 * The state of a path at one moment.
 *
 * @param endpoint the service and port of the RM source
 * @param address the destination address
 * @param oracle the short name of the kind of oracle
 * @param unacknowledged messages that are not acknowledged
 * @param waiting those of them that an acknowledgement is expected for: not those that were given up, nor answers on the
 *     connection of their request
 * @param silentNanos how long nothing has been acknowledged although messages waited, 0 if none waits
 * @param inFlight attempts under way
 * @param timeoutNanos the timeout of a first transmission, {@link Long#MAX_VALUE} for never
 * @param nanosUntilDue until the next restart, {@link Long#MAX_VALUE} if none is due as things stand
 * @param restarts restarts that were due since the path was first used
 * @param giveUps messages that were given up since the path was first used, those included that were retried
 * @param samples how many acknowledged messages gave which kind of sample
 * @param rejectedAcknowledgements acknowledgements that were not sound, or that covered messages which were never sent; of
 *     the latter only that part was rejected
 * @param pendingByAttempt how many messages wait for their timeout after so many transmissions; under 0 those that are held
 *     back, such as restarts that wait for their turn
 * @param oracleState what the oracle says of itself, times in seconds
 */
public record PathStatus(
        String endpoint,
        String address,
        String oracle,
        int unacknowledged,
        int waiting,
        long silentNanos,
        int inFlight,
        long timeoutNanos,
        long nanosUntilDue,
        long restarts,
        long giveUps,
        Map<SampleUse, Long> samples,
        long rejectedAcknowledgements,
        SortedMap<Integer, Integer> pendingByAttempt,
        Map<String, Double> oracleState) {}
