package io.github.restartoracle.status;

import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * The state of a path at one moment.
 *
 * @param endpoint the service and port of the RM source
 * @param address the destination address
 * @param oracle the short name of the kind of oracle
 * @param unacknowledged messages that are neither acknowledged nor given up, parked ones included
 * @param parked those of them that wait for their sequence to be created
 * @param problem the reason why there is no sequence for the parked messages, from the last attempt to create one; null if
 *     there are none
 * @param waiting those of them that an acknowledgement is expected for: not answers on the connection of their request
 * @param givenUp messages that were given up and not acknowledged since, by an earlier process too
 * @param bytes the size of the messages that are not acknowledged together, those that were given up included
 * @param silentNanos the time without an acknowledgement and without a new sequence although messages waited, 0 if none
 *     waits
 * @param inFlight attempts in flight: dispatched, and neither answered nor ended
 * @param timeoutNanos the timeout of a first transmission, {@link Long#MAX_VALUE} for never
 * @param nanosUntilDue the time until the next restart, {@link Long#MAX_VALUE} if none is due as things stand
 * @param restarts restarts that were due since the path was first used
 * @param giveUps messages that were given up since the path was first used, those included that were retried
 * @param moves messages that were moved to another sequence since the path was first used, each time they were
 * @param samples the number of acknowledged messages by the kind of sample that they gave
 * @param rejectedAcknowledgements acknowledgements that were not sound, or that covered messages which were never sent; of
 *     the latter only that part was rejected
 * @param refusedMessages calls that were refused because of the limits on bytes held in memory
 * @param refusedResponses responses that were not read because of the limits on bytes buffered
 * @param missedWakeUps messages that waited to be dispatched and could have been, found by the check that is made once a
 *     second. More than 0 is a defect of this library, which delayed these messages by up to a second
 * @param pendingByAttempt the number of messages that wait for their timeout, by the number of their transmissions; under 0
 *     those that are held back, such as restarts that wait for room
 * @param reach the reachability, as the oracle knows it from connections and answers
 * @param oracleState the state that the oracle describes, times in seconds
 */
public record PathStatus(
        String endpoint,
        String address,
        String oracle,
        int unacknowledged,
        int parked,
        @Nullable String problem,
        int waiting,
        int givenUp,
        long bytes,
        long silentNanos,
        int inFlight,
        long timeoutNanos,
        long nanosUntilDue,
        long restarts,
        long giveUps,
        long moves,
        Map<SampleUse, Long> samples,
        long rejectedAcknowledgements,
        long refusedMessages,
        long refusedResponses,
        long missedWakeUps,
        SortedMap<Integer, Integer> pendingByAttempt,
        Reach reach,
        Map<String, Double> oracleState) {

    /**
     * The reachability of a destination. An oracle that uses only times never takes a path for down.
     *
     * @param down true if only one message goes on trying
     * @param downNanos the time since the path went down, 0 if it is up
     * @param probeNanos the interval between the attempts of that message, 0 if the path is up
     * @param waiting messages that wait to be dispatched, for the path to come up, for room or for the message before them
     * @param oldest the reason for which the first of them waits, a sentence for people; null if none waits but behind others
     */
    public record Reach(
            boolean down,
            long downNanos,
            long probeNanos,
            int waiting,
            @Nullable String oldest) {
        /** A path that is up, on which no message waits. */
        public static final Reach UP = new Reach(false, 0, 0, 0, null);
    }

    /**
     * Describes the path for people.
     *
     * @return one line
     */
    @Override
    public String toString() {
        return endpoint + " to " + address + ": " + oracle + ", " + unacknowledged + " unacknowledged (" + waiting
                + " waiting, "
                + parked + " parked), " + givenUp + " given up, " + inFlight + " in flight, timeout "
                + seconds(timeoutNanos)
                + ", next restart " + (nanosUntilDue == Long.MAX_VALUE ? "none" : "in " + seconds(nanosUntilDue))
                + ", silent for " + seconds(silentNanos) + ", " + restarts + " restarts, " + giveUps + " give-ups"
                + (problem == null ? "" : ", no sequence: " + problem);
    }

    private static String seconds(long nanos) {
        return nanos == Long.MAX_VALUE ? "never" : String.format(Locale.ROOT, "%.3f s", nanos / 1e9);
    }
}
