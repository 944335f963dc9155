package io.github.restartoracle.wsrm;

import io.github.restartoracle.status.PathStatus;
import io.github.restartoracle.wsrm.event.HeldDeliveries;
import java.util.List;

/**
 * The state of a restart oracle at one moment.
 *
 * @param unacknowledged messages that are neither acknowledged nor given up, those that wait for a sequence included
 * @param givenUp messages that were given up and not acknowledged since, by an earlier process too
 * @param parked one-way calls that wait for their sequence to be created and have no message number yet
 * @param lost one-way calls that were lost because their endpoint was closed while they waited
 * @param rejectedEchoes echoes that were malformed or contradicted the transmissions
 * @param givenUpDeliveries messages that this bus has acknowledged and does not deliver again unless an operator retries
 *     them
 * @param deliveryGiveUps the number of deliveries that were given up since the start
 * @param held messages that this bus has acknowledged and that wait, in order, for one that has not come
 * @param paths the paths
 */
public record RestartOracleStatus(
        int unacknowledged,
        int givenUp,
        int parked,
        long lost,
        long rejectedEchoes,
        int givenUpDeliveries,
        long deliveryGiveUps,
        HeldDeliveries held,
        List<PathStatus> paths) {}
